import { z } from 'zod';

const dollars = z.number();

/** Amounts of receivables that add up, in dollars. */
const amounts = {
  /** Open on invoices of the mode, with credit to be repaid of canceled ones. */
  open_amount: dollars,
  /** The part that is not overdue: not due yet, or to be repaid. */
  current_amount: dollars,
  /** Overdue for 1 to 30 days, and so on. */
  days_1_30_amount: dollars,
  days_31_60_amount: dollars,
  days_61_90_amount: dollars,
  days_over_90_amount: dollars,
  overdue_amount: dollars,
  /** Unused credit of the mode; recorded money counts with the company's present mode (rules B32, B41). */
  credit_amount: dollars,
  /** Open less credit. */
  balance: dollars,
};

/** GET /api/admin/receivables: a company with an open amount or unused credit, once for each mode (rule B42). */
export const receivableSchema = z.object({
  /** `<account id>_live` or `<account id>_demo`. */
  id: z.string(),
  account_id: z.string(),
  company_name: z.string().nullable(),
  dealer_id: z.string().nullable(),
  /** The company's first user; null for none. */
  user_id: z.string().nullable(),
  is_demo: z.boolean(),
  ...amounts,
  /** Day of the last payment that stands, and what was paid on it; null for none. */
  last_payment_on: z.string().nullable(),
  last_payment_amount: dollars.nullable(),
  /** Active sites at the next billing date, before credit; null in the mode that the company is not in. */
  next_charge: dollars.nullable(),
  /** `on`: the saved card is charged on the due date (rule B23). */
  automatic_payment: z.enum(['on', 'card_saved', 'no_card']),
});
export type Receivable = z.infer<typeof receivableSchema>;

/** GET /api/admin/receivables/totals: sums of all that the filter finds, a row for each mode that it has. */
export const receivableTotalsSchema = z.object({
  is_demo: z.boolean(),
  /** Rows of the list. */
  companies: z.number(),
  ...amounts,
});
export type ReceivableTotals = z.infer<typeof receivableTotalsSchema>;
