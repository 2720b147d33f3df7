import { z } from 'zod';
import { invoiceCreditNoteSchema } from './creditNotes.ts';
import { customRate, effectiveFrom, promotionalPricingSchema, rateText } from './rates.ts';
import { actionReason, dayText, noteText, requiredText } from './texts.ts';

/** `pending` is shown as Open or Due, other values than `paid` as Canceled (S2-3). */
export const INVOICE_STATUSES = ['pending', 'paid', 'written_off', 'canceled', 'carried'] as const;

const dollars = z.number();

/** An invoice in a list. `user_id`: the recipient (rule B19). Amounts are dollars as numbers. */
export const invoiceSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  user_id: z.string().nullable(),
  company_name: z.string().nullable(),
  invoice_number: z.string(),
  /** `2026-12`. */
  period: z.string(),
  invoice_date: z.string(),
  due_date: z.string(),
  payment_date: z.string().nullable(),
  // a status newer than the page is shown as Canceled
  status: z.enum(INVOICE_STATUSES).catch('canceled'),
  /** The company's purchase order number when it was issued; absent for none. */
  po_number: z.string().optional(),
  total_amount: dollars,
  paid_amount: dollars,
  /** 0 unless it is pending, or canceled with credit to repay. */
  open_amount: dollars,
  refunded_amount: dollars,
  /** Paid, and all that was charged is refunded; absent otherwise. */
  is_refunded: z.literal(true).optional(),
  credited_amount: dollars,
  /** What was written off and not taken back (rule B38). */
  written_off_amount: dollars,
  /** Pending, and due before today's billing day. */
  is_overdue: z.boolean(),
  days_overdue: z.number(),
  /** False where it is below the card minimum, paid, written off, canceled or carried (rule B17). */
  can_pay: z.boolean(),
  /** Of the payment that settled it; null while it is not paid. */
  payment_kind: z.enum(['card', 'check', 'ach', 'none']).nullable(),
  /**
   * What the bank of the cardholder says about a card payment: it asks, disputes it, or took it back. Null for none, and
   * once it was decided otherwise (rule B43).
   */
  dispute: z.enum(['inquiry', 'open', 'lost']).nullable(),
  /** Pending, and its declined automatic payment is tried again on this day; absent for none. */
  next_try_on: z.string().optional(),
  /** Demo accounts pay with test cards (rule B24). */
  is_demo: z.boolean(),
  created_at: z.string(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const RATE_SOURCES = ['custom', 'promotional', 'account', 'system'] as const;
/** Sources of an invoice's line: also a corrected rate, and a line that an administrator added. */
export const LINE_SOURCES = [...RATE_SOURCES, 'corrected', 'line'] as const;

export const invoiceItemSchema = z.object({
  /** Index of the line; credits and carried amounts follow the sites. */
  id: z.string(),
  description: z.string(),
  /** Readers. */
  quantity: z.number(),
  unit_price: dollars,
  amount: dollars,
  site_id: z.string().nullable(),
  site: z.object({ site_name: z.string() }).nullable(),
  /** Null for a credit, carried amount or tax. */
  rate_source: z.enum(LINE_SOURCES).nullable(),
  /** A line of sales tax, shown with the totals; absent for others. */
  is_tax: z.literal(true).optional(),
});
export type InvoiceItem = z.infer<typeof invoiceItemSchema>;

/** GET /api/invoices/{id}. `user` is the Bill To block as issued; null is shown as N/A. */
export const invoiceDetailSchema = invoiceSchema.extend({
  user: z
    .object({
      company: z.string().nullable(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zip: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  /** The first lines (of most invoices all), then credits and carried amounts. */
  items: z.array(invoiceItemSchema),
  /** Of `total_amount`: sales tax (rule B38); absent for none. */
  tax_amount: dollars.optional(),
  /** Number of lines. A long invoice has more than `items` holds; GET …/items returns the others by parts. */
  line_count: z.number(),
  /** In their order, with reversed ones. `reference`: check number or ACH trace. */
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['card', 'check', 'ach']),
      amount: dollars,
      paid_on: z.string(),
      reference: z.string().nullable(),
      reversed_on: z.string().nullable(),
      /** The receipt that it is a share of, with its whole amount; absent for others, and for dealers. */
      receipt: z.object({ id: z.string(), amount: dollars, invoice_numbers: z.array(z.string()) }).optional(),
      /** What the bank took back after a dispute and did not give back, and when; absent for none (rule B43). */
      taken_back: z.object({ amount: dollars, on: z.string() }).optional(),
    }),
  ),
  /** Of the disputes that `dispute` is about; absent without one. */
  dispute_amount: dollars.optional(),
  /** Today's billing day. */
  today: z.string(),
  /** Account credit that was used or paid out, of a payment that was taken back since: to be paid here again. */
  credit_to_repay_amount: dollars,
  /** Oldest first; `site_id` is null for an added line. */
  corrections: z.array(
    z.object({ site_id: z.string().nullable(), name: z.string(), text: z.string(), reason: z.string() }),
  ),
  /** Credit of other invoices that paid it since it was issued; below 0 where it was taken back, with the reason. */
  credit_moves: z.array(
    z.object({
      invoice_id: z.string(),
      invoice_number: z.string(),
      amount: dollars,
      on: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  /** Of its credits, what no invoice has used. */
  unused_credit_amount: dollars,
  /** Check number or ACH trace. */
  payment_reference: z.string().nullable(),
  /** Settled by credit of earlier invoices; 0 while it is not paid. */
  credit_spent_amount: dollars,
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: dollars,
      status: z.enum(['requested', 'refunded', 'failed']),
      /** Part of it that paid out account credit (rule B41); absent for none. */
      paid_out: dollars.optional(),
      kind: z.enum(['card', 'check', 'ach']).optional(),
      /** Number of the invoice that it was moved from; absent where it was not moved (rule B44). */
      moved_from: z.string().optional(),
      /** Parts that were moved to other invoices, which `amount` is less; absent for none. Dollars. */
      moves: z.array(z.object({ amount: dollars, invoice_number: z.string(), on: z.string() })).optional(),
      /** Day on which the payout that it is a share of was taken back, after which it is failed; absent for others. */
      taken_back_on: z.string().optional(),
      /** Null until refunded. */
      refunded_on: z.string().nullable().optional(),
      /** Check number or ACH trace. */
      reference: z.string().nullable().optional(),
    }),
  ),
  /** Parts of its payments that were moved to other invoices; absent for none. */
  payment_moves: z
    .array(z.object({ payment_id: z.string(), amount: dollars, invoice_number: z.string(), on: z.string() }))
    .optional(),
  /** Write-offs in their order, below 0 where one was taken back; for administrators only, absent for none. */
  write_offs: z
    .array(z.object({ amount: dollars, on: z.string(), by: z.string(), reason: z.string() }))
    .optional(),
  /** Payments and credits that can be moved to another open invoice; for administrators only. */
  movable: z.array(z.object({ id: z.string(), name: z.string(), amount: dollars })).optional(),
  /** Of its credits, refunds and void, the earliest first (rule B35); absent for none. */
  credit_notes: z.array(invoiceCreditNoteSchema).optional(),
  replaces: z.string().nullable(),
  replaced_by: z.string().nullable(),
  carried_to: z.string().nullable(),
  /**
   * The most that can be refunded, refunded to the card, or credited; for administrators only. Of an invoice that is not
   * paid, its unused credit can be refunded.
   */
  correctable: z.object({ refund: dollars, card: dollars, credit: dollars }).optional(),
  /** The state that it was priced from; for administrators only. */
  proof: z
    .object({ cut_seq: z.number(), chain_hash: z.string(), policy_version: z.number() })
    .nullable()
    .optional(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetailSchema>;

/** GET /api/invoices/{id}/items: the lines of one part; none after the last part. */
export const invoiceItemsSchema = z.object({ items: z.array(invoiceItemSchema) });

/** GET /api/invoices/{id}/differences, …/billing-summary/differences: why an amount differs from the invoice before. */
export const invoiceDifferencesSchema = z.object({
  /** Of the invoice or estimate. */
  period: z.string(),
  total: dollars,
  /** The company's last invoice of an earlier month that is not canceled; null for none. */
  before: z
    .object({ id: z.string(), invoice_number: z.string(), period: z.string(), total: dollars })
    .nullable(),
  /** The total less the one before; the sum of `differences`. */
  difference: dollars,
  /** The largest first. */
  differences: z.array(
    z.object({
      /** E.g. `Harbor Gate: 12 → 16 readers`. */
      text: z.string(),
      amount: dollars,
      causes: z.array(
        z.object({
          text: z.string(),
          /** Billing day. */
          on: z.string(),
          /** A person as far as this reader may know, or `Billing rule`. */
          by: z.string(),
          /** An administrator's reason; for administrators only. */
          reason: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type InvoiceDifferences = z.infer<typeof invoiceDifferencesSchema>;

/** POST /api/pay-invoices. */
export const payInvoicesSchema = z.object({
  invoiceIds: z.array(z.string().max(100)).min(1, 'Please choose an invoice').max(50),
  use_existing_payment_method: z.boolean().default(true),
});

/** GET /api/billing-summary. Dollars; `projected_*` are priced at the next billing date (rules B6, B7). */
export const billingSummarySchema = z.object({
  account_id: z.string(),
  /** The company's mode. */
  is_demo: z.boolean(),
  /** Open amount of pending invoices of this mode. */
  balance: dollars,
  /** Account credit of this mode that no invoice has used: it pays the next invoices. */
  credit: dollars,
  /** Open amount of pending invoices of the other mode, which are paid in that mode. */
  other_mode_balance: dollars,
  next_billing_date: z.string(),
  /** Total of the next invoice by the billing preview (rule B40). Null while the company's records can't be read. */
  estimated_monthly_charge: dollars.nullable(),
  /** Its active sites; null where the total is. */
  active_charges: dollars.nullable(),
  /** Its carried amounts (above 0) and credits (below 0). */
  adjustments: z.array(
    z.object({ kind: z.enum(['carried', 'credit']), invoice_number: z.string(), amount: dollars }),
  ),
  /** One-off charges and credits on it (rule B38); absent for none. */
  one_off: z.array(z.object({ text: z.string(), amount: dollars })).optional(),
  /** Active and pending sites. */
  projected_monthly_cost: dollars,
  /** Its pending sites. */
  includes_pending: dollars,
  total_active_sites: z.number(),
  total_pending_sites: z.number(),
  /** Readers of active sites. */
  total_readers: z.number(),
  total_pending_readers: z.number(),
  pending_invoices: z.number(),
  charges: z.array(
    z.object({
      site_id: z.string(),
      site_name: z.string(),
      status: z.enum(['active', 'pending']),
      readers: z.number(),
      rate: dollars,
      charge: dollars,
      rate_source: z.enum(RATE_SOURCES),
    }),
  ),
  /** Rates that are announced and not in force yet. */
  announced_rates: z.array(
    z.object({
      site_id: z.string().nullable(),
      site_name: z.string().nullable(),
      /** In force today: the company's default, or what the site's readers cost. */
      rate_now: dollars,
      /** Null: the site returns to the company's rate. */
      rate: dollars.nullable(),
      effective_from: z.string(),
    }),
  ),
});
export type BillingSummary = z.infer<typeof billingSummarySchema>;

const reason = actionReason();
/** Dollars as text. @param sign pattern before the digits */
const dollarsLike = (sign: '' | '-?') =>
  z
    .union([z.string(), z.number()], { error: 'Amount is required' })
    .transform((value) => String(value).trim())
    .pipe(
      z
        .string()
        .min(1, 'Amount is required')
        .regex(
          new RegExp(`^${sign}\\d{1,9}(\\.\\d{1,2})?$`),
          'Amount must be dollars with at most two decimals',
        ),
    );
export const dollarAmount = dollarsLike('');
export const amountAboveZero = dollarsLike('-?').refine(
  (amount) => Number(amount) > 0,
  'Amount must be more than $0.00',
);

/** POST /api/invoices/{id}/pay; the body is optional. `amount`: dollars, at most what is open, which is the default. */
export const payInvoiceSchema = z
  .object({ use_existing_payment_method: z.boolean().default(true), amount: amountAboveZero.optional() })
  .default({ use_existing_payment_method: true });

/** POST …/refund and …/credit: dollars of a paid invoice. */
export const invoiceAmountSchema = z.object({ amount: dollarAmount, reason });
/** POST /api/admin/orders/{id}/refund: dollars of a paid order. */
export const refundOrderSchema = z.object({
  amount: dollarAmount,
  reason: noteText({ required: 'Please give a reason' }),
});
/** POST …/record-payment: a check or bank transfer, by default of the open amount. */
export const recordPaymentSchema = z.object({
  amount: amountAboveZero.optional(),
  method: z.enum(['check', 'ach'], { error: 'Please choose check or ACH' }),
  paid_on: dayText(),
  reference: requiredText('Reference is required'),
  reason,
  /** Whether an equal payment of the company was recorded before and this is another one (409 `recorded_before`). */
  record_again: z.boolean().optional(),
});
/** POST …/reverse-payment: `payment_id` is one of the invoice's `payments`. */
export const reversePaymentSchema = z.object({
  payment_id: requiredText('Please choose a payment'),
  reason: noteText({ required: 'Please give a reason' }),
});
/** POST …/move-allocation: `allocation` is one of the invoice's `movable`; dollars. */
export const moveAllocationSchema = z.object({
  allocation: requiredText('Please choose a payment or credit'),
  to_invoice_id: requiredText('Please choose an invoice'),
  amount: amountAboveZero,
  reason: noteText({ required: 'Please give a reason' }),
});
/** POST …/refund: of an invoice paid by check or ACH, with how the money was returned. */
export const refundInvoiceSchema = invoiceAmountSchema.extend({
  method: z.enum(['check', 'ach']).optional(),
  refunded_on: dayText().optional(),
  reference: requiredText('Reference is required').optional(),
});
/** POST /api/admin/update-invoice-site (rule B28). */
export const updateInvoiceSiteSchema = z.object({
  invoiceId: requiredText('invoiceId is required'),
  siteId: requiredText('Please select a site'),
});
/** POST …/issue-invoice, /api/admin/run-billing: `2026-12`. */
export const billingPeriodSchema = z.object({
  period: z
    .string({ error: 'Please enter a month' })
    .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Please enter a month'),
  reason,
});

/** GET /api/admin/billing-preview: what a run of the period would issue for each account. */
export const billingPreviewSchema = z.object({
  period: z.string(),
  cut_off: z.string(),
  /** In the billing time zone: `Nov 1, 12:00 AM ET`. */
  cut_off_text: z.string(),
  total: dollars,
  last_month_total: dollars,
  accounts: z.array(
    z.object({
      account_id: z.string(),
      company_name: z.string().nullable(),
      is_demo: z.boolean(),
      outcome: z.enum(['priced', 'issued', 'skipped', 'parked']),
      skipped_because: z.string().nullable(),
      total: dollars,
      last_month_total: dollars,
      /** Differences to last month, in words. */
      differences: z.array(z.string()),
      lines: z.array(
        z.object({
          site_id: z.string().nullable(),
          name: z.string(),
          readers: z.number(),
          rate: dollars,
          amount: dollars,
          source: z.enum(LINE_SOURCES).nullable(),
        }),
      ),
    }),
  ),
});
export type BillingPreview = z.infer<typeof billingPreviewSchema>;

export const billingRunSchema = z.object({
  /** The period. */
  id: z.string(),
  period: z.string(),
  status: z.enum(['started', 'completed']),
  cut_off: z.string(),
  cut_seq: z.number(),
  issued: z.number(),
  total: dollars,
  skipped: z.number(),
  parked: z.number(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
});
export type BillingRun = z.infer<typeof billingRunSchema>;

/** POST …/rate-effect: a default rate, a site's rate (null for none) or a promotion that is not saved yet. Dollars. */
export const rateEffectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('default_rate'),
    rate: rateText('Rate is required'),
    effective_from: effectiveFrom,
  }),
  z.object({
    kind: z.literal('site_rate'),
    site_id: z.string().max(100),
    rate: customRate(),
    effective_from: effectiveFrom,
  }),
  z.object({
    kind: z.literal('promotion'),
    promotional_reader_rate: promotionalPricingSchema.shape.promotional_reader_rate,
    promotional_months: promotionalPricingSchema.shape.promotional_months,
    promotional_pricing_active: z.boolean(),
  }),
]);
export type RateEffectInput = z.input<typeof rateEffectSchema>;
export const rateEffectAnswerSchema = z.object({
  /** The invoice day that the effect is priced at. */
  invoice_date: z.string(),
  total_before: dollars,
  total_after: dollars,
  /** An increase with less than 30 days' notice: saving it needs `confirm_short_notice` and a reason. */
  short_notice: z.boolean(),
  lines: z.array(
    z.object({
      site_id: z.string(),
      site_name: z.string(),
      readers: z.number(),
      rate_before: dollars,
      rate_after: dollars,
      amount_before: dollars,
      amount_after: dollars,
    }),
  ),
});
export type RateEffect = z.infer<typeof rateEffectAnswerSchema>;

/** POST /api/admin/preview-rates: a default rate of these companies that is not saved yet. Dollars. */
export const previewRatesSchema = z.object({
  ids: z.array(z.string().max(100)).min(1).max(100),
  rate: rateText('Rate is required'),
  effective_from: effectiveFrom,
});
export type PreviewRates = z.input<typeof previewRatesSchema>;
/** What it would change for a company. */
export const newRateEffectSchema = rateEffectAnswerSchema.omit({ lines: true }).extend({
  account_id: z.string(),
  /** Default rates on the day of that invoice; null for none. */
  rate_before: dollars.nullable(),
  rate_after: dollars.nullable(),
  /** On that invoice. */
  readers: z.number(),
  /** Those of them that it changes: not of sites with a rate of their own or a promotional one. */
  changed_readers: z.number(),
});
export type NewRateEffect = z.infer<typeof newRateEffectSchema>;

/** GET /api/admin/revenue: by month, demo separately (rule B24). Dollars. */
export const revenueSchema = z.array(
  z.object({
    /** `2026-12`; the coming months are projections. */
    period: z.string(),
    issued: dollars,
    paid: dollars,
    open: dollars,
    demo: dollars,
    projected: z.boolean(),
  }),
);
export type Revenue = z.infer<typeof revenueSchema>;
