import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { ERASED } from '../kernel/personal.ts';
import { BLANK_SITE } from '../site/details.ts';
import type { NewOrderEntry, OrderCommand, OrderedMigration, OrderedSite, OrderTax } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { orderDecider } from './order.ts';
import { pendingRequests } from './requests.ts';

const where = { siteAddress: '2 Dock Rd', siteCity: 'Staten Island', siteState: 'NY', siteZip: '10311' };
const site = (siteName: string): OrderedSite => ({
  ...BLANK_SITE,
  kind: 'site',
  siteName,
  ...where,
  panels: 2,
  softwareVersion: 'aurora',
  hardware: [],
  readers: 4,
  requestedDate: '2026-03-10',
});
const migration: OrderedMigration = {
  kind: 'migration',
  siteName: 'Old Mill',
  ...where,
  system7SiteId: 'S7-17',
  currentSystem: null,
  otherSystem: null,
  controllers: 1,
  cards: 0,
  databaseRequired: false,
  requestedDate: null,
  notes: null,
  readers: 4,
  panels: 1,
  hardware: [],
  softwareVersion: 'aurora',
  auroraLicense: true,
  reverseNetworkIp: true,
  ca150Panel: false,
  netcom6p: false,
};
const owner = { orderId: 'o1', accountId: 'a1', userId: 'u1' };
const ids = { orderId: 'o1', accountId: 'a1' };
const north: NewOrderEntry = { id: 's1', priceCents: 6_500, form: site('North') };
const south: NewOrderEntry = { id: 's2', priceCents: 6_500, form: site('South') };
const place = (entries: readonly NewOrderEntry[], totalCents: number) =>
  ({
    type: 'PlaceOrder',
    ...owner,
    entries,
    items: [{ name: 'All of it', priceCents: totalCents }],
    placedOn: '2026-03-10',
  }) as const satisfies OrderCommand;
const placed = (...entries: readonly NewOrderEntry[]): OrderEvent => {
  const totalCents = entries.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return {
    type: 'OrderPlaced',
    data: {
      ...owner,
      entries: entries.map(({ id, priceCents, form }) => ({
        id,
        name: form.siteName,
        priceCents,
        kind: form.kind,
      })),
      forms: entries.map(({ form }) => ({ ...form, hardware: [...form.hardware] })),
      items: [{ name: 'All of it', priceCents: totalCents }],
      totalCents,
      placedOn: '2026-03-10',
    },
  };
};
const started = (attemptId: string, attempt: number): OrderEvent => ({
  type: 'OrderPaymentStarted',
  data: { ...ids, attemptId, attempt },
});
const ended = (attemptId: string): OrderEvent => ({
  type: 'OrderPaymentEnded',
  data: { ...ids, attemptId, message: 'Canceled' },
});
const payment = { paymentId: 'p1', amountCents: 13_000, livemode: false, paidOn: '2026-03-10' };
const pay = { type: 'PayOrder', ...payment } as const;
const paid: OrderEvent = { type: 'OrderPaid', data: { ...ids, ...payment } };
const fulfil = (id: string) => ({ type: 'FulfilOrderItem', id }) as const;
const fulfilled = (id: string): OrderEvent => ({ type: 'OrderItemFulfilled', data: { ...ids, id } });
const reject = (...entryIds: string[]) =>
  ({
    type: 'RejectOrder',
    entryIds: entryIds.length === 0 ? null : entryIds,
    reason: 'Out of area',
    leftCents: 13_000,
  }) as const;
const rejected = (entryIds: string[], refundCents: number, paymentId: string | null): OrderEvent => ({
  type: 'OrderRejected',
  data: { ...ids, entryIds, reason: 'Out of area', refundCents, paymentId },
});
const order = (...history: OrderEvent[]) => given(orderDecider, ...history);
const both = placed(north, south);
const after = (...history: OrderEvent[]) => {
  const state = history.reduce(orderDecider.evolve, orderDecider.initialState);
  if (state.status === 'none') throw new Error('There is no order');
  return state;
};

describe('placing an order', () => {
  it('keeps the forms, the items and the total', () =>
    order()
      .when(place([north, south], 13_000))
      .thenEvents(both));
  // Proves B38-tax
  it('keeps the sales tax by state, of which it is paid', () => {
    const tax = (state: string, taxCents: number) => ({ state, rate: 82_500, taxableCents: 6_000, taxCents });
    const exempt = { ...tax('NY', 0), exempt: true } as const;
    const taxed = (...taxes: OrderTax[]) =>
      orderDecider.decide({ ...place([north, south], 13_000), taxes }, orderDecider.initialState);
    expect(taxed(tax('TX', 495), exempt)[0]?.data).toMatchObject({
      taxCents: 495,
      taxes: [tax('TX', 495), exempt],
    });
    expect(taxed(exempt)[0]?.data).toMatchObject({ taxCents: undefined, taxes: [exempt] });
    order(...taxed(tax('TX', 495)))
      .when(pay)
      .thenEvents({ ...paid, data: { ...paid.data, taxCents: 495 } } as OrderEvent);
  });
  it('twice yields no event', () =>
    order(both)
      .when(place([north, south], 13_000))
      .thenNothing());
  it('again with a changed form replaces the first, until it is paid', () => {
    const changed = { ...place([south], 6_500), replaces: true };
    order(both).when(changed).thenEvents(placed(south));
    order(both, started('p1', 1), ended('p1')).when(changed).thenEvents(placed(south));
    const now = after(both, started('p1', 1), ended('p1'), placed(south));
    expect(now).toMatchObject({ totalCents: 6_500, entries: [{ id: 's2' }], attempts: 1 });
    order(both, started('p1', 1))
      .when(changed)
      .thenRefused(
        'conflict',
        'A payment of this order is being processed. Please wait until it is complete.',
      );
    order(both, paid)
      .when(changed)
      .thenRefused(
        'conflict',
        'This form was already ordered as North and 1 more. Please open a new form to order more.',
        'order',
      );
    order(both, rejected(['s1', 's2'], 0, null))
      .when(changed)
      .thenRefused('conflict', 'This order was canceled. Please open a new form.');
  });
  it('of a migration keeps its form too', () => {
    const entry: NewOrderEntry = { id: 'm1', priceCents: 10_000, form: migration };
    order()
      .when(place([entry], 10_000))
      .thenEvents(placed(entry));
  });
  it('awaits its payment, unless it is free', () => {
    expect(after(both).status).toBe('awaiting_payment');
    expect(after(placed({ ...north, priceCents: 0 }))).toMatchObject({ status: 'paid', payment: null });
  });
  it.each([
    [[], 'The order is empty.', undefined],
    [
      [{ ...north, form: { ...site('North'), readers: 0 } }],
      'Number of readers must be a whole number from 1 to 100,000',
      'numberOfReaders',
    ],
    [
      [north, { ...south, id: 'm1', form: { ...migration, system7SiteId: '' } }],
      'System 7 site ID is required',
      'system7SiteId',
    ],
    [
      Array.from({ length: 501 }, (_, index) => ({ ...north, id: `s${index}` })),
      'An order can hold at most 500 sites. Please split the file.',
      undefined,
    ],
  ] as const)('refuses what could not be carried out (%#)', (entries, message, path) =>
    order().when(place(entries, 13_000)).thenRefused('unprocessable', message, path),
  );
  it('takes 500 sites', () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({ ...north, id: `s${index}` }));
    expect(orderDecider.decide(place(entries, 3_250_000), orderDecider.initialState)).toHaveLength(1);
  });
  it('fails on items that do not add up and on ids named twice', () => {
    const decide = (command: OrderCommand) => () => orderDecider.decide(command, orderDecider.initialState);
    expect(decide(place([north, south], 12_999))).toThrow("don't add up to 13000 cents");
    expect(decide(place([north, north], 13_000))).toThrow('names an id twice');
  });
  it('is needed before any other command', () =>
    order().when(pay).thenRefused('not_found', 'Order not found'));
});

describe('an attempt to pay an order', () => {
  const start = { type: 'StartOrderPayment', attemptId: 'p1' } as const;
  const end = { type: 'EndOrderPayment', attemptId: 'p1', message: 'Canceled' } as const;
  it('is numbered', () => order(both).when(start).thenEvents(started('p1', 1)));
  it('twice yields no event', () => order(both, started('p1', 1)).when(start).thenNothing());
  it('is refused while another one is open', () => {
    order(both, started('p1', 1))
      .when({ ...start, attemptId: 'p2' })
      .thenRefused(
        'conflict',
        'A payment of this order is being processed. Please wait until it is complete.',
      );
    order(both, started('p1', 1), ended('p1'))
      .when({ ...start, attemptId: 'p2' })
      .thenEvents(started('p2', 2));
  });
  it('ends once', () => {
    order(both, started('p1', 1)).when(end).thenEvents(ended('p1'));
    order(both, started('p1', 1), ended('p1')).when(end).thenNothing();
    order(both, started('p1', 1))
      .when({ ...end, attemptId: 'p2' })
      .thenNothing();
  });
  it.each([
    ['a paid one', [both, paid], 'This order is paid already.'],
    ['a free one', [placed({ ...north, priceCents: 0 })], 'This order is paid already.'],
    ['a rejected one', [both, rejected(['s1', 's2'], 0, null)], "This order was canceled and can't be paid."],
  ] as const)('is refused for %s', (_which, history, message) =>
    order(...history)
      .when(start)
      .thenRefused('conflict', message),
  );
});

describe('paying an order', () => {
  it('names the payment and its mode', () => order(both, started('p1', 1)).when(pay).thenEvents(paid));
  it('twice yields no event', () => order(both, paid).when(pay).thenNothing());
  it('ends the attempt', () => expect(after(both, started('p1', 1), paid).openAttempt).toBeNull());
  it('with another payment is refused', () =>
    order(both, paid)
      .when({ ...pay, paymentId: 'p2' })
      .thenRefused('conflict', 'This order is paid already.'));
  it('with another amount is refused', () =>
    order(both)
      .when({ ...pay, amountCents: 100 })
      .thenRefused('payment_required', 'This order costs $130.00, not $1.00.'));
  it('that was rejected is refused', () =>
    order(both, rejected(['s1', 's2'], 0, null))
      .when(pay)
      .thenRefused('conflict', "This order was canceled and can't be paid."));
});

describe('fulfilling an order', () => {
  it('fulfils each entry once', () => {
    order(both, paid).when(fulfil('s1')).thenEvents(fulfilled('s1'));
    order(both, paid, fulfilled('s1')).when(fulfil('s1')).thenNothing();
  });
  it('is refused before it is paid', () => {
    order(both).when(fulfil('s1')).thenRefused('payment_required', 'Please pay for this order first.');
    expect(pendingRequests(after(both))).toEqual([]);
  });
  it('refuses entries of other orders', () =>
    order(both, paid).when(fulfil('s3')).thenRefused('not_found', 'This is not part of the order.'));
  it('refuses rejected entries', () =>
    order(both, paid, rejected(['s1'], 6_500, 'p1'))
      .when(fulfil('s1'))
      .thenRefused('conflict', 'This part of the order was rejected.'));
  it('lists the commands for open entries', () => {
    expect(pendingRequests(after(both, paid)).map((request) => request.type)).toEqual([
      'CreateSite',
      'CreateSite',
    ]);
    expect(pendingRequests(after(both, paid, fulfilled('s1')))).toEqual([
      {
        type: 'CreateSite',
        siteId: 's2',
        accountId: 'a1',
        userId: 'u1',
        details: {
          ...BLANK_SITE,
          siteName: 'South',
          ...where,
          panels: 2,
          softwareVersion: 'aurora',
          hardware: [],
        },
        readers: 4,
        requestedDate: '2026-03-10',
        priceCents: 6_500,
        orderId: 'o1',
      },
    ]);
    expect(pendingRequests(after(both, paid, fulfilled('s1'), rejected(['s2'], 6_500, 'p1')))).toEqual([]);
  });
  it('requests a migration with its form', () => {
    const { kind: _kind, ...details } = migration;
    expect(pendingRequests(after(placed({ id: 'm1', priceCents: 0, form: migration })))).toEqual([
      {
        type: 'RequestMigration',
        migrationId: 'm1',
        accountId: 'a1',
        userId: 'u1',
        details,
        totalCents: 0,
        orderId: 'o1',
      },
    ]);
  });
  it('lists no commands once its forms are erased', () => {
    const erased: OrderEvent = { type: 'OrderPlaced', data: { ...placedData(both), forms: ERASED } };
    expect(pendingRequests(after(erased, paid))).toEqual([]);
  });
});

function placedData(event: OrderEvent) {
  if (event.type !== 'OrderPlaced') throw new Error(`Not an order: ${event.type}`);
  return event.data;
}

describe('rejecting an order', () => {
  it('refunds what was paid for the rejected part', () =>
    order(both, paid)
      .when(reject('s2'))
      .thenEvents(rejected(['s2'], 6_500, 'p1')));
  // Proves B48
  it('refunds at most what earlier refunds left', () => {
    order(both, paid)
      .when({ ...reject('s1'), leftCents: 2_000 })
      .thenEvents(rejected(['s1'], 2_000, 'p1'));
    order(both, paid)
      .when({ ...reject(), leftCents: 0 })
      .thenEvents(rejected(['s1', 's2'], 0, null));
    order(both, paid, rejected(['s1'], 2_000, 'p1'))
      .when({ ...reject('s1'), leftCents: 0 })
      .thenNothing();
  });
  it('refunds a site that was made, too', () =>
    order(both, paid, fulfilled('s1'))
      .when(reject('s1'))
      .thenEvents(rejected(['s1'], 6_500, 'p1')));
  it('refunds the rest if a part was rejected before', () =>
    order(both, paid, rejected(['s2'], 6_500, 'p1'))
      .when(reject())
      .thenEvents(rejected(['s1'], 6_500, 'p1')));
  it('twice yields no event', () => {
    order(both, paid, rejected(['s2'], 6_500, 'p1'))
      .when(reject('s2'))
      .thenNothing();
    order(both, rejected(['s1', 's2'], 0, null))
      .when(reject())
      .thenNothing();
  });
  it('refunds nothing if nothing was paid', () => {
    order(both)
      .when(reject())
      .thenEvents(rejected(['s1', 's2'], 0, null));
    order(placed({ ...north, priceCents: 0 }))
      .when(reject())
      .thenEvents(rejected(['s1'], 0, null));
    order(placed({ ...north, priceCents: 0 }, { ...south, priceCents: 13_000 }), paid)
      .when(reject('s1'))
      .thenEvents(rejected(['s1'], 0, null));
  });
  it('takes a blank reason as none', () =>
    order(both)
      .when({ ...reject(), reason: ' ' })
      .thenEvents({
        type: 'OrderRejected',
        data: { ...ids, entryIds: ['s1', 's2'], reason: null, refundCents: 0, paymentId: null },
      }));
  it('is rejected when every entry is', () => {
    expect(after(both, paid, rejected(['s2'], 6_500, 'p1')).status).toBe('paid');
    expect(after(both, paid, rejected(['s2'], 6_500, 'p1'), rejected(['s1'], 6_500, 'p1')).status).toBe(
      'rejected',
    );
  });
  it('in part is refused while it is unpaid', () =>
    order(both)
      .when(reject('s1'))
      .thenRefused('unprocessable', 'An order that is not paid can only be rejected as a whole.'));
  it('is refused while a payment is open', () =>
    order(both, started('p1', 1))
      .when(reject())
      .thenRefused(
        'conflict',
        'A payment of this order is being processed. Please wait until it is complete.',
      ));
  it('refuses entries of other orders', () =>
    order(both, paid).when(reject('s1', 's3')).thenRefused('not_found', 'This is not part of the order.'));
});

it('an order needs OrderPlaced first', () =>
  expect(orderDecider.evolve({ status: 'none' }, paid)).toEqual({ status: 'none' }));
