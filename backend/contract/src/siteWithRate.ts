import { z } from 'zod';
import { RATE_SOURCES } from './invoices.ts';
import { siteSchema } from './sites.ts';

/** GET /api/sites/{id}; the rate is for its own company only. */
export const siteWithRateSchema = siteSchema.extend({
  rate: z
    .object({
      /** Dollars per reader per month, as the next invoice would bill it. */
      reader_rate: z.number(),
      source: z.enum(RATE_SOURCES),
      /** The next billing date (rule B6). */
      judged_on: z.string(),
    })
    .nullable()
    .optional(),
});
export type SiteWithRate = z.infer<typeof siteWithRateSchema>;
