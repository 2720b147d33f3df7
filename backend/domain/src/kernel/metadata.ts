import { z } from 'zod';

export const actorSchema = z.object({
  kind: z.enum(['visitor', 'dealer', 'admin', 'system', 'provider']),
  /** User id, provider event id, or the name of a process; null for a visitor. */
  id: z.string().nullable(),
});

/** Who caused an event. */
export type Actor = z.infer<typeof actorSchema>;

/** Stored with every event. `recordedAt` comes from the portal's clock and is never before the stream's last event. */
export const eventMetadataSchema = z.object({
  /** Schema version of the stored data. */
  v: z.number().int().positive(),
  /** The request or job run. */
  correlationId: z.string(),
  /** The event that caused this one; null where a command did. */
  causationId: z.string().nullable(),
  actor: actorSchema,
  commandId: z.string(),
  recordedAt: z.iso.datetime(),
  /** Ids of the accounts that the event concerns, for audit filters and parking. */
  accounts: z.array(z.string()),
  /** Why, in an administrator's words, where a command takes a reason. */
  reason: z.string().optional(),
  /** User id of the second member of staff who approved it; absent where none had to. */
  approvedBy: z.string().optional(),
});

export type EventMetadata = z.infer<typeof eventMetadataSchema>;
