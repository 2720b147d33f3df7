import { mapValues } from '@portal/domain/values';
import { z } from 'zod';
import { auditKindSchema } from './audit.ts';
import { disputeSchema } from './disputes.ts';

const count = z.number().int();

/** Companies of one mode and their active sites on the next billing date. */
const portfolioSchema = z.object({
  companies: count,
  active_sites: count,
  active_readers: count,
  /** Dollars a month; active sites alone (S2-9). */
  projected_monthly: z.number(),
});

const waiting = {
  dealers: count,
  sites: count,
  migrations: count,
  reader_changes: count,
  /** Changes that wait for a second member of staff. */
  approvals: count,
  /** Charges that dealers question. */
  questions: count,
  messages: count,
  /** Declined or failed within the last 7 days. */
  failed_payments: count,
  /** Payments that the card's holder disputes. */
  disputes: count,
  /** Payments with a refund that failed and was not repeated. */
  failed_refunds: count,
  /** Payments with unclaimed money. */
  unclaimed_payments: count,
  overdue_invoices: count,
  /** Accounts that a read model has parked. */
  parked: count,
};
type WaitingName = keyof typeof waiting;

/** GET /api/admin/overview: pending decisions and totals, demo separately (rule B24). */
export const overviewSchema = z.object({
  waiting: z.object(waiting),
  /** Billing day since which the first of a kind waits; null for none, and for parked accounts. */
  oldest: z.object(
    mapValues(waiting, () => z.string().nullable()) as Record<WaitingName, z.ZodNullable<z.ZodString>>,
  ),
  live: portfolioSchema,
  demo: portfolioSchema,
  /** The day that projected figures are priced at. */
  next_billing_date: z.string(),
});
export type Overview = z.infer<typeof overviewSchema>;

/** Active sites and readers as billed, and dollars; null for a mode without invoices of the month. */
const billedSchema = portfolioSchema
  .omit({ companies: true, projected_monthly: true })
  .extend({ monthly: z.number() })
  .nullable();

/** GET /api/admin/overview/billed: what the present month's invoices charge for readers, to compare with. */
export const overviewBilledSchema = z.object({
  /** `2026-12`. */
  period: z.string(),
  live: billedSchema,
  demo: billedSchema,
});
export type OverviewBilled = z.infer<typeof overviewBilledSchema>;

/** Records that an activity entry can link to. */
export const ACTIVITY_KINDS = [...auditKindSchema.options, 'contact', 'billingRun', 'books'] as const;

/** An event in words. */
export const activityEntrySchema = z.object({
  /** Number in the log index. */
  seq: count,
  /** ISO instant. */
  at: z.string(),
  by: z.string(),
  text: z.string(),
  /** Type of the event, for an icon. */
  type: z.string(),
  /** `name` is null for a deleted record. */
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

const dollars = z.number();

/** GET /api/admin/accounts/{id}/overview: how a company stands. Amounts are dollars of its present mode (rule B24). */
export const companyOverviewSchema = z.object({
  is_demo: z.boolean(),
  /** Monthly recurring revenue: charged for readers as things are, and on the 1st of this month. */
  recurring: z.object({ now: dollars, month_start: dollars }),
  open: dollars,
  open_invoices: count,
  overdue: dollars,
  overdue_invoices: count,
  /** Due date of the oldest overdue invoice; null for none. */
  overdue_since: z.string().nullable(),
  credit: dollars,
  /** The last money that stands; null for none. */
  last_payment: z.object({ on: z.string(), amount: dollars }).nullable(),
  /** The last promise to pay, if it was made while an invoice was open that still is; null for none. Days. */
  promise: z.object({ on: z.string(), note: z.string(), recorded_on: z.string() }).nullable(),
  /** The last 24 months, the oldest first, as in the revenue report. */
  months: z.array(z.object({ period: z.string(), invoiced: dollars, paid: dollars })),
  open_questions: count,
  /** The one that waits longest; null for none. */
  question: disputeSchema
    .pick({ id: true, invoice_number: true, line_name: true, amount: true, opened_at: true })
    .nullable(),
  /** The last five events of the company and its records, newest first. */
  events: z.array(activityEntrySchema),
  /** Records of each tab. */
  counts: z.object({ sites: count, invoices: count, payments: count, people: count, history: count }),
});
export type CompanyOverview = z.infer<typeof companyOverviewSchema>;
