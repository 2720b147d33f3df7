import { DEALER_SITE_INPUTS, HARDWARE, mapValues } from '@portal/domain/values';
import { z } from 'zod';
import { moveAllocationSchema } from './invoices.ts';
import { newMigrationSchema } from './migrations.ts';
import { newSiteSchema } from './sites.ts';
import { actionReason, noteText, requiredText } from './texts.ts';

const cents = z.number({ error: 'amount must be a whole number of cents' }).int().min(0).max(99_999_999);

/** The form of an order: one site, one migration, or the sites of an import (rule D14). */
export const orderFormSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('site'), site: newSiteSchema }),
  z.object({ kind: z.literal('migration'), migration: newMigrationSchema }),
  z.object({ kind: z.literal('sites'), sites: z.array(newSiteSchema).min(1).max(500) }),
]);
export type OrderFormRequest = z.output<typeof orderFormSchema>;
export type OrderFormInput = z.input<typeof orderFormSchema>;

/**
 * Id of a form's order: a UUID that the page sends with every attempt, so that a second press, reload or retry places no
 * second order. Without one, each call is a new order.
 */
export const orderIdOfForm = z.string().max(100).optional();

/** POST /api/orders: an order that costs nothing. */
export const placeOrderSchema = z.object({ order: orderFormSchema, orderId: orderIdOfForm });

/**
 * POST /api/create-payment-intent (S1-7, rule D14). `amount` and `items[].price` are cents, only compared with the
 * server's price. `order`: the form, placed under `orderId`; absent where that order was placed before.
 */
export const createPaymentIntentSchema = z.object({
  amount: cents,
  items: z
    .array(z.object({ name: requiredText('An item needs a name'), price: cents }))
    .max(600)
    .optional(),
  site_id: z.string().max(100).nullable().optional(),
  use_existing_payment_method: z.boolean().default(false),
  isMigration: z.boolean().default(false),
  order: orderFormSchema.optional(),
  orderId: orderIdOfForm,
});
export type CreatePaymentIntentRequest = z.output<typeof createPaymentIntentSchema>;

/**
 * A started payment. `success`: the money was taken. Otherwise the card form continues with `clientSecret`, null where
 * the provider needs nothing more. `status` is the provider's.
 */
export const startedPaymentSchema = z.object({
  success: z.boolean(),
  status: z.string(),
  clientSecret: z.string().nullable(),
  /** The provider's id, for {@link paths.paymentOutcome}. */
  paymentIntentId: z.string().nullable(),
  /** Why a saved card failed; null where it did not. */
  message: z.string().nullable(),
  /** Of the mode that is paid in; absent for an order, which is paid in the account's. */
  publicKey: z.string().nullable().optional(),
});
export type StartedPayment = z.infer<typeof startedPaymentSchema>;
export const startedOrderPaymentSchema = startedPaymentSchema.extend({ orderId: z.string() });
export type StartedOrderPayment = z.infer<typeof startedOrderPaymentSchema>;

/** GET /api/stripe-config. `simulated`: no real money moves; the form shows 'Simulated payments'. */
export const stripeConfigSchema = z.object({
  publicKey: z.string().nullable(),
  isConfigured: z.boolean(),
  accountType: z.enum(['demo', 'live']),
  simulated: z.boolean(),
});
export type StripeConfig = z.infer<typeof stripeConfigSchema>;

/** POST /api/setup-payment-method. */
export const setupPaymentMethodAnswerSchema = z.object({ clientSecret: z.string() });

const providerId = (name: string) =>
  requiredText(`${name} is required`).regex(/^[\w-]+$/, `${name} is not valid`);

/**
 * POST /api/save-payment-method: the payment method of one of the company's setup intents, named by its own id or by the
 * setup intent's, the only one that the return page gets.
 */
export const savePaymentMethodSchema = z
  .object({
    paymentMethodId: providerId('paymentMethodId').optional(),
    setupIntentId: providerId('setupIntentId').optional(),
  })
  .refine(
    ({ paymentMethodId, setupIntentId }) => (paymentMethodId === undefined) !== (setupIntentId === undefined),
    {
      path: ['paymentMethodId'],
      message: 'paymentMethodId is required',
    },
  );

/** GET /api/user-has-payment-method. */
export const hasPaymentMethodSchema = z.object({
  hasPaymentMethod: z.boolean(),
  /** True where the saved card's last charge was declined. */
  declined: z.boolean().optional(),
});

/** GET /api/payment-method; null without a card (rule G8). */
export const paymentMethodSchema = z
  .object({
    brand: z.string(),
    last4: z.string(),
    expMonth: z.number(),
    expYear: z.number(),
    /** The day it was declined and the provider's reason; null once it was charged or replaced. */
    declined: z.object({ on: z.string(), message: z.string() }).nullable(),
    /** Null without consent to automatic payment. */
    autoPay: z.object({ consentedAt: z.string(), version: z.string() }).nullable(),
  })
  .nullable();
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** The text a dealer agrees to when automatic payment is switched on; raised when the text changes. */
export const AUTO_PAY_CONSENT_VERSION = '2026-11';
export const AUTO_PAY_CONSENT_TEXT =
  'I agree that each monthly invoice is charged to the saved card on its due date, until I switch this off. A charge that is declined is not tried again: I can pay the invoice with Pay Now.';
export const autoPaySchema = z.object({
  version: z.literal(AUTO_PAY_CONSENT_VERSION, { error: 'Please read the terms again: they have changed.' }),
});

/** GET /api/payments/{intentId}: the payment's outcome, for the return page. */
export const paymentOutcomeSchema = z.object({
  status: z.enum(['processing', 'succeeded', 'declined', 'failed']),
  message: z.string().nullable(),
  orderId: z.string().nullable(),
  invoiceIds: z.array(z.string()),
});
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>;

export const ORDER_STATUSES = ['unpaid', 'paid', 'fulfilled', 'rejected'] as const;

/** A dealer's order and the outcome of its entries. */
export const orderSchema = z.object({
  id: z.string(),
  /** Short and readable, e.g. `ORD-3F9A2C7D`. */
  order_number: z.string(),
  account_id: z.string(),
  user_id: z.string(),
  company_name: z.string().nullable().optional(),
  kind: z.enum(['site', 'migration', 'sites']),
  status: z.enum(ORDER_STATUSES),
  items: z.array(z.object({ name: z.string(), amount: z.number() })),
  entries: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      amount: z.number(),
      outcome: z.enum(['waiting', 'created', 'rejected']),
    }),
  ),
  /** Dollars. */
  total_amount: z.number(),
  /** Also what the provider is still refunding. */
  refunded_amount: z.number(),
  /** By the cardholder's bank, after a lost dispute. */
  taken_back_amount: z.number(),
  /** Can still be refunded; 0 while the bank decides about a dispute. */
  refundable_amount: z.number(),
  /** What the bank of the cardholder says; null for nothing, and once it was decided otherwise (rule B43). */
  dispute: z.enum(['inquiry', 'open', 'lost']).nullable(),
  /** Paid with a test card. */
  test_mode: z.boolean(),
  placed_on: z.string(),
  paid_on: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  created_at: z.string(),
});
export type Order = z.infer<typeof orderSchema>;

export const PAYMENT_STATUSES = [
  'started',
  'declined',
  'failed',
  'succeeded',
  'refunded',
  'disputed',
] as const;

/** A payment attempt, for administrators. */
export const paymentSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  company_name: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  /** Dollars. */
  amount: z.number(),
  refunded_amount: z.number(),
  /** Claimed by no order or invoice; being refunded. */
  unclaimed_amount: z.number(),
  test_mode: z.boolean(),
  intent_id: z.string().nullable(),
  order_id: z.string().nullable(),
  invoice_ids: z.array(z.string()),
  message: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  created_at: z.string(),
  refunds: z.array(
    z.object({
      id: z.string(),
      /** Dollars. */
      amount: z.number(),
      status: z.enum(['requested', 'refunded', 'failed']),
      /** The invoice that it was booked on; absent for an order, or unallocated money. */
      invoice_id: z.string().optional(),
      /** It failed and was not requested again. */
      can_retry: z.boolean(),
      /** It was made at the provider and can be moved to another invoice of the payment (rule B44). */
      can_move: z.boolean().optional(),
    }),
  ),
  /** Of the cardholder's bank. `inquiry`: it only asks, and no money moves. */
  disputes: z.array(
    z.object({
      id: z.string(),
      /** Dollars. */
      amount: z.number(),
      reason: z.string().nullable(),
      status: z.enum(['inquiry', 'inquiry_closed', 'open', 'won', 'lost']),
    }),
  ),
  /** The provider's fees for disputes, in dollars. */
  dispute_fee_amount: z.number(),
  /** It may still take money. An administrator can end it where the provider does not know it. */
  is_open: z.boolean(),
});
export type Payment = z.infer<typeof paymentSchema>;

/** POST /api/admin/payments/{id}/retry-refund. */
export const retryRefundSchema = z.object({
  refund_id: requiredText('refund_id is required'),
  reason: actionReason(),
});

/** POST /api/admin/payments/{id}/move-refund: `refund_id` is one that `can_move`; dollars. */
export const moveRefundSchema = moveAllocationSchema
  .omit({ allocation: true })
  .extend({ refund_id: requiredText('refund_id is required') });

/**
 * POST /api/site-import: the CSV as text/csv. Each row is checked separately. `rows` holds all good rows and the first
 * {@link MAX_BROKEN_ROWS} broken ones; `good` and `broken` count all.
 */
export const siteImportAnswerSchema = z.object({
  rows: z.array(
    z.object({
      /** Line in the file, the header being line 1. */
      line: z.number(),
      /** The site as the New Site form takes it; null for a broken row. */
      site: z.record(z.string(), z.unknown()).nullable(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
      /** The cells of a broken row by column, as they are in the file; absent for a good row. */
      values: z.record(z.string(), z.string()).optional(),
      /** What was completed in a good row, for the dealer to check; absent for nothing. */
      notes: z.array(z.string()).optional(),
      /** What it adds to the total, in cents. */
      price_cents: z.number(),
    }),
  ),
  good: z.number(),
  broken: z.number(),
  items: z.array(z.object({ name: z.string(), price_cents: z.number() })),
  total_cents: z.number(),
});
export type SiteImportAnswer = z.infer<typeof siteImportAnswerSchema>;

const [CA150_PANEL, NETCOM6P] = HARDWARE;

/** The columns of an import file with their names for people, in the order of the sample. */
export const SITE_IMPORT_COLUMNS = {
  site_name: { label: 'Site name', required: true },
  site_address: { label: 'Address', required: true },
  site_city: { label: 'City', required: true },
  site_state: { label: 'State', required: true },
  site_zip: { label: 'ZIP code', required: true },
  number_of_readers: { label: 'Number of readers', required: true },
  number_of_acu_panels: { label: 'Number of ACU panels', required: false },
  requested_date: { label: 'Requested date', required: false },
  ...mapValues(DEALER_SITE_INPUTS, ({ label }) => ({ label, required: false })),
  ca150_panel: { label: CA150_PANEL, required: false },
  netcom6p: { label: NETCOM6P, required: false },
} as const;

/** Bytes of an import file. */
export const MAX_IMPORT_BYTES = 5_000_000;
/** Rows of an import file, blank ones included. */
export const MAX_IMPORT_ROWS = 10_000;
/** Broken rows in an import's response. */
export const MAX_BROKEN_ROWS = 500;

/** DELETE of a paid pending site or migration, and rejecting an order: the reason is mailed to the dealer. */
export const rejectionSchema = z.object({ reason: noteText({ required: 'Please give a reason' }) });
