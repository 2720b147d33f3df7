import { BLANK_SITE, ERASED, orderStream, type PortalEvent, paymentStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { orders } from './projector.ts';
import { listOrders, orderById, orderIncome, orderMoneyOf, ordersOfAccount, ordersToMatch } from './query.ts';

const site = (siteName: string) => ({
  ...BLANK_SITE,
  kind: 'site' as const,
  siteName,
  siteAddress: '2 Dock Rd',
  siteCity: 'Troy',
  siteState: 'NY',
  siteZip: '12180',
  panels: 2,
  softwareVersion: null,
  hardware: [],
  readers: 4,
  requestedDate: '2026-01-05',
});

const place = (
  { history }: Bench,
  orderId: string,
  names: readonly string[],
  priceCents: number,
  owner = { accountId: 'acme', userId: 'ann' },
) =>
  history.add(orderStream(orderId), [owner.accountId], {
    type: 'OrderPlaced',
    data: {
      orderId,
      ...owner,
      entries: names.map((name) => ({ id: `${orderId}-${name}`, name, priceCents })),
      forms: names.map(site),
      items: [{ name: 'Additional ACU Panel', priceCents: priceCents * names.length }],
      totalCents: priceCents * names.length,
      placedOn: '2026-01-05',
    },
  });

const paid = (orderId: string, paymentId: string, amountCents: number, livemode = false): PortalEvent => ({
  type: 'OrderPaid',
  data: { orderId, accountId: 'acme', paymentId, amountCents, livemode, paidOn: '2026-01-06' },
});
const fulfilled = (orderId: string, name: string): PortalEvent => ({
  type: 'OrderItemFulfilled',
  data: { orderId, accountId: 'acme', id: `${orderId}-${name}` },
});
const rejected = (orderId: string, names: readonly string[]): PortalEvent => ({
  type: 'OrderRejected',
  data: {
    orderId,
    accountId: 'acme',
    entryIds: names.map((name) => `${orderId}-${name}`),
    reason: 'full',
    refundCents: 0,
    paymentId: null,
  },
});

const pay = ({ history }: Bench, attemptId: string, orderId: string, more: readonly PortalEvent[] = []) =>
  history.add(
    paymentStream(attemptId),
    ['acme'],
    {
      type: 'PaymentStarted',
      data: {
        attemptId,
        accountId: 'acme',
        userId: 'ann',
        amountCents: 6_500,
        livemode: false,
        how: 'card_form',
        shares: [{ kind: 'order', id: orderId, amountCents: 6_500 }],
      },
    },
    {
      type: 'PaymentSucceeded',
      data: {
        attemptId,
        accountId: 'acme',
        intentId: `pi_${attemptId}`,
        amountCents: 6_500,
        livemode: false,
        card: { brand: 'visa', last4: '4242' },
        paidOn: '2026-01-06',
      },
    },
    ...more,
  );
const refund = (attemptId: string, orderId: string) => ({
  attemptId,
  accountId: 'acme',
  refundId: `r-${attemptId}`,
  of: { kind: 'order' as const, id: orderId },
  amountCents: 6_500,
});

// Proves S4-server-8
it('keeps one row per order through payment, fulfilment and rejection', async () => {
  const test = await bench();
  const { history } = test;
  await place(test, 'unpaid', ['A'], 6_500);
  await place(test, 'free', ['A', 'B'], 0);
  await place(test, 'half', ['A', 'B'], 6_500);
  await place(test, 'done', ['A', 'B'], 6_500);
  await place(test, 'gone', ['A'], 6_500);
  await history.add(orderStream('half'), ['acme'], paid('half', 'p1', 13_000), fulfilled('half', 'A'));
  await history.add(
    orderStream('done'),
    ['acme'],
    paid('done', 'p2', 13_000, true),
    fulfilled('done', 'B'),
    rejected('done', ['A']),
  );
  await history.add(orderStream('gone'), ['acme'], rejected('gone', ['A']));
  const { orders: rows } = await agree(orders, test);
  expect(rows?.map(({ id, kind, status, test_mode }) => [id, kind, status, test_mode])).toEqual([
    ['done', 'sites', 'fulfilled', false],
    ['free', 'sites', 'paid', false],
    ['gone', 'site', 'rejected', false],
    ['half', 'sites', 'paid', true],
    ['unpaid', 'site', 'unpaid', false],
  ]);
  expect(rows?.[0]).toMatchObject({
    paid_on: '2026-01-06',
    payment_id: 'p2',
    entries: [
      { id: 'done-A', name: 'A', cents: 6_500, outcome: 'rejected' },
      { id: 'done-B', name: 'B', cents: 6_500, outcome: 'created' },
    ],
    items: [{ name: 'Additional ACU Panel', cents: 13_000 }],
  });
});

it('shows the latest form of an order changed before payment', async () => {
  const test = await bench();
  await place(test, 'changed', ['A', 'B'], 6_500);
  await place(test, 'changed', ['C'], 0);
  await test.history.add(orderStream('changed'), ['acme'], fulfilled('changed', 'C'));
  const { orders: rows } = await agree(orders, test);
  expect(rows).toMatchObject([
    {
      id: 'changed',
      kind: 'site',
      status: 'fulfilled',
      total_cents: 0,
      entries: [{ name: 'C', outcome: 'created' }],
    },
  ]);
});

it('keeps card and refunds of each payment for an order', async () => {
  const test = await bench();
  const requested = (attemptId: string, orderId: string): PortalEvent => ({
    type: 'PaymentRefundRequested',
    data: { ...refund(attemptId, orderId), reason: null },
  });
  await pay(test, 'p1', 'o1', [
    requested('p1', 'o1'),
    { type: 'PaymentRefunded', data: { ...refund('p1', 'o1'), providerRefundId: 're_1' } },
  ]);
  await pay(test, 'p2', 'o2', [
    requested('p2', 'o2'),
    { type: 'PaymentRefundFailed', data: { ...refund('p2', 'o2'), message: 'no' } },
  ]);
  await pay(test, 'p3', 'o3', [
    { type: 'PaymentRefunded', data: { ...refund('p3', 'o3'), of: null, providerRefundId: 're_3' } },
  ]);
  const { payments } = await agree(orders, test);
  expect(payments).toMatchObject([
    { id: 'p1', order_id: 'o1', card_brand: 'visa', card_last4: '4242', refunded_cents: 6_500 },
    { id: 'p2', refunded_cents: 0 },
    { id: 'p3', refunded_cents: 0 },
  ]);
});

// Proves B48
it('keeps the money of orders by day and mode: paid, refunded, taken back', async () => {
  const test = await bench();
  const { history, pool } = test;
  const owner = await history.dealer('ann', 1);
  const part = (refundId: string, amountCents: number) => ({
    ...refund('p1', 'one'),
    refundId,
    amountCents,
  });
  const disputed = { attemptId: 'p2', accountId: 'acme', disputeId: 'd1', amountCents: 6_500 };
  await place(test, 'one', ['A'], 6_500, owner);
  await place(test, 'two', ['B'], 6_500, owner);
  await place(test, 'live', ['C'], 6_500, owner);
  await place(test, 'free', ['D'], 0, owner);
  await history.add(orderStream('one'), [owner.accountId], paid('one', 'p1', 6_500));
  await history.add(orderStream('two'), [owner.accountId], paid('two', 'p2', 6_500));
  await history.add(orderStream('live'), [owner.accountId], paid('live', 'p3', 6_500, true));
  await pay(test, 'p1', 'one', [
    { type: 'PaymentRefundRequested', data: { ...part('r1', 2_000), reason: 'Gift' } },
    { type: 'PaymentRefunded', data: { ...part('r1', 2_000), providerRefundId: 're_1' } },
    { type: 'PaymentRefundRequested', data: { ...part('r2', 500), reason: null } },
    { type: 'PaymentRefunded', data: { ...part('r3', 100), providerRefundId: 're_3' } },
    { type: 'PaymentRefundFailed', data: { ...part('r3', 100), message: 'Returned' } },
  ]);
  await pay(test, 'p2', 'two', [
    { type: 'PaymentDisputed', data: { ...disputed, reason: 'fraudulent' } },
    {
      type: 'PaymentDisputeClosed',
      data: {
        ...disputed,
        outcome: 'lost',
        taken: [{ of: { kind: 'order', id: 'two' }, amountCents: 6_500 }],
        closedOn: '2026-02-01',
      },
    },
    {
      type: 'PaymentDisputeClosed',
      data: {
        ...disputed,
        outcome: 'lost',
        taken: [{ of: { kind: 'order', id: 'two' }, amountCents: 4_500 }],
        closedOn: '2026-03-01',
        returnedCents: 2_000,
      },
    },
  ]);
  await pay(test, 'p3', 'live', [
    { type: 'PaymentDisputed', data: { ...disputed, attemptId: 'p3', reason: null } },
  ]);
  await agree(orders, test);
  await (await test.start()).caughtUp();
  const refundedOn = (await orderById(pool, 'one'))?.updated_at.slice(0, 10);
  const demo = await orderMoneyOf(pool, owner.accountId, { isDemo: true, timeZone: 'UTC' });
  expect(demo.map(({ kind, order_number, cents }) => [kind, order_number, cents])).toEqual(
    expect.arrayContaining([
      ['paid', 'ORD-ONE', 6_500],
      ['refunded', 'ORD-ONE', -2_000],
      ['paid', 'ORD-TWO', 6_500],
      ['taken', 'ORD-TWO', -6_500],
      ['returned', 'ORD-TWO', 2_000],
    ]),
  );
  expect(demo).toHaveLength(5);
  expect(demo.find(({ kind }) => kind === 'taken')?.day).toBe('2026-02-01');
  expect(demo.at(-1)).toMatchObject({ day: '2026-03-01', kind: 'returned' });
  expect(demo.find(({ kind }) => kind === 'refunded')?.day).toBe(refundedOn);
  const live = await orderMoneyOf(pool, owner.accountId, { isDemo: false, timeZone: 'UTC' });
  expect(live).toMatchObject([{ kind: 'paid', day: '2026-01-06', cents: 6_500 }]);
  expect(await orderById(pool, 'one')).toMatchObject({ refunded_cents: 2_500, refundable_cents: 4_000 });
  expect(await orderById(pool, 'two')).toMatchObject({
    taken_cents: 4_500,
    refundable_cents: 2_000,
    dispute: 'lost',
  });
  expect(await orderById(pool, 'live')).toMatchObject({ refundable_cents: 0, dispute: 'open' });
  expect(await orderById(pool, 'free')).toMatchObject({ refundable_cents: 0, dispute: null });
});

// Proves I38-reports
it('adds up order income by day and kind: hardware with shipping, licenses, migrations', async () => {
  const test = await bench();
  const { history, pool } = test;
  const owner = await history.dealer('ann', 1);
  const order = (
    orderId: string,
    kind: 'site' | 'migration',
    ...items: { name: string; priceCents: number }[]
  ) => {
    const totalCents = items.reduce((sum, { priceCents }) => sum + priceCents, 0);
    return history.add(
      orderStream(orderId),
      [owner.accountId],
      {
        type: 'OrderPlaced',
        data: {
          orderId,
          ...owner,
          entries: [{ id: orderId, name: orderId, priceCents: totalCents, kind }],
          forms: ERASED,
          items,
          totalCents,
          placedOn: '2026-01-05',
        },
      },
      paid(orderId, `p-${orderId}`, totalCents),
    );
  };
  const panels = { name: 'Additional ACU Panels (2 × $65.00)', priceCents: 13_000 };
  const hardware = { name: 'CA 150 Panel (2 × $650.00)', priceCents: 130_000 };
  const shipping = { name: 'Shipping & Handling', priceCents: 3_000 };
  await order('site', 'site', panels, hardware, shipping);
  await order('move', 'migration', { name: 'Aurora License', priceCents: 3_500 }, shipping);
  await (await test.start()).caughtUp();
  const span = { from: '2026-01-01', to: '2026-01-31', accountId: null, isDemo: true, timeZone: 'UTC' };
  expect(await orderIncome(pool, span)).toEqual([
    {
      day: '2026-01-06',
      hardware_cents: 133_000,
      license_cents: 13_000,
      migration_cents: 6_500,
      refunded_cents: 0,
      taken_cents: 0,
    },
  ]);
  expect(await orderIncome(pool, { ...span, accountId: 'other' })).toEqual([]);
  expect(await orderIncome(pool, { ...span, isDemo: false })).toEqual([]);
});

it('returns orders with company, card and refund; dealers see no unpaid ones', async () => {
  const test = await bench();
  const { history, pool } = test;
  const owner = await history.dealer('ann', 1);
  await place(test, 'first', ['Old Mill'], 6_500, owner);
  await place(test, 'second', ['New Mill'], 6_500, owner);
  await place(test, 'third', ['Third'], 9_500, owner);
  await history.add(orderStream('first'), [owner.accountId], paid('first', 'p1', 6_500));
  await pay(test, 'p1', 'first');
  await (await test.start()).caughtUp();

  expect(await orderById(pool, 'first')).toMatchObject({
    company_name: 'ann Security',
    card_brand: 'visa',
    card_last4: '4242',
    refunded_cents: 0,
    order_number: 'ORD-FIRST',
  });
  expect(await orderById(pool, 'nobody')).toBeNull();
  const own = async (status?: string) =>
    (await ordersOfAccount(pool, owner.accountId, status)).map(({ id }) => id);
  expect(await own()).toEqual(['first']);
  expect(await own('unpaid')).toEqual(['second', 'third']);
  const matching = { kind: 'site', totalCents: 6_500, most: 5 } as const;
  expect(await ordersToMatch(pool, owner.accountId, matching)).toEqual(['first', 'second']);
  expect(await ordersToMatch(pool, 'others', matching)).toEqual([]);
  const ids = async (filter: Record<string, unknown>) =>
    (await listOrders(pool, { filter, sort: ['total_amount', 'DESC'] })).rows.map(({ id }) => id);
  expect(await ids({ status: 'unpaid' })).toEqual(['third', 'second']);
  expect(await ids({ q: 'ann mill', test_mode: true })).toEqual(['first']);
  expect(await ids({ q: 'ord-third' })).toEqual(['third']);
});
