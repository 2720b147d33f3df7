import { z } from 'zod';
import { dayText } from './texts.ts';

export const REPORT_TYPES = [
  'active-sites',
  'active-companies',
  'site-additions',
  'site-deactivations',
] as const;
export const reportTypeSchema = z.enum(REPORT_TYPES);
export type ReportType = z.infer<typeof reportTypeSchema>;

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
