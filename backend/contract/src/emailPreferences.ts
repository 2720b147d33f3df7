import { forEachFlag } from '@portal/domain/values';
import { z } from 'zod';

/** The nine notification flags (S2-3); the last three are for administrators. */
export const emailPreferencesSchema = z.object(forEachFlag(z.boolean()));
export type EmailPreferences = z.infer<typeof emailPreferencesSchema>;
