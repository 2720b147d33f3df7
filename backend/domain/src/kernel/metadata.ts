import { z } from 'zod';

export const actorSchema = z.object({
  kind: z.enum(['visitor', 'dealer', 'admin', 'system', 'provider']),
  /** User id, provider event id, or the name of a process; null for a visitor. */
  id: z.string().nullable(),
});

/** Who caused an event. */
export type Actor = z.infer<typeof actorSchema>;

/** What stands beside every event. `recordedAt` is our Clock's, an ISO instant, never earlier than the stream's last. */
export const eventMetadataSchema = z.object({
  /** Schema version of the stored data. */
  v: z.number().int().positive(),
  /** The request (or job run) that all of this followed from. */
  correlationId: z.string(),
  /** The event this one followed from; null for the first event of a command. */
  causationId: z.string().nullable(),
  actor: actorSchema,
  commandId: z.string(),
  recordedAt: z.iso.datetime(),
  /** Whom the event concerns: the ids of the accounts, for audit filters and parking. */
  accounts: z.array(z.string()),
  /** Why, in an administrator's words, where a command takes a reason. */
  reason: z.string().optional(),
});

export type EventMetadata = z.infer<typeof eventMetadataSchema>;
