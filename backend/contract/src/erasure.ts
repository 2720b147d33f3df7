import { z } from 'zod';

/** Query of DELETE /api/admin/users/{id}: `erase=true` also erases the personal data, even of a user deleted before. */
export const deleteUserQuerySchema = z.object({
  erase: z.enum(['true', 'false'], { error: 'erase is true or false' }).optional(),
});

const count = z.number().int().nonnegative();

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
    }),
  ),
  contact_messages: count,
  /** Mails of the outbox to erase: all, and by kind. */
  mails: count,
  mails_by_kind: z.array(z.object({ kind: z.string(), mails: count })),
  /** Invoices keep their amounts, and their Bill To block until this day; null without invoices. */
  invoices: count,
  bill_to_until: z.iso.date().nullable(),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;
