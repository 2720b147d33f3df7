import { z } from 'zod';
import { invoiceReplaySchema, timelineEntrySchema } from './audit.ts';
import { migrationRecordSchema } from './migrations.ts';
import { activeCompanyRowSchema, activeSiteRowSchema, siteChangeRowSchema } from './reports.ts';

/** Response of a successful change whose record the read model does not have yet (`X-Projection: catching-up`). */
export const idAloneSchema = z.object({ id: z.string() });

/** The changed record, or its id alone while the read model is behind. */
export const orIdAlone = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, idAloneSchema]);

export const messageSchema = z.object({ message: z.string() });

export const emptySchema = z.object({});

/** DELETE /api/view-as: the dealer whose pages were viewed; empty without a view. */
export const endedViewSchema = z.object({ id: z.string().optional() });

/** DELETE /api/admin/users/{id}/second-factor. */
export const secondFactorGoneSchema = z.object({ id: z.string(), second_factor: z.literal('off') });

/** POST /api/admin/migrations/{id}/approve: the migration with its site, and the page's message. */
export const approvedMigrationSchema = migrationRecordSchema.extend({ message: z.string() });
/** The same while the read model is behind. */
export const approvedMigrationAloneSchema = approvedMigrationSchema.pick({
  id: true,
  site_id: true,
  message: true,
});

/** GET /api/admin/invoices/{id}/evidence.json: an invoice's replay, timeline and raw events with their hashes. */
export const evidenceSchema = z.object({
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  /** ISO instant. */
  madeAt: z.string(),
  replay: invoiceReplaySchema,
  timeline: z.array(timelineEntrySchema),
  /** The end of the log's chain; null for an empty log. */
  chain: z.object({ seq: z.number(), hash: z.string() }).nullable(),
  events: z.array(
    z.object({
      seq: z.number(),
      /** Null for the first event of the log. */
      previous_hash: z.string().nullable(),
      hash: z.string(),
      stream: z.string(),
      revision: z.number(),
      id: z.string(),
      type: z.string(),
      /** Stored JSON text, personal fields encrypted. */
      data: z.string(),
      metadata: z.string(),
    }),
  ),
});

/** GET /api/admin/reports/{type}. */
export const reportSchema = z.union([
  z.array(activeSiteRowSchema),
  z.array(activeCompanyRowSchema),
  z.array(siteChangeRowSchema),
]);

/** GET /healthz. */
export const aliveSchema = z.object({ status: z.literal('ok') });

/** GET /readyz: 200 when every check is ok, else 503. Checks may have details beside `ok`; a failed one has its `problem`. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.looseObject({ ok: z.boolean() })),
});
