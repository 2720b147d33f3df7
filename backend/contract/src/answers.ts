import { z } from 'zod';
import { invoiceReplaySchema, timelineEntrySchema } from './audit.ts';
import { migrationRecordSchema } from './migrations.ts';
import { activeCompanyRowSchema, activeSiteRowSchema, siteChangeRowSchema } from './reports.ts';

/** A record that the read model has yet to hear of (`X-Projection: catching-up`): the change is a success all the same. */
export const idAloneSchema = z.object({ id: z.string() });

/** A change answers the record after it, or its id alone where the read model is behind. */
export const orIdAlone = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, idAloneSchema]);

/** One sentence for the person who asked. */
export const messageSchema = z.object({ message: z.string() });

/** Nothing to tell beyond the status. */
export const emptySchema = z.object({});

/** DELETE /api/view-as: whose pages were looked at; nothing where nobody was looking any more. */
export const endedViewSchema = z.object({ id: z.string().optional() });

/** DELETE /api/admin/users/{id}/second-factor. */
export const secondFactorGoneSchema = z.object({ id: z.string(), second_factor: z.literal('off') });

/** POST /api/admin/migrations/{id}/approve: the migration, the site it became and what the page says. */
export const approvedMigrationSchema = migrationRecordSchema.extend({ message: z.string() });
/** The same where the read model is behind. */
export const approvedMigrationAloneSchema = approvedMigrationSchema.pick({
  id: true,
  site_id: true,
  message: true,
});

/** GET /api/admin/invoices/{id}/evidence.json: everything about an invoice, with what its hashes are made of. */
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

/** GET /api/admin/reports/{type}: rows of the report that was asked for. */
export const reportSchema = z.union([
  z.array(activeSiteRowSchema),
  z.array(activeCompanyRowSchema),
  z.array(siteChangeRowSchema),
]);

/** GET /healthz. */
export const aliveSchema = z.object({ status: z.literal('ok') });

/** GET /readyz: 200 when every check is ok, else 503. A check tells what it knows beside `ok`. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.looseObject({ ok: z.boolean() })),
});
