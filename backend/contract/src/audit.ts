import { z } from 'zod';
import { AUDIT_KINDS } from './choices.ts';
import { LISTS, type ListName } from './lists.ts';
import { dayText } from './texts.ts';

export const auditKindSchema = z.enum(AUDIT_KINDS);

/** An event in a record's timeline (GET /api/admin/audit/{kind}/{id}/timeline), oldest first. */
export const timelineEntrySchema = z.object({
  /** Number in the log index. */
  seq: z.number(),
  event_id: z.string(),
  stream: z.string(),
  revision: z.number(),
  type: z.string(),
  /** ISO instant. */
  at: z.string(),
  /** One sentence with who and when, e.g. 'Rate changed from $6.50 to $5.00 by an administrator'. */
  text: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** Another record that the text speaks of. */
  about: z.object({ kind: auditKindSchema, id: z.string(), name: z.string() }).optional(),
  reason: z.string().nullable(),
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  /** The event that caused it; null for a person's command. */
  caused_by: z.object({ event_id: z.string(), seq: z.number().nullable(), text: z.string() }).nullable(),
  /** The request id. */
  correlation_id: z.string(),
  /** Hash of the log index at this event. */
  hash: z.string(),
  /** Type, data and metadata as stored, decrypted where the key still exists. */
  raw: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** GET /api/admin/audit/{kind}/{id}/state?at=…|seq=…: the record then, beside today's. */
export const stateAtSchema = z.object({
  kind: auditKindSchema,
  id: z.string(),
  /** The last event included; null before the first one. */
  seq: z.number().nullable(),
  at: z.string().nullable(),
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      value: z.string().nullable(),
      today: z.string().nullable(),
    }),
  ),
});
export type StateAt = z.infer<typeof stateAtSchema>;

const replayLine = z.object({
  site_id: z.string().nullable(),
  name: z.string(),
  readers: z.number(),
  rate_cents: z.number(),
  amount_cents: z.number(),
  source: z.string(),
  because: z.array(z.string()),
});

/** GET /api/admin/invoices/{id}/replay: the invoice recalculated from the log at its cut. */
export const invoiceReplaySchema = z.object({
  invoiceId: z.string(),
  cutSeq: z.number(),
  issued: z.object({ total_cents: z.number(), lines: z.array(replayLine) }),
  replayed: z.object({ total_cents: z.number(), lines: z.array(replayLine) }),
  equal: z.boolean(),
  lines: z.array(
    replayLine.omit({ amount_cents: true }).extend({
      /** Each reason in words, e.g. '12 readers since Jan 4, 2026'. */
      why: z.array(z.object({ event_id: z.string(), seq: z.number().nullable(), text: z.string() })),
    }),
  ),
  /** True for a what-if, which is not recorded. */
  hypothetical: z.boolean(),
});
export type InvoiceReplay = z.infer<typeof invoiceReplaySchema>;

/** GET /api/invoices/{id}/replay: the same for the dealer, in dollars. */
export const ownReplaySchema = z.object({
  issued: z.number(),
  replayed: z.number(),
  /** Total and all lines are equal. */
  equal: z.boolean(),
  /** The first lines as recalculated; `why`: e.g. '12 readers since Jan 4, 2026'. */
  lines: z.array(
    z.object({
      name: z.string(),
      /** 0 where the amount is not by readers. */
      readers: z.number(),
      rate: z.number(),
      amount: z.number(),
      why: z.array(z.string()),
    }),
  ),
  /** Number of further lines. */
  more: z.number(),
});
export type OwnReplay = z.infer<typeof ownReplaySchema>;

/** `?without=<event id>`, or `?moved=<event id>&to=<day>`: replays as if the event were missing or on another day. */
export const whatIfSchema = z.object({
  without: z.string().max(100).optional(),
  moved: z.string().max(100).optional(),
  to: dayText().optional(),
});

/** POST /api/admin/exports. */
export const exportedSchema = z.object({
  list: z.enum(Object.keys(LISTS) as [ListName, ...ListName[]], { error: 'There is no such list' }),
  rows: z.number({ error: 'rows is a number' }).int().min(0),
});
