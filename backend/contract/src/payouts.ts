import { z } from 'zod';
import { amountAboveZero } from './invoices.ts';
import { dayText, requiredText } from './texts.ts';

const method = z.enum(['check', 'ach'], { error: 'Please choose check or ACH' });
const dollars = z.number();

/** POST /api/admin/accounts/{id}/payouts: a check or bank transfer that pays unused credit out (rule B41). */
export const payOutCreditSchema = z.object({
  method,
  /** Dollars. */
  amount: amountAboveZero,
  paid_on: dayText(),
  reference: requiredText('Reference is required'),
  reason: requiredText('Please give a reason'),
  /** Whose credit it is; default: the company's present mode. */
  mode: z.enum(['demo', 'live'], { error: 'mode must be demo or live' }).optional(),
});

/** Credit that was paid out, or is being paid out while `requested`. Dollars. */
export const payoutSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  is_demo: z.boolean(),
  status: z.enum(['requested', 'made', 'reversed']),
  method,
  amount: dollars,
  paid_on: z.string(),
  /** Check number or ACH trace. */
  reference: z.string(),
  reason: z.string(),
  /** The invoices whose credit it was, the oldest first. */
  shares: z.array(z.object({ invoice_id: z.string(), invoice_number: z.string(), amount: dollars })),
  reversed_on: z.string().nullable(),
  reversed_because: z.string().nullable(),
});
export type Payout = z.infer<typeof payoutSchema>;

/** GET /api/admin/accounts/{id}/credit: a company's unused credit, and what was paid out of it. Dollars. */
export const creditSchema = z.object({
  /** Today's billing day. */
  today: z.string(),
  /** Of each mode that has some. */
  balances: z.array(
    z.object({
      is_demo: z.boolean(),
      amount: dollars,
      /** Whose credit it is, the oldest first; `card`: the most of it that can go back to the card that paid. */
      invoices: z.array(
        z.object({ invoice_id: z.string(), invoice_number: z.string(), amount: dollars, card: dollars }),
      ),
    }),
  ),
  /** Newest first, without those that were refused. */
  payouts: z.array(payoutSchema),
});
export type CompanyCredit = z.infer<typeof creditSchema>;
