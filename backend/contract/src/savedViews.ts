import { z } from 'zod';
import { nameText } from './texts.ts';

const MAX_SAVED_VIEWS = 50;
/** The longest query that all browsers and proxies accept. */
const MAX_QUERY = 2_000;

/** A saved list: its filters, sort and search. */
export const savedViewSchema = z.object({
  name: nameText('Please enter a name').max(60, 'Please use at most 60 characters'),
  /** The admin resource, e.g. `sites`. */
  resource: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'Unknown list'),
  /** The part of the address after `?`. */
  query: z.string().max(MAX_QUERY, 'This view is too long to save'),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** DELETE /api/admin/saved-views. */
export const savedViewNameSchema = savedViewSchema.pick({ resource: true, name: true });

/** Answers of /api/admin/saved-views and body of its PUT: all of the caller's own. Names are unique within a resource. */
export const savedViewsSchema = z
  .array(savedViewSchema)
  .max(MAX_SAVED_VIEWS, `Please save at most ${MAX_SAVED_VIEWS} views`)
  .refine(
    (views) => new Set(views.map(({ resource, name }) => `${resource} ${name}`)).size === views.length,
    'There is already a view of that name',
  );
