import { type PortalEvent, paymentStream, retryOf } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { accounts } from '../accounts/projector.ts';
import { payments } from './projector.ts';
import { listPayments, openPayments, paymentByIntent, paymentsWithOpenRefunds } from './query.ts';

const order = { kind: 'order', id: 'o1' } as const;
const invoice = { kind: 'invoice', id: 'a1_2026-01' } as const;

const started = (
  attemptId: string,
  shares: { kind: 'order' | 'invoice'; id: string; amountCents: number }[],
) =>
  ({
    type: 'PaymentStarted',
    data: {
      attemptId,
      accountId: 'a1',
      userId: 'u1',
      amountCents: shares.reduce((sum, { amountCents }) => sum + amountCents, 0),
      livemode: attemptId === 'p3',
      how: 'saved_card',
      shares,
    },
  }) satisfies PortalEvent;
const succeeded = (attemptId: string, amountCents: number): PortalEvent => ({
  type: 'PaymentSucceeded',
  data: {
    attemptId,
    accountId: 'a1',
    intentId: `pi_${attemptId}`,
    amountCents,
    livemode: attemptId === 'p3',
    card: { brand: 'visa', last4: '4242' },
    paidOn: '2026-01-05',
  },
});
const refund = (attemptId: string, refundId: string, of: typeof order | null, amountCents: number) => ({
  attemptId,
  accountId: 'a1',
  refundId,
  of,
  amountCents,
});

// Proves S4-payments-20
it('keeps one row per attempt with purpose, card, refunds and unallocated money', async () => {
  const test = await bench();
  const add = (attemptId: string, ...events: PortalEvent[]) =>
    test.history.add(paymentStream(attemptId), ['a1'], ...events);
  const ids = (attemptId: string) => ({ attemptId, accountId: 'a1' });
  await add('p1', started('p1', [{ ...order, amountCents: 6_500 }]), {
    type: 'PaymentIntentRecorded',
    data: { ...ids('p1'), intentId: 'pi_p1' },
  });
  await add('p2', started('p2', [{ ...invoice, amountCents: 5_000 }]), {
    type: 'PaymentDeclined',
    data: { ...ids('p2'), chargeId: null, code: null, message: 'Your card was declined.' },
  });
  await add(
    'p3',
    started('p3', [
      { ...order, amountCents: 6_500 },
      { ...invoice, amountCents: 3_500 },
    ]),
    succeeded('p3', 10_000),
    { type: 'PaymentClaimed', data: { ...ids('p3'), claimant: order, amountCents: 6_500 } },
    { type: 'PaymentRefundRequested', data: { ...refund('p3', 'r1', null, 3_500), reason: null } },
  );
  const rows = (await agree(payments, test)).payments;
  expect(rows).toMatchObject([
    { id: 'p1', status: 'started', intent_id: 'pi_p1', order_id: 'o1', unclaimed_cents: 0, card_last4: null },
    { id: 'p2', status: 'declined', message: 'Your card was declined.', invoice_ids: [invoice.id] },
    {
      id: 'p3',
      status: 'succeeded',
      livemode: true,
      claimed_cents: 6_500,
      unclaimed_cents: 3_500,
      refunded_cents: 0,
      refund_pending: true,
      card_brand: 'visa',
      card_last4: '4242',
    },
  ]);
  expect(await paymentsWithOpenRefunds(test.pool)).toEqual(['p3']);
  expect(await openPayments(test.pool, '2100-01-01T00:00:00.000Z')).toEqual(['p1', 'p2']);
  expect(await openPayments(test.pool, '2000-01-01T00:00:00.000Z')).toEqual([]);

  const back = refund('p3', 'r1', null, 3_500);
  await add('p3', { type: 'PaymentRefunded', data: { ...back, providerRefundId: 're_1' } });
  expect((await agree(payments, test)).payments?.[2]).toMatchObject({
    status: 'succeeded',
    unclaimed_cents: 0,
    refunded_cents: 3_500,
    refund_pending: false,
  });
  await add('p3', {
    type: 'PaymentRefunded',
    data: { ...refund('p3', 'r2', order, 6_500), providerRefundId: 're_2' },
  });
  expect((await agree(payments, test)).payments?.[2]).toMatchObject({ status: 'refunded' });
  // a bank may send a refund back
  await add(
    'p3',
    { type: 'PaymentRefundFailed', data: { ...back, message: 'The bank returned the refund.' } },
    { type: 'PaymentDisputed', data: { ...ids('p3'), disputeId: 'dp_1', amountCents: 10_000, reason: null } },
    // late result of an abandoned attempt that was charged after all
  );
  await add(
    'p2',
    { type: 'PaymentFailed', data: { ...ids('p2'), code: 'canceled', message: 'The payment was canceled.' } },
    succeeded('p2', 5_000),
  );
  expect((await agree(payments, test)).payments?.slice(1)).toMatchObject([
    { id: 'p2', status: 'succeeded', message: null, unclaimed_cents: 5_000 },
    {
      id: 'p3',
      status: 'disputed',
      unclaimed_cents: 3_500,
      refunded_cents: 6_500,
      refund_failed: true,
    },
  ]);
  await add('p3', {
    type: 'PaymentRefundRequested',
    data: { ...refund('p3', retryOf('p3', 'r1'), null, 3_500), reason: null },
  });
  expect((await agree(payments, test)).payments?.[2]).toMatchObject({ id: 'p3', refund_failed: false });
});

// Proves S4-payments-20
it('lists attempts with company, filters them and finds them by intent', async () => {
  const test = await bench();
  await test.start({ projections: [accounts, payments] }).then(async (running) => {
    const add = (attemptId: string, ...events: PortalEvent[]) =>
      test.history.add(paymentStream(attemptId), ['a1'], ...events);
    await add('p1', started('p1', [{ ...order, amountCents: 6_500 }]), succeeded('p1', 6_500));
    await add('p3', started('p3', [{ ...invoice, amountCents: 900 }]));
    await running.caughtUp();
  });
  const found = async (filter: Record<string, unknown>) =>
    (await listPayments(test.pool, { filter, sort: ['amount', 'DESC'] })).rows.map(({ id }) => id);
  expect(await found({})).toEqual(['p1', 'p3']);
  expect(await found({ status: ['started', 'declined'] })).toEqual(['p3']);
  expect(await found({ test_mode: true })).toEqual(['p1']);
  expect(await found({ unclaimed: true })).toEqual(['p1']);
  expect(await found({ q: '4242' })).toEqual(['p1']);
  expect(await found({ q: invoice.id })).toEqual(['p3']);
  expect(await paymentByIntent(test.pool, 'pi_p1')).toMatchObject({ id: 'p1', company_name: null });
  expect(await paymentByIntent(test.pool, 'pi_p3')).toBeNull();
});
