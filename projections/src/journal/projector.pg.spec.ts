import { BOOKS_STREAM, ERASED, orderStream, type PortalEvent, paymentStream } from '@portal/domain';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { metadataFor } from '../../test/history.ts';
import { decideInvoice, issueCommand } from '../../test/issueInvoice.ts';
import { journal } from './projector.ts';
import { invoicedCents, journalFigures, journalPages, journalPostings, trialBalance } from './query.ts';

const ids = { attemptId: 'p1', accountId: 'a1' };
const zone = 'America/New_York';
const may = { month: '2026-05', isDemo: false, timeZone: zone } as const;

const recorded = async ({ history, codec }: Bench, stream: string, at: string, ...events: PortalEvent[]) =>
  history.addRaw(
    stream,
    ...(await codec.encode(
      events,
      events.map(() => uuidv7()),
      metadataFor(['a1'], at),
    )),
  );

/** An invoice of $65.00 in May, paid by card with an order of $20.00, and one of April that is voided. */
async function books(test: Bench) {
  const issue = (period: string) =>
    issueCommand({ accountId: 'a1', period, lines: [{ readers: 10, rateCents: 650 }] });
  await decideInvoice(test, issue('2026-04'), { type: 'VoidInvoice', reason: null });
  await recorded(
    test,
    paymentStream('p1'),
    '2026-05-10T12:00:00.000Z',
    {
      type: 'PaymentStarted',
      data: { ...ids, userId: null, amountCents: 8_500, livemode: true, how: 'card_form', shares: [] },
    },
    {
      type: 'PaymentSucceeded',
      data: { ...ids, intentId: 'pi', amountCents: 8_500, livemode: true, card: null, paidOn: '2026-05-10' },
    },
  );
  await decideInvoice(
    test,
    issue('2026-05'),
    { type: 'PayInvoice', paymentId: 'p1', amountCents: 6_500, livemode: true, paidOn: '2026-05-10' },
    { type: 'CreditInvoice', creditId: 'c', amountCents: 1_000, reason: null },
  );
  const placed = {
    orderId: 'o1',
    accountId: 'a1',
    userId: 'u1',
    entries: [{ id: 's1', name: 'Pier', priceCents: 2_000, kind: 'site' as const }],
    forms: ERASED,
    items: [{ name: 'Panels', priceCents: 2_000 }],
    totalCents: 2_000,
    placedOn: '2026-05-10',
  };
  await recorded(
    test,
    orderStream('o1'),
    '2026-05-10T12:00:00.000Z',
    { type: 'OrderPlaced', data: placed },
    {
      type: 'OrderPaid',
      data: {
        orderId: 'o1',
        accountId: 'a1',
        paymentId: 'p1',
        amountCents: 2_000,
        livemode: true,
        paidOn: '2026-05-10',
      },
    },
  );
  // the evening of May 31 in New York
  await recorded(test, paymentStream('p1'), '2026-06-01T02:30:00.000Z', {
    type: 'PaymentRefunded',
    data: {
      ...ids,
      refundId: 'r',
      of: { kind: 'order', id: 'o1' },
      amountCents: 500,
      providerRefundId: 're',
    },
  });
}

it('keeps a row per posting with its event, and sums by month', async () => {
  const test = await bench();
  await books(test);
  const { postings, totals } = await agree(journal, test);
  expect(postings).toHaveLength(16);
  expect(new Set(postings?.map(({ position }) => position)).size).toBe(8);
  expect(totals?.map(({ id }) => id)).toEqual(['2026-01', '2026-04', '2026-05', '2026-06-01T02:30']);
});

// Proves B37
it('gives the trial balance of a month, whose days are those of the billing zone', async () => {
  const test = await bench();
  await books(test);
  await (await test.start({ projections: [journal] })).caughtUp();
  const figures = async (month: string, timeZone = zone) =>
    Object.fromEntries(
      (await trialBalance(test.pool, { month, isDemo: false, timeZone }))
        .filter(({ debitCents, creditCents, openingCents }) => debitCents || creditCents || openingCents)
        .map((one) => [one.account, [one.openingCents, one.debitCents, one.creditCents, one.closingCents]]),
    );
  expect(await figures('2026-05')).toEqual({
    card_clearing: [0, 8_500, 500, 8_000],
    receivable: [0, 6_500, 6_500, 0],
    unallocated_payments: [0, 8_500, 8_500, 0],
    revenue_invoices: [0, 0, 6_500, -6_500],
    revenue_orders: [0, 500, 2_000, -1_500],
    // given in January, by the clock of the test
    customer_credit: [-1_000, 0, 0, -1_000],
    refunds_and_credits: [1_000, 0, 0, 1_000],
  });
  expect((await figures('2026-05', 'UTC')).revenue_orders).toEqual([0, 0, 2_000, -2_000]);
  expect((await figures('2026-06', 'UTC')).revenue_orders).toEqual([-2_000, 500, 0, -1_500]);
  const sums = (await trialBalance(test.pool, may)).reduce((sum, one) => sum + one.closingCents, 0);
  expect(sums).toBe(0);
});

// Proves B37
it('lists the postings of a month and account, by day, and all of them through a cursor', async () => {
  const test = await bench();
  await books(test);
  await (await test.start()).caughtUp();
  const of = { ...may, account: 'revenue_orders' } as const;
  const { rows, total } = await journalPostings(test.pool, of, [0, 24]);
  expect(total).toBe(2);
  expect(
    rows.map(({ day, event_type, debit_cents, credit_cents, order_id, payment_id }) => [
      ...[day, event_type, debit_cents, credit_cents],
      ...[order_id, payment_id],
    ]),
  ).toEqual([
    ['2026-05-10', 'OrderPaid', 0, 2_000, 'o1', 'p1'],
    ['2026-05-31', 'PaymentRefunded', 500, 0, 'o1', 'p1'],
  ]);
  const all = await journalPostings(test.pool, { ...may, account: null }, [0, 999]);
  expect((await journalPostings(test.pool, { ...may, account: null }, [2, 3])).rows).toEqual(
    all.rows.slice(2, 4),
  );
  const client = await test.pool.connect();
  try {
    const pages = [];
    for await (const page of journalPages(client, may)) pages.push(...page);
    expect(pages).toEqual(all.rows);
  } finally {
    client.release();
  }
});

const figures = { postings: 0, debitCents: 0 };
const closed = (period: string, endsAt: string): PortalEvent => ({
  type: 'MonthClosed',
  data: { period, endsAt, live: figures, demo: figures, exceptions: [] },
});
/** A card payment that the provider reports late. */
const latePayment = (test: Bench, attemptId: string, paidOn: string, at: string) =>
  recorded(
    test,
    paymentStream(attemptId),
    at,
    {
      type: 'PaymentStarted',
      data: {
        ...ids,
        attemptId,
        userId: null,
        amountCents: 100,
        livemode: true,
        how: 'card_form',
        shares: [],
      },
    },
    {
      type: 'PaymentSucceeded',
      data: { ...ids, attemptId, intentId: attemptId, amountCents: 100, livemode: true, card: null, paidOn },
    },
  );

// Proves I38-closing
it('posts on the first open day what comes after the closing of its month, also after a rebuild', async () => {
  const test = await bench();
  await books(test);
  await recorded(
    test,
    BOOKS_STREAM,
    '2026-06-02T12:00:00.000Z',
    closed('2026-05', '2026-06-01T04:00:00.000Z'),
  );
  await latePayment(test, 'p2', '2026-05-31', '2026-06-02T13:00:00.000Z');
  await recorded(test, BOOKS_STREAM, '2026-06-03T12:00:00.000Z', {
    type: 'MonthReopened',
    data: { period: '2026-05', reason: 'A late check' },
  });
  await latePayment(test, 'p3', '2026-05-31', '2026-06-03T13:00:00.000Z');
  const { postings, totals, books: state } = await agree(journal, test);
  const late = postings?.filter(({ payment_id }) => payment_id === 'p2' || payment_id === 'p3');
  expect(late?.map(({ payment_id, day, own_day }) => [payment_id, day, own_day])).toEqual([
    ['p2', '2026-06-01', '2026-05-31'],
    ['p2', '2026-06-01', '2026-05-31'],
    ['p3', '2026-05-31', null],
    ['p3', '2026-05-31', null],
  ]);
  expect(totals?.find(({ id }) => id === '2026-06')).toBeUndefined();
  expect(state).toEqual([
    {
      id: 'books',
      state: { closed: [] },
      moved: {
        '2026-06': { live: { card_clearing: [100, 0], unallocated_payments: [0, 100] }, demo: {} },
      },
    },
  ]);
  await (await test.start()).caughtUp();
  const june = await trialBalance(test.pool, { ...may, month: '2026-06' });
  const clearing = june.find(({ account }) => account === 'card_clearing');
  expect(clearing).toMatchObject({ openingCents: 8_600 - 500, debitCents: 100, closingCents: 8_700 - 500 });
  const rows = await journalPostings(test.pool, { ...may, month: '2026-06', account: null }, [0, 24]);
  expect(rows.rows.map(({ day, own_day }) => [day, own_day])).toEqual([
    ['2026-06-01', '2026-05-31'],
    ['2026-06-01', '2026-05-31'],
  ]);
});

// Proves I38-closing
it('compares what invoices charge with the journal, wherever they are posted', async () => {
  const test = await bench();
  const runtime = await test.start();
  await decideInvoice(
    test,
    issueCommand({ accountId: 'a1', period: '2026-04', lines: [{ readers: 10, rateCents: 650 }] }),
  );
  await recorded(
    test,
    BOOKS_STREAM,
    '2026-06-02T12:00:00.000Z',
    closed('2026-05', '2026-06-01T04:00:00.000Z'),
  );
  await decideInvoice(
    test,
    issueCommand({ accountId: 'a1', period: '2026-05', lines: [{ readers: 10, rateCents: 550 }] }),
  );
  await runtime.caughtUp();
  const of = (from: string | null, to: string) => invoicedCents(test.pool, { from, to }, false);
  expect(await of(null, '2026-05')).toEqual({ inJournal: 12_000, onInvoices: 12_000 });
  expect(await of('2026-05', '2026-05')).toEqual({ inJournal: 5_500, onInvoices: 5_500 });
  expect(await of(null, '2026-04')).toEqual({ inJournal: 6_500, onInvoices: 6_500 });
  expect(await of('2026-06', '2026-06')).toEqual({ inJournal: 0, onInvoices: 0 });
  expect(await journalFigures(test.pool, { ...may, month: '2026-06' })).toEqual({
    postings: 2,
    debitCents: 5_500,
  });
});
