import { DEALER_ID_MESSAGE, DEALER_ID_PATTERN } from '@portal/domain/values';
import { z } from 'zod';
import { sessionUserSchema, staffRole } from './session.ts';
import {
  actionReason,
  anyUsername,
  emailAddress,
  nameText,
  newUsername,
  optionalText,
  password,
} from './texts.ts';

/** PATCH /api/admin/users/{id}/approval. */
export const approvalSchema = z.object({
  isApproved: z.boolean({ error: 'isApproved must be true or false' }),
  reason: actionReason(),
});

/** A row of GET /api/admin/users, with the account's next bill in cents (active sites only). */
export const adminUserSchema = sessionUserSchema.extend({
  active_sites: z.number().int(),
  total_readers: z.number().int(),
  projected_monthly_invoice_cents: z.number().int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

const SHORT_USERNAME = 'Username must be at least 3 characters';
const email = emailAddress('Please enter a valid email address');
const name = nameText('Name is required');
const company = nameText('Company is required');
const contactLines = {
  phone: optionalText(),
  address: optionalText(),
  city: optionalText(),
  state: optionalText(),
  zip: optionalText(),
};

/** KS plus 4 digits, or nothing (S2-5; rule D1: empty while pending). */
const dealerId = z
  .union([z.string(), z.null()], { error: DEALER_ID_MESSAGE })
  .transform((id) => (id === null ? '' : id.trim()))
  .refine((id) => id === '' || DEALER_ID_PATTERN.test(id), DEALER_ID_MESSAGE);

/** The company chosen; blank or null for none. */
const accountChoice = z
  .union([z.string().max(100), z.null()], { error: 'Please choose a company' })
  .transform((id) => (id === null || id.trim() === '' ? null : id.trim()));

/** POST /api/admin/users, the Add User dialog: joins the chosen company or opens an account (rule D11). */
export const addUserSchema = z.object({
  username: newUsername(SHORT_USERNAME),
  email,
  password: password(8),
  name,
  company,
  ...contactLines,
  is_admin: z.boolean({ error: 'Please choose yes or no' }).default(false),
  /** Of an administrator. */
  staff_role: staffRole.default('admin'),
  account_id: accountChoice.default(null),
  /** Blank for the next free one. */
  dealer_id: dealerId.default(''),
  reason: actionReason(),
});
export type AddUserForm = z.input<typeof addUserSchema>;
export type AddUserRequest = z.output<typeof addUserSchema>;

/** PATCH /api/admin/users/{id}: missing fields and a blank password stay; unknown fields are dropped. */
export const editUserSchema = z.object({
  /** A changed one must be as {@link newUsername} asks. */
  username: anyUsername(SHORT_USERNAME).optional(),
  email: email.optional(),
  name: name.optional(),
  company: company.optional(),
  ...contactLines,
  dealer_id: dealerId.optional(),
  is_admin: z.boolean({ error: 'Please choose yes or no' }).optional(),
  /** Of somebody who is an administrator or becomes one. */
  staff_role: staffRole.nullable().optional(),
  password: z.union([z.literal(''), z.null(), password(6)], { error: passwordProblem }).optional(),
  account_id: accountChoice.optional(),
  reason: actionReason(),
});
export type EditUserForm = z.input<typeof editUserSchema>;
export type EditUserRequest = z.output<typeof editUserSchema>;

/** The password schema's own message, which the union would hide. */
function passwordProblem({ input }: { readonly input?: unknown }): string {
  const judged = password(6).safeParse(input);
  return judged.error?.issues[0]?.message ?? 'Password must be at least 6 characters';
}

/** Body of an administrator's action without other fields. */
export const reasonSchema = z.object({ reason: actionReason() });

const NO_REASON = 'Please give a reason';
/** As {@link reasonSchema}, where a reason is required. */
export const neededReasonSchema = z.object({
  reason: z
    .string({ error: NO_REASON })
    .trim()
    .min(1, NO_REASON)
    .max(500, 'Please use at most 500 characters'),
});
