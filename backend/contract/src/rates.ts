import {
  centsFromDollars,
  dollarsFromCents,
  MAX_PROMOTIONAL_MONTHS,
  MAX_READER_RATE_CENTS,
} from '@portal/domain/values';
import { z } from 'zod';
import { actionReason, dayText } from './texts.ts';

const NOT_A_NUMBER = 'Rate must be a number';
const PLAIN_NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

/**
 * Dollars per reader per month as text or number, at least 0 (S2-5), parsed to integer cents.
 * @param required message for a missing or blank rate
 */
export function rateText(required: string) {
  return z
    .union([z.string(), z.number()], {
      error: ({ input }) => (input === undefined || input === null ? required : NOT_A_NUMBER),
    })
    .transform((value, context): number => {
      const text = String(value).trim();
      const cents = text === '' ? required : centsOf(text);
      if (typeof cents === 'number') return cents;
      context.addIssue({ code: 'custom', message: cents });
      return z.NEVER;
    });
}

/** The cents, or what is wrong with the text. */
function centsOf(text: string): number | string {
  if (!PLAIN_NUMBER.test(text)) return NOT_A_NUMBER;
  if (Number(text) < 0) return 'Rate must be a positive number';
  if (Number(text) > dollarsFromCents(MAX_READER_RATE_CENTS)) return 'Rate must be at most $1,000.00';
  try {
    return centsFromDollars(text.replace(/^-?\./, '0.').replace(/\.$/, ''));
  } catch {
    return 'Rate must be a number with at most two decimals';
  }
}

/** A custom rate in cents; blank or null for none (rule B17). */
export function customRate() {
  return z
    .union([z.string(), z.number(), z.null()], { error: NOT_A_NUMBER })
    .transform((value, context): number | null => {
      const text = value === null ? '' : String(value).trim();
      const cents = text === '' ? null : centsOf(text);
      if (typeof cents !== 'string') return cents;
      context.addIssue({ code: 'custom', message: cents });
      return z.NEVER;
    });
}

/** First day of a new rate; missing, null or blank for at once. */
export const effectiveFrom = z
  .union([z.null(), z.literal(''), dayText()], { error: 'Please enter a date' })
  .transform((day) => (day === '' ? null : day))
  .default(null);

/** Confirms an increase with less than 30 days' notice, which then needs a reason (rule B31). */
export const confirmShortNotice = z.boolean({ error: 'Please confirm or leave blank' }).optional();

/** PATCH /api/admin/users/{id}/reader-rate: the default rate of the user's account (rule B2). */
export const readerRateSchema = z.object({
  rate: rateText('Rate is required'),
  effective_from: effectiveFrom,
  confirm_short_notice: confirmShortNotice,
  reason: actionReason(),
});

/** A site's rate on the dealer billing page, which is required there. */
export const siteRateFormSchema = z.object({ custom_reader_rate: rateText('Rate is required') });

/** A whole number of months as text or number. */
const months = z
  .union([z.string(), z.number()], {
    error: ({ input }) =>
      input === undefined || input === null ? 'Months is required' : 'Months must be a number',
  })
  .transform((value) => String(value).trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'Months is required', abort: true })
      .regex(/^-?\d{1,9}$/, 'Months must be a number'),
  )
  .transform(Number)
  .pipe(
    z
      .number()
      .min(1, 'Months must be at least 1')
      .max(MAX_PROMOTIONAL_MONTHS, `Months must be at most ${MAX_PROMOTIONAL_MONTHS}`),
  );

/** PATCH /api/admin/accounts/{id}/promotional-pricing; missing switches stay. */
export const promotionalPricingSchema = z.object({
  promotional_reader_rate: rateText('Promotional rate is required'),
  promotional_months: months,
  promotional_pricing_active: z.boolean({ error: 'Please choose on or off' }).optional(),
  promotional_license_pricing: z.boolean({ error: 'Please choose on or off' }).optional(),
  confirm_short_notice: confirmShortNotice,
  reason: actionReason(),
});
/** POST …/cancel-announced-rate: cancels the rate announced for that day. */
export const cancelAnnouncedRateSchema = z.object({
  effective_from: dayText(),
  confirm_short_notice: confirmShortNotice,
  reason: actionReason(),
});
