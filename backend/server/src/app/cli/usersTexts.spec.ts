import { expect, it } from 'vitest';
import { erasureText } from './usersTexts.ts';

// Proves I8-erase-7
it('states that the log keeps old contact details of a remaining company', () => {
  const text = erasureText({
    id: 'u1',
    username: 'ann',
    name: 'Ann Doe',
    is_deleted: false,
    is_erased: false,
    refusal: null,
    companies: [],
    shared_companies: [{ id: 'c1', name: 'Bay Ridge', other_users: 2, contact_goes: true }],
    contact_messages: 0,
    mails: 0,
    mails_by_kind: [],
    invoices: 0,
    bill_to_until: null,
  });
  expect(text).toEqual(
    expect.arrayContaining([
      "  the email address and phone number in the details of Bay Ridge that are this person's; its events keep them",
      "  the company Bay Ridge: 2 other users belong to it; its events keep old contact details, this person's too, until its last user is erased",
    ]),
  );
});
