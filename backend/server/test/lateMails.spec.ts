import { creditNotesStream, invoiceStream, orderStream, type PortalEvent, userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { userAdded } from '../../domain/test/firstEvents.ts';
import { INVOICE_IDS, invoiceIssued, invoicePaid } from '../../domain/test/invoiceEvents.ts';
import { mailDealerOnCreditNote, mailDealerOnInvoice } from '../src/modules/invoices/mails.ts';
import { mailDealerReceiptOnOrderPaid } from '../src/modules/orders/mails.ts';
import { mailDealerOnApproval } from '../src/modules/users/mails.ts';
import { mailUserOnPasswordChanged } from '../src/modules/users/signIn/mails.ts';
import type { Notification } from '../src/platform/notifications/notification.ts';
import { lateMails, logOf } from './support/lateMails.ts';

/** The mails of one event of a stream, written after all of them. */
const mailsAfter = (
  notification: Notification,
  stream: string,
  events: readonly PortalEvent[],
  index: number,
) =>
  lateMails(
    notification,
    logOf(
      '2026-05-01',
      events.map((event) => [stream, event]),
    ),
    index,
  );

const ofInvoice = (events: readonly PortalEvent[], index: number) =>
  mailsAfter(mailDealerOnInvoice, invoiceStream(INVOICE_IDS.invoiceId), events, index);
const issued = invoiceIssued({ totalCents: 9_100 });
const text = (mails: Awaited<ReturnType<typeof ofInvoice>>) =>
  mails.map(({ letter }) => [letter.preheader, letter.blocks[0]]);

// Proves I35-4
it('does not ask for the payment of an invoice that is paid when its mail is written', async () => {
  expect(text(await ofInvoice([issued], 0))).toEqual([
    [
      '$91.00, due on May 16, 2026.',
      'Your invoice is attached. It is due on May 16, 2026; you can pay it by card in the portal.',
    ],
  ]);
  const paid = await ofInvoice([issued, invoicePaid(9_100)], 0);
  expect(text(paid)).toEqual([
    ['$91.00, paid.', 'Your invoice is attached. It is paid already; no action is needed.'],
  ]);
  expect(JSON.stringify(paid)).not.toContain('View and pay');
});

it('does not ask for the payment of an invoice that is canceled when its mail is written', async () => {
  const voided: PortalEvent = {
    type: 'InvoiceVoided',
    data: { ...INVOICE_IDS, reason: 'Twice' },
  };
  expect(await ofInvoice([issued, voided], 0)).toEqual([]);
  // the credit note of the void has a mail instead
  const note: PortalEvent = {
    type: 'CreditNoteIssued',
    data: {
      ...INVOICE_IDS,
      ...{ period: '2026-05', number: 1, kind: 'void', sourceId: INVOICE_IDS.invoiceId },
      ...{ correctedAt: '2026-05-01T12:00:00.000Z', day: '2026-05-01', amountCents: 9_100 },
      ...{ invoiceNumber: 'INV-202605-0001', method: null, reference: null, reason: 'Twice' },
    },
  };
  const invoice = invoiceStream(INVOICE_IDS.invoiceId);
  const log = logOf('2026-05-01', [
    [invoice, issued],
    [invoice, voided],
    [creditNotesStream('2026-05'), note],
  ]);
  expect(await lateMails(mailDealerOnCreditNote, log, 2)).toHaveLength(1);
});

it('does not call the attached invoice paid after its payment was reversed', async () => {
  const { data } = invoicePaid(9_100) as Extract<PortalEvent, { type: 'InvoicePaid' }>;
  const paid: PortalEvent = { type: 'InvoicePaid', data: { ...data, recordId: 'm1' } };
  const reversed: PortalEvent = {
    type: 'InvoicePaymentReversed',
    data: {
      ...INVOICE_IDS,
      recordId: 'm1',
      amountCents: 9_100,
      reversedOn: '2026-05-12',
      reason: 'The check bounced',
      creditTaken: [],
    },
  };
  expect(text(await ofInvoice([issued, paid], 1))[0]?.[1]).toContain('The paid invoice is attached.');
  expect(text(await ofInvoice([issued, paid, reversed], 1))[0]?.[1]).toContain('. The invoice is attached.');
});

const dealer = (change: object = {}) =>
  userAdded({ accountId: 'a1', username: 'dana', email: 'dana@example.com', isAdmin: false, ...change });

it('tells the address that a user had of a changed password, though it was changed since', async () => {
  const { isAdmin, isApproved, dealerId, username, accountId, ...profile } = (
    dealer() as Extract<PortalEvent, { type: 'UserAdded' }>
  ).data;
  const events: readonly PortalEvent[] = [
    dealer(),
    { type: 'PasswordChanged', data: { userId: 'u1', how: 'change' } },
    { type: 'ProfileChanged', data: { ...profile, email: 'thief@example.com' } },
  ];
  const mails = await mailsAfter(mailUserOnPasswordChanged, userStream('u1'), events, 1);
  expect(mails.map(({ recipient }) => recipient)).toEqual(['dana@example.com']);
});

it('welcomes a dealer who became an administrator since, and no administrator who became a dealer', async () => {
  const approved: PortalEvent = {
    type: 'UserApproved',
    data: { userId: 'u1', accountId: 'a1', dealerId: 'KS0001' },
  };
  const [granted, revoked] = (['AdminRoleGranted', 'AdminRoleRevoked'] as const).map(
    (type): PortalEvent => ({ type, data: { userId: 'u1' } }),
  ) as [PortalEvent, PortalEvent];
  const user = userStream('u1');
  const waiting = dealer({ isApproved: false });
  expect(await mailsAfter(mailDealerOnApproval, user, [waiting, approved, granted], 1)).toHaveLength(1);
  const was = dealer({ isApproved: false, isAdmin: true });
  expect(await mailsAfter(mailDealerOnApproval, user, [was, approved, revoked], 1)).toEqual([]);
});

it('does not say of a rejected order that it waits for approval', async () => {
  const of = { orderId: 'o1', accountId: 'a1' };
  const placed: PortalEvent = {
    type: 'OrderPlaced',
    data: {
      ...of,
      userId: 'u1',
      entries: [{ id: 's1', name: 'Harbour Tower', priceCents: 6_500 }],
      forms: [],
      items: [],
      totalCents: 6_500,
      placedOn: '2026-05-01',
    },
  };
  const paid: PortalEvent = {
    type: 'OrderPaid',
    data: { ...of, paymentId: 'p1', amountCents: 6_500, livemode: true, paidOn: '2026-05-01' },
  };
  const rejected: PortalEvent = {
    type: 'OrderRejected',
    data: { ...of, entryIds: ['s1'], reason: 'Out of area', refundCents: 6_500, paymentId: 'p1' },
  };
  const receipt = async (events: readonly PortalEvent[]) =>
    text(await mailsAfter(mailDealerReceiptOnOrderPaid, orderStream('o1'), events, 1))[0]?.[1];
  expect(await receipt([placed, paid])).toContain('waiting for approval');
  expect(await receipt([placed, paid, rejected])).toBe('We received your payment. The receipt is attached.');
});
