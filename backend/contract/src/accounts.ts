import { COMPANY_INPUTS, mapValues } from '@portal/domain/values';
import { z } from 'zod';
import { paymentMethodSchema } from './payments.ts';
import {
  actionReason,
  dayText,
  emailAddress,
  emailList,
  formText,
  nameText,
  optionalText,
  requiredText,
} from './texts.ts';

/** GET /api/accounts/{id} and the administrators' list. Rates are dollars as numbers. */
export const accountSchema = z.object({
  id: z.string(),
  ...mapValues(COMPANY_INPUTS, () => z.string()),
  dealer_id: z.string().nullable(),
  default_reader_rate: z.number().nullable(),
  promotional_reader_rate: z.number().nullable(),
  promotional_months: z.number(),
  promotional_pricing_active: z.boolean(),
  promotional_start_date: z.string().nullable(),
  promotional_license_pricing: z.boolean(),
  demo_pricing: z.boolean(),
  equipment_purchases_enabled: z.boolean(),
  /** Rates of sales tax in force for its orders, by state, in millionths (rule B38); absent for none, and in lists. */
  tax_rates: z.record(z.string(), z.number()).optional(),
  is_demo_account: z.boolean(),
  created_at: z.string(),
  /** The company's users, the first one first; for administrators only. */
  users: z
    .array(z.object({ id: z.string(), username: z.string(), name: z.string(), email: z.string() }))
    .optional(),
  /** The saved card of the account's mode, null without one; for administrators, of one company only. */
  payment_method: paymentMethodSchema.optional(),
  /** The open invoice that holds new orders, null for none; of one company only. Dollars. */
  order_hold: z
    .object({
      invoice_id: z.string(),
      invoice_number: z.string(),
      due_date: z.string(),
      open_amount: z.number(),
    })
    .nullish(),
  /** In lists: active sites, their dollars on the next billing date, open dollars of its invoices, and its card. */
  active_sites: z.number().optional(),
  projected_monthly: z.number().optional(),
  open_amount: z.number().optional(),
  has_card: z.boolean().optional(),
});
export type Account = z.infer<typeof accountSchema>;

const companyName = nameText('Company name is required');
const emailOrBlank = emailAddress('Please enter a valid email address', { orBlank: true });
const onOrOff = z.boolean({ error: 'Please choose on or off' });

/** PATCH /api/accounts/{id}: a dealer's settings of the company's invoices; missing fields stay. */
export const billingDetailsSchema = z.object({
  /** Printed as the name in Bill To; blank for the first user's. */
  billing_contact: optionalText(),
  /** Get all mails about invoices beside the company's users. */
  invoice_emails: emailList().optional(),
  /** Printed on invoices that are issued from then on. */
  po_number: formText({ max: 50 }).optional(),
});

/** PATCH /api/admin/accounts/{id}, the Edit Company dialog: missing fields stay (S2-5). */
export const editAccountSchema = z.object({
  ...mapValues(COMPANY_INPUTS, optionalText),
  name: companyName.optional(),
  company_name: companyName.optional(),
  company_email: emailOrBlank.optional(),
  ...billingDetailsSchema.shape,
  equipment_purchases_enabled: onOrOff.optional(),
  demo_pricing: onOrOff.optional(),
  reason: actionReason(),
});
export type EditAccountForm = z.input<typeof editAccountSchema>;
export type EditAccountRequest = z.output<typeof editAccountSchema>;

/** POST /api/admin/accounts/{id}/promises: the company says by when it pays what is open. */
export const promisePaymentSchema = z.object({
  promised_on: dayText(),
  note: requiredText('Please write a note'),
});

/** PUT /api/admin/accounts/{id}/demo-status. */
export const demoStatusSchema = z.object({
  is_demo_account: z.boolean({ error: 'is_demo_account must be true or false' }),
  reason: actionReason(),
});
