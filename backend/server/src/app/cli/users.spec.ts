import type { ErasurePreview } from '@portal/contract';
import { expect, it } from 'vitest';
import { erasureText } from './users.ts';

// Proves I8-erase-7
it('states that the log keeps old contact details of a remaining company', () => {
  const text = erasureText(
    aPreview({
      shared_companies: [
        { id: 'c1', name: 'Bay Ridge', other_users: 2, contact_goes: true, auto_pay_ends: true },
      ],
    }),
    { withheld: false },
  );
  expect(text).toEqual(
    expect.arrayContaining([
      "  the email address and phone number in the details of Bay Ridge that are this person's; its events keep them",
      "  the company Bay Ridge: 2 other users belong to it; its events keep old contact details, this person's too, until its last user is erased; its automatic payments, which this person turned on, end",
    ]),
  );
});

// Proves I35-10
it('warns of money that is open', () => {
  const money = [
    { is_demo: false, open_cents: 19_500, credit_cents: 0 },
    { is_demo: true, open_cents: 6_500, credit_cents: 500 },
  ];
  const company = { id: 'c1', name: 'Acme', sites: 1, migrations: 0, orders: 0, questions: 0, notes: 0 };
  const text = erasureText(aPreview({ companies: [{ ...company, open_money: money }] }), { withheld: false });
  expect(text).toContain(
    'This is the last user of Acme. $195.00 is open, $65.00 is open in demo mode, $5.00 of credit is unused in demo mode and nobody will be told of it.',
  );
});

// Proves I35-18
it('lists what is withheld and why, as staying or as erased', () => {
  const preview = aPreview({
    withheld: {
      addresses: [{ email: 'ann@example.com', users: [{ id: 'u2', username: 'stranger' }] }],
      messages: [{ id: 'm1', email: 'ann@example.com', subject: 'support', at: '2026-03-02T15:00:00.000Z' }],
      mails: [
        {
          id: 'm2',
          kind: 'contactMessage',
          recipient: 'admin@example.com',
          subject: 'Contact form: Technical Support',
          at: '2026-03-02T15:00:01.000Z',
        },
      ],
      contacts_of: [{ id: 'c1', name: 'Bay Ridge' }],
    },
  });
  const lines = [
    '  of ann@example.com, which stranger has too:',
    '    message of Mar 2, 2026 from ann@example.com: support',
    '    mail of Mar 2, 2026 to admin@example.com: Contact form: Technical Support',
    '    the email address in the details of Bay Ridge',
  ];
  const placed = (withheld: boolean) => {
    const text = erasureText(preview, { withheld });
    const at = text.indexOf(lines[0] ?? '');
    expect(text.slice(at, at + lines.length)).toEqual(lines);
    return at > text.indexOf('Stays:');
  };
  expect([placed(false), placed(true)]).toEqual([true, false]);
});

const aPreview = (more: Partial<ErasurePreview>): ErasurePreview => ({
  id: 'u1',
  username: 'ann',
  name: 'Ann Doe',
  is_deleted: false,
  is_erased: false,
  refusal: null,
  companies: [],
  shared_companies: [],
  withheld: { addresses: [], messages: [], mails: [], contacts_of: [] },
  contact_messages: 0,
  mails: 0,
  mails_by_kind: [],
  invoices: 0,
  bill_to_until: null,
  ...more,
});
