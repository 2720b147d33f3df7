import { z } from 'zod';

/** One thing that happened to a record, in plain words: who changed what, and when. The newest comes first. */
export const historyEntrySchema = z.object({
  id: z.string(),
  /** ISO instant. */
  at: z.string(),
  /** Who, as this reader may know it. */
  by: z.string(),
  /** One sentence, e.g. 'Readers changed from 12 to 16'. */
  text: z.string(),
  /** Type of the event, for an icon. */
  type: z.string(),
  /** Each field with its value before and after; null for none. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** Why, in an administrator's words; administrators alone read it. */
  reason: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
