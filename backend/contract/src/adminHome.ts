import { z } from 'zod';
import { auditKindSchema } from './audit.ts';

const count = z.number().int();

/** Companies of one mode: how many, and their active sites on the next billing date. */
const portfolioSchema = z.object({
  companies: count,
  active_sites: count,
  active_readers: count,
  /** Dollars a month; active sites alone (S2-9). */
  projected_monthly: z.number(),
});

/** GET /api/admin/overview: what waits for a decision, and how the business stands, demo apart (rule B24). */
export const overviewSchema = z.object({
  waiting: z.object({
    dealers: count,
    sites: count,
    migrations: count,
    reader_changes: count,
    messages: count,
    /** Declined or failed within the last 7 days. */
    failed_payments: count,
    disputes: count,
    /** Payments that hold money which nothing claimed. */
    unclaimed_payments: count,
    overdue_invoices: count,
    /** Accounts that a read model had to set aside. */
    parked: count,
  }),
  live: portfolioSchema,
  demo: portfolioSchema,
  /** The day the projected figures are judged on. */
  next_billing_date: z.string(),
});
export type Overview = z.infer<typeof overviewSchema>;

/** The records that an entry of the activity can lead to. */
export const ACTIVITY_KINDS = [...auditKindSchema.options, 'contact', 'billingRun'] as const;

/** One thing that happened in the portal, in plain words. */
export const activityEntrySchema = z.object({
  /** Number in the log index. */
  seq: count,
  /** ISO instant. */
  at: z.string(),
  by: z.string(),
  text: z.string(),
  /** Type of the event, for an icon. */
  type: z.string(),
  /** What it happened to. `name` is null for a record that is gone. */
  subject: z.object({ kind: z.enum(ACTIVITY_KINDS), id: z.string(), name: z.string().nullable() }),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** GET /api/admin/activity?before=&limit=: newest first; `next` is `before` of the next page, null at the beginning. */
export const activitySchema = z.object({ entries: z.array(activityEntrySchema), next: count.nullable() });
export type Activity = z.infer<typeof activitySchema>;

export const activityQuerySchema = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(15),
});
