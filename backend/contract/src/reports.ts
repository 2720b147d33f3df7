import { z } from 'zod';
import { REPORT_TYPES } from './choices.ts';
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

const PERIOD = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;
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
