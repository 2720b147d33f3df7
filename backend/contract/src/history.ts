import { z } from 'zod';

/** An event in a record's history, newest first. */
export const historyEntrySchema = z.object({
  id: z.string(),
  /** ISO instant. */
  at: z.string(),
  /** As far as this reader may know. */
  by: z.string(),
  /** One sentence, e.g. 'Readers changed from 12 to 16'. */
  text: z.string(),
  /** Type of the event, for an icon. */
  type: z.string(),
  /** Each field with its value before and after; null for none. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** An administrator's reason; for administrators only. */
  reason: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
