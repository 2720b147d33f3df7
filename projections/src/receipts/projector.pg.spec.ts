import { invoiceStream, type PortalEvent, paymentStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { receipts } from './projector.ts';

const ids = { invoiceId: 'i1', accountId: 'a1' };
const check = (recordId: string | undefined, amountCents: number, more: object = {}): PortalEvent => ({
  type: 'InvoicePartPaid',
  data: {
    ...ids,
    method: 'check',
    amountCents,
    paidOn: '2026-05-10',
    reference: '1042',
    reason: null,
    ...(recordId === undefined ? {} : { recordId, isDemo: true }),
    ...more,
  },
});
const paid = (method: 'card' | 'ach' | 'none'): PortalEvent => ({
  type: 'InvoicePaid',
  data: {
    ...ids,
    method,
    amountCents: 2_000,
    paidOn: '2026-05-11',
    reference: method === 'ach' ? 'T-1' : null,
    paymentId: method === 'card' ? 'p1' : null,
    livemode: method === 'card' ? true : null,
    reason: null,
  },
});

// Proves I38-receipts
it('has a row for each recorded payment, also a reversed one, and for none without money', async () => {
  const test = await bench();
  await test.history.add(
    invoiceStream('i1'),
    ['a1'],
    check('r1', 4_000),
    check('r2', 500),
    {
      type: 'InvoicePaymentReversed',
      data: {
        ...ids,
        recordId: 'r2',
        amountCents: 500,
        reversedOn: '2026-05-20',
        reason: 'It bounced',
        creditTaken: [],
      },
    },
    paid('ach'),
    paid('card'),
    paid('none'),
  );
  const { receipts: rows } = await agree(receipts, test);
  expect(rows).toMatchObject([
    {
      id: 'r1 i1',
      receipt_id: 'r1',
      day: '2026-05-10',
      method: 'check',
      amount_cents: 4_000,
      reversed_on: null,
    },
    { id: 'r2 i1', is_demo: true, reversed_on: '2026-05-20', reversed_because: 'It bounced' },
    // recorded before payments had ids and modes
    { id: 'recorded i1', is_demo: null, method: 'ach', reference: 'T-1', amount_cents: 2_000 },
  ]);
});

// Proves I38-receipts
it('has a row for each share of a card payment, and one for what nothing has taken', async () => {
  const test = await bench();
  const attempt = { attemptId: 'p1', accountId: 'a1' };
  const claimed = (kind: 'invoice' | 'order', id: string, amountCents: number): PortalEvent => ({
    type: 'PaymentClaimed',
    data: { ...attempt, claimant: { kind, id }, amountCents },
  });
  await test.history.add(
    paymentStream('p1'),
    ['a1'],
    {
      type: 'PaymentSucceeded',
      data: {
        ...attempt,
        intentId: 'pi_1',
        amountCents: 10_000,
        livemode: false,
        card: { brand: 'visa', last4: '4242' },
        paidOn: '2026-05-12',
      },
    },
    claimed('invoice', 'i1', 6_000),
    claimed('order', 'o1', 3_000),
  );
  const { receipts: rows } = await agree(receipts, test);
  const card = { day: '2026-05-12', method: 'card', card_last4: '4242', is_demo: true, receipt_id: 'p1' };
  expect(rows).toMatchObject([
    { ...card, id: 'p1', amount_cents: 1_000, invoice_id: null, order_id: null },
    { ...card, id: 'p1 i1', amount_cents: 6_000, invoice_id: 'i1', order_id: null },
    { ...card, id: 'p1 o1', amount_cents: 3_000, invoice_id: null, order_id: 'o1' },
  ]);
});
