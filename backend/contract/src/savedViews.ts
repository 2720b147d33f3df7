import { z } from 'zod';
import { requiredText } from './texts.ts';

/** The most views somebody keeps; more is a list nobody looks through. */
export const MAX_SAVED_VIEWS = 50;
/** The longest query an address takes everywhere. */
const MAX_QUERY = 2_000;

/** A list as an administrator keeps it: filters, sort and search as they stand in its address. */
export const savedViewSchema = z.object({
  name: requiredText('Please enter a name').max(60, 'Please use at most 60 characters'),
  /** The admin resource the list is of, e.g. `sites`. */
  resource: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'Unknown list'),
  /** What stands after the `?`. */
  query: z.string().max(MAX_QUERY, 'This view is too long to save'),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** GET and PUT /api/admin/saved-views: the caller's own, all at once. A name stands once a list. */
export const savedViewsSchema = z
  .array(savedViewSchema)
  .max(MAX_SAVED_VIEWS, `Please save at most ${MAX_SAVED_VIEWS} views`)
  .refine(
    (views) => new Set(views.map(({ resource, name }) => `${resource} ${name}`)).size === views.length,
    'There is already a view of that name',
  );
