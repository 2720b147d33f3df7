import { z } from 'zod';
import { reasonSchema } from './adminUsers.ts';

/** Query of DELETE /api/admin/users/{id}: `erase=true` also erases the personal data, even of a user deleted before. */
export const deleteUserQuerySchema = z.object({
  erase: z.enum(['true', 'false'], { error: 'erase is true or false' }).optional(),
});

/** Body of DELETE /api/admin/users/{id}. The flags matter with `erase=true` only. */
export const deleteUserSchema = reasonSchema.extend({
  /** Confirms that money stays without recipient (409 `open_money` else). */
  confirm_open_money: z.boolean().optional(),
  /** Also erases what `withheld` of the preview lists. */
  include_withheld: z.boolean().optional(),
});

const count = z.number().int().nonnegative();
const cents = z.number().int();

const openMoneySchema = z.object({
  is_demo: z.boolean(),
  /** Still to be paid on invoices. */
  open_cents: cents,
  /** Unused account credit; recorded money counts in the company's mode. */
  credit_cents: cents,
});
export type OpenMoney = z.infer<typeof openMoneySchema>;

const withheldSchema = z.object({
  /** Addresses that other users have too, and who. Empty without anything that belongs to them. */
  addresses: z.array(
    z.object({
      email: z.string(),
      users: z.array(z.object({ id: z.string(), username: z.string() })),
    }),
  ),
  /** Messages of the contact form. */
  messages: z.array(z.object({ id: z.string(), email: z.string(), subject: z.string(), at: z.string() })),
  mails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      recipient: z.string(),
      subject: z.string(),
      at: z.string(),
    }),
  ),
  /** Companies that stay, whose contact address it is. */
  contacts_of: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** GET /api/admin/users/{id}/erasure: what erasing this user's personal data would erase, or has erased. */
export const erasurePreviewSchema = z.object({
  id: z.string(),
  /** Null where it was erased. */
  username: z.string().nullable(),
  name: z.string().nullable(),
  is_deleted: z.boolean(),
  is_erased: z.boolean(),
  /** Why it can't be done; null where it can. */
  refusal: z.string().nullable(),
  /** Companies without other users: their data is erased too. */
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sites: count,
      migrations: count,
      orders: count,
      questions: count,
      notes: count,
      /** By mode; only modes with an amount. Empty once erased. */
      open_money: z.array(openMoneySchema),
    }),
  ),
  /** Companies with other users: their data stays. */
  shared_companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      other_users: count,
      /** Its email address or phone number is the person's and is removed. */
      contact_goes: z.boolean(),
      /** Its automatic payments end, because this user turned them on. */
      auto_pay_ends: z.boolean(),
    }),
  ),
  /** What stays unless `include_withheld` is sent, because an address of this user is another user's too. */
  withheld: withheldSchema,
  contact_messages: count,
  /** Mails of the outbox to erase: all, and by kind. */
  mails: count,
  mails_by_kind: z.array(z.object({ kind: z.string(), mails: count })),
  /** Invoices keep their amounts, and their Bill To block until this day; null without invoices. */
  invoices: count,
  bill_to_until: z.iso.date().nullable(),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;
