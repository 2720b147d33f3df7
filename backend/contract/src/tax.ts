import { taxRateOf, US_STATES } from '@portal/domain/values';
import { z } from 'zod';
import { dayOrBlank, dayText, requiredText } from './texts.ts';

const reason = requiredText('Please give a reason');
const STATE_CODES = Object.keys(US_STATES) as (keyof typeof US_STATES)[];

/** POST /api/admin/tax-rates: a percentage, e.g. 8.25, from a day on; 0 ends the tax of the state (rule B38). */
export const setTaxRateSchema = z.object({
  state: z.enum(STATE_CODES, 'Please choose a state'),
  rate: z.string().transform((text, context) => {
    const rate = taxRateOf(text);
    if (rate !== null) return rate;
    context.addIssue({ code: 'custom', message: 'Please enter a percentage with at most four decimals' });
    return z.NEVER;
  }),
  from: dayText(),
  reason,
});

/** GET /api/admin/tax-rates: every rate that was set, by state, then day. Empty while tax is off. */
export const taxRateSchema = z.object({
  state: z.string(),
  state_name: z.string(),
  /** `8.25%` */
  rate: z.string(),
  from: z.string(),
  /** The day before the next rate's; null for none. */
  to: z.string().nullable(),
  standing: z.enum(['past', 'in force', 'announced']),
  reason: z.string(),
});
export type TaxRateRow = z.infer<typeof taxRateSchema>;

/** POST /api/admin/accounts/{id}/tax-exemption */
export const grantExemptionSchema = z.object({
  certificate: requiredText('Certificate number is required'),
  from: dayText(),
  /** Blank for no end. */
  to: dayOrBlank(),
  reason,
});

/** POST …/end-tax-exemption: from today on. */
export const endExemptionSchema = z.object({ reason });

/** GET …/tax-exemption. */
export const taxExemptionSchema = z.object({
  /** Whether a rate was ever set. */
  tax_is_on: z.boolean(),
  /** The one that was granted last; null for none. */
  exemption: z
    .object({
      /** Null once the company's data was erased. */
      certificate: z.string().nullable(),
      from: z.string(),
      to: z.string().nullable(),
      reason: z.string(),
      /** On today's billing day. */
      in_force: z.boolean(),
      can_end: z.boolean(),
    })
    .nullable(),
});
export type TaxExemptionAnswer = z.infer<typeof taxExemptionSchema>;
