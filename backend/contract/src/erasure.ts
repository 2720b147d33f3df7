import { z } from 'zod';

/** Query of DELETE /api/admin/users/{id}: `erase=true` erases the personal data too, of a user deleted earlier as well. */
export const deleteUserQuerySchema = z.object({
  erase: z.enum(['true', 'false'], { error: 'erase is true or false' }).optional(),
});

const count = z.number().int().nonnegative();

/** GET /api/admin/users/{id}/erasure: what erasing this user's personal data would do, or has done. */
export const erasurePreviewSchema = z.object({
  id: z.string(),
  /** Null where it can't be read any more. */
  username: z.string().nullable(),
  name: z.string().nullable(),
  is_deleted: z.boolean(),
  is_erased: z.boolean(),
  /** Why it can't be done; null where it can. */
  refusal: z.string().nullable(),
  /** Nobody else belongs to these: their data goes too. */
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
  /** Others belong to these: their data stays. */
  shared_companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      other_users: count,
      /** Its e-mail address or phone number is the person's, and is removed. */
      contact_goes: z.boolean(),
    }),
  ),
  contact_messages: count,
  /** Mails of the outbox that go: all, and by what they are about. */
  mails: count,
  mails_by_kind: z.array(z.object({ kind: z.string(), mails: count })),
  /** Issued invoices keep their sums for ever, and to whom they went until this day; null without any. */
  invoices: count,
  bill_to_until: z.iso.date().nullable(),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;
