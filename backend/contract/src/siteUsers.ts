import { MAX_READERS, MIN_READERS } from '@portal/domain/values';
import { z } from 'zod';
import { countText } from './sites.ts';
import { anyUsername, noteText, requiredText } from './texts.ts';

/** POST /api/sites/{id}/users: shares a site, read-only, with another user. */
export const shareSiteSchema = z.object({
  username: anyUsername('Username is required', 1),
  access_level: z.literal('viewer', { error: 'viewer is the only access level' }).default('viewer'),
});

/** DELETE /api/sites/{id}/users. */
export const endShareSchema = z.object({ user_id: requiredText('user_id is required') });

/** A share of a site (S1-3). */
export const siteUserSchema = z.object({
  id: z.string(),
  site_id: z.string(),
  user_id: z.string(),
  access_level: z.literal('viewer'),
  created_at: z.string(),
  username: z.string(),
  name: z.string(),
  company: z.string(),
});
export type SiteUser = z.infer<typeof siteUserSchema>;

/** POST /api/sites/{id}/reader-change, 'Request reader change'; an administrator decides. */
export const readerChangeSchema = z.object({
  number_of_readers: countText({ min: MIN_READERS, max: MAX_READERS }, 'Number of readers is required'),
  note: noteText().optional(),
});
