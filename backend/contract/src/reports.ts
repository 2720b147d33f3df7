import { z } from 'zod';
import { MONEY_REPORT_TYPES, REPORT_TYPES } from './choices.ts';
import { dayText } from './texts.ts';

export const reportTypeSchema = z.enum(REPORT_TYPES);

const day = z.union([z.literal(''), dayText()]).transform((text) => (text === '' ? undefined : text));

/** Filters of every report (S2-7): inclusive days in BILLING_TZ. */
export const reportFilterSchema = z.object({
  companyId: z.string().max(100).optional(),
  startDate: day.optional(),
  endDate: day.optional(),
});
export const reportDownloadSchema = reportFilterSchema.extend({
  type: reportTypeSchema,
  format: z.enum(['csv', 'pdf'], { error: 'format must be csv or pdf' }),
});

const account = z.object({ id: z.string(), company_name: z.string(), dealer_id: z.string().nullable() });
const site = z.object({ id: z.string(), site_name: z.string(), account });
export const activeSiteRowSchema = z.object({ site, readers: z.number(), startDate: z.string() });
export const activeCompanyRowSchema = z.object({
  account,
  activeSites: z.number(),
  totalReaders: z.number(),
  startDate: z.string(),
});
export const siteChangeRowSchema = z.object({
  site,
  changeType: z.string(),
  changeDate: z.string(),
  readers: z.number(),
});
export type ActiveSiteRow = z.infer<typeof activeSiteRowSchema>;
export type ActiveCompanyRow = z.infer<typeof activeCompanyRowSchema>;
export type SiteChangeRow = z.infer<typeof siteChangeRowSchema>;

/** GET /api/admin/activity-by-month: active at the month's end, added and deactivated in it. */
export const activityMonthSchema = z.object({
  period: z.string(),
  active_sites: z.number(),
  readers: z.number(),
  additions: z.number(),
  deactivations: z.number(),
});
export type ActivityMonth = z.infer<typeof activityMonthSchema>;

/** `range=[0,24]`, both included, as the admin's lists ask; without it the whole report answers. */
export const reportRangeSchema = z
  .string()
  .regex(/^\[\d{1,9},\d{1,9}\]$/, 'range must be [first,last]')
  .transform((text) => text.slice(1, -1).split(',').map(Number) as [number, number])
  .refine(([first, last]) => last >= first && last - first < 1_000, 'range may span at most 1000 rows');

/** The mode by default: live where there is a live company. */
const mode = z.union([z.literal(''), z.enum(['live', 'demo'])], { error: 'mode must be live or demo' });

/** Filters of a report of money (I38-reports). */
export const moneyReportFilterSchema = reportFilterSchema.extend({ mode: mode.optional() });
export const moneyReportDownloadSchema = moneyReportFilterSchema.extend({
  type: z.enum(MONEY_REPORT_TYPES),
  format: z.enum(['csv', 'pdf'], { error: 'format must be csv or pdf' }),
});

/** How a column's cells read: an amount is dollars, a record `{id, name}` of that resource. */
const moneyColumnSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'day', 'month', 'count', 'money', 'companies', 'invoices', 'orders']),
});
const moneyRowSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.object({ id: z.string(), name: z.string() }), z.null()]),
);

/** GET /api/admin/money-reports/{type}: its columns, rows by column name, and what all rows come to. */
export const moneyReportSchema = z.object({
  mode: z.enum(['live', 'demo']),
  /** What it covers, e.g. 'Jan 2026 to Nov 2026'. */
  scope: z.string(),
  /** How to read it. */
  note: z.string(),
  columns: z.array(moneyColumnSchema),
  rows: z.array(moneyRowSchema),
  /** Null for no rows. */
  total: moneyRowSchema.nullable(),
  /** Rows of the whole report. */
  count: z.number(),
});
export type MoneyReport = z.infer<typeof moneyReportSchema>;
export type MoneyColumn = MoneyReport['columns'][number];
export type MoneyRow = MoneyReport['rows'][number];

export const PERIOD = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;
/** A month; '' for none. */
export const periodFilter = z.union([z.literal(''), z.string().regex(PERIOD, 'Please enter a month')]);

/**
 * Revenue of the months from `from` to `to`, by default the current one; of live or demo companies (rule B24), by default
 * live ones where there are any.
 */
export const revenueFilterSchema = z.object({
  from: periodFilter.optional(),
  to: periodFilter.optional(),
  companyId: z.string().max(100).optional(),
  demo: z.enum(['true', 'false'], { error: 'demo must be true or false' }).optional(),
});
export const revenueDownloadSchema = revenueFilterSchema.extend({
  format: z.enum(['csv', 'pdf'], { error: 'format must be csv or pdf' }),
});

const dollars = z.number();
const revenueSumsSchema = z.object({
  /** Number of invoices that aren't canceled. */
  invoices: z.number(),
  /** Is `paid`, `refunded`, `credit_used`, `written_off` and `open` together. */
  invoiced: dollars,
  /** Received and kept. An overpayment becomes account credit. */
  paid: dollars,
  refunded: dollars,
  /** Settled by account credit. */
  credit_used: dollars,
  /** Bad debt (rule B38). */
  written_off: dollars,
  open: dollars,
  /** Account credit from these invoices, by corrections and overpayments. */
  credit_given: dollars,
  /** Paid for orders in the month, less what was refunded or taken back by banks in it; not in `invoiced` (rule B48). */
  orders: dollars,
  /** Of `invoiced` and `orders`: sales tax, which is no revenue (rule B38); absent where tax is off. */
  sales_tax: dollars.optional(),
});
export type RevenueSums = z.infer<typeof revenueSumsSchema>;

/** GET /api/admin/revenue-report. */
export const revenueReportSchema = z.object({
  from: z.string(),
  to: z.string(),
  demo: z.boolean(),
  total: revenueSumsSchema,
  companies: z.array(revenueSumsSchema.extend({ account })),
  /** At least twelve months up to `to`, for the chart; months without an invoice or order too. */
  months: z.array(revenueSumsSchema.extend({ period: z.string() })),
});
export type RevenueReport = z.infer<typeof revenueReportSchema>;
