import {
  BLANK_SITE,
  type OrderEvent,
  orderDecider,
  orderStream,
  type PaymentEvent,
  paymentDecider,
  paymentStream,
  siteDecider,
  siteStream,
} from '@portal/domain';
import { expect, it } from 'vitest';
import type { PortalEnvelope } from '../src/kernel/execute.ts';
import { follow } from '../src/kernel/follow.ts';
import { allocatePayment, fulfilPaidOrder } from '../src/modules/orders/processes.ts';
import { deleteSite } from '../src/modules/sites/changeSite.ts';
import { deleteUser } from '../src/modules/users/deleteUser.ts';
import { registerDealer } from '../src/modules/users/registerDealer.ts';
import { memoryPorts } from './support/memoryPorts.ts';
import { registration } from './support/testPortal.ts';

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
  requestedDate: '2026-03-01',
});

const nothingToLookUp = {
  billingDay: (at: string) => at,
  usersOfAccount: async () => [],
  sitesOfAccount: async () => [],
  invoicesToSettle: async () => [],
  invoicesLeavingOver: async () => [],
};

/** A dealer with an order of these sites for $130, and money that was taken and claimed for it. */
async function paidFor(names: readonly string[] = ['A', 'B']) {
  const memory = memoryPorts();
  const { ports, command } = memory;
  const { agreeToTerms: _agree, ...dealer } = registration('ann');
  const ids = await registerDealer(ports, { ...dealer, agreeToTerms: true }, command());
  const owner = { userId: ids.userId, accountId: ids.accountId };
  const append = async <State, Command, Event extends OrderEvent | PaymentEvent>(
    stream: string,
    decider: Parameters<typeof ports.execute<State, Command, Event>>[0]['decider'],
    asked: Command,
  ) => {
    const accounts = [owner.accountId];
    const { appended } = await ports.execute({
      stream,
      decider,
      command: asked,
      context: command(),
      accounts,
    });
    return ports.followUp(appended);
  };
  const toOrder = (asked: Parameters<typeof orderDecider.decide>[0]) =>
    append(orderStream('o1'), orderDecider, asked);
  await toOrder({
    type: 'PlaceOrder',
    orderId: 'o1',
    ...owner,
    entries: names.map((name) => ({
      id: `site-${name}`,
      priceCents: 13_000 / names.length,
      form: site(name),
    })),
    items: [{ name: 'Additional ACU Panels', priceCents: 13_000 }],
    placedOn: '2026-03-01',
  });
  const claimant = { kind: 'order', id: 'o1' } as const;
  for (const asked of [
    {
      type: 'StartPayment',
      attemptId: 'p1',
      ...owner,
      amountCents: 13_000,
      livemode: true,
      how: 'card_form',
      shares: [],
    },
    {
      type: 'SucceedPayment',
      intentId: 'pi_1',
      amountCents: 13_000,
      livemode: true,
      card: null,
      paidOn: '2026-03-01',
    },
    { type: 'ClaimPayment', claimant, accountId: owner.accountId, amountCents: 13_000 },
  ] as const) {
    await append(paymentStream('p1'), paymentDecider, asked);
  }
  const pay = () =>
    toOrder({ type: 'PayOrder', paymentId: 'p1', amountCents: 13_000, livemode: true, paidOn: '2026-03-01' });
  const siteOf = (name: string) => ports.load(siteStream(`site-${name}`), siteDecider);
  return { ...memory, ...owner, toOrder, pay, siteOf, append };
}

// Proves S4-server-5
it('a paid order creates each of its sites once, with the promised id, however often it is handled', async () => {
  const { pay, siteOf, story, userId } = await paidFor();
  await pay();
  await pay();
  expect(await siteOf('A')).toMatchObject({ status: 'pending', userId, orderId: 'o1', readers: 4 });
  expect(story().slice(-5)).toEqual([
    'order OrderPaid',
    'site SiteRequested',
    'site SiteRequested',
    'order OrderItemFulfilled',
    'order OrderItemFulfilled',
  ]);
});

// Proves S4-server-6
it('an entry that is no longer available is rejected and refunded', async () => {
  const { pay, siteOf, events, ports, userId, command } = await paidFor();
  await deleteUser(ports, userId, command());
  await pay();
  expect(await siteOf('A')).toEqual({ status: 'none' });
  expect(events('OrderRejected').map(({ data }) => data)).toMatchObject([
    {
      entryIds: ['site-A', 'site-B'],
      reason: 'The company has no user any more.',
      refundCents: 13_000,
      paymentId: 'p1',
    },
  ]);
  expect(events('PaymentRefundRequested').map(({ data }) => [data.amountCents, data.of])).toEqual([
    [13_000, { kind: 'order', id: 'o1' }],
  ]);
});

it('deleting a site before approval refunds its part once; after approval nothing', async () => {
  const { pay, events, ports, command, siteOf, accountId } = await paidFor();
  await pay();
  await ports.execute({
    stream: siteStream('site-B'),
    decider: siteDecider,
    command: { type: 'ApproveSite', activeFrom: '2026-03-02' },
    context: command(),
    accounts: [accountId],
  });
  await deleteSite(ports, 'site-B', command());
  expect(events('OrderRejected')).toEqual([]);
  await expect(deleteSite(ports, 'site-A', command())).rejects.toMatchObject({ path: 'reason' });
  await deleteSite(ports, 'site-A', command(), { reason: 'No room' });
  expect(events('OrderRejected').map(({ data }) => data.entryIds)).toEqual([['site-A']]);
  expect(events('PaymentRefundRequested').map(({ data }) => [data.amountCents, data.reason])).toEqual([
    [6_500, 'No room'],
  ]);
  expect(await siteOf('A')).toMatchObject({ status: 'deleted' });
});

it('a site deactivated before approval counts as never approved', async () => {
  const { pay, events, ports, command, accountId } = await paidFor();
  await pay();
  await ports.execute({
    stream: siteStream('site-A'),
    decider: siteDecider,
    command: { type: 'DeactivateSite', by: 'admin' },
    context: command(),
    accounts: [accountId],
  });
  await expect(deleteSite(ports, 'site-A', command())).rejects.toMatchObject({ path: 'reason' });
  await deleteSite(ports, 'site-A', command(), { reason: 'No room' });
  expect(events('PaymentRefundRequested')).toHaveLength(1);
});

// Proves B48
it.each([
  [2, [3_000]],
  // marked in chunks of 100
  [104, [3_000, 0]],
])(
  '%i entries that are no longer available are rejected with at most what earlier refunds left',
  async (entries, refunds) => {
    const names = Array.from({ length: entries }, (_, index) => `${index + 1}`);
    const { pay, events, append, ports, userId, command } = await paidFor(names);
    await append(paymentStream('p1'), paymentDecider, {
      type: 'RecordRefund',
      refundId: 'at the desk',
      of: { kind: 'order', id: 'o1' },
      amountCents: 10_000,
      providerRefundId: 're_1',
    });
    await deleteUser(ports, userId, command());
    await pay();
    expect(events('OrderRejected').map(({ data }) => data.refundCents)).toEqual(refunds);
  },
);

// Proves S4-server-7
it("never refunds more than is left of the order's share", async () => {
  const { pay, events, toOrder, append, siteOf } = await paidFor();
  await pay();
  await append(paymentStream('p1'), paymentDecider, {
    type: 'RecordRefund',
    refundId: 'at the desk',
    of: { kind: 'order', id: 'o1' },
    amountCents: 10_000,
    providerRefundId: 're_1',
  });
  // as read before the refund
  await toOrder({ type: 'RejectOrder', entryIds: null, reason: 'Gone', leftCents: 13_000 });
  expect(events('PaymentRefundRequested').map(({ data }) => data.amountCents)).toEqual([3_000]);
  expect([await siteOf('A'), await siteOf('B')]).toMatchObject([
    { status: 'deleted' },
    { status: 'deleted' },
  ]);
  expect(events('SiteDeleted').map(({ data }) => data.reason)).toEqual(['Gone', 'Gone']);
});

// Proves S4-server-15
it('a site created during the rejection is deleted when the payment is handled', async () => {
  const { pay, siteOf, ports, command, accountId } = await paidFor();
  await pay();
  // rejected, and nothing followed from it yet
  await ports.execute({
    stream: orderStream('o1'),
    decider: orderDecider,
    command: { type: 'RejectOrder', entryIds: ['site-A'], reason: 'Gone', leftCents: 13_000 },
    context: command(),
    accounts: [accountId],
  });
  const told: PortalEnvelope = {
    id: 'e-paid',
    stream: orderStream('o1'),
    revision: 1n,
    position: '1',
    event: {
      type: 'OrderPaid',
      data: {
        orderId: 'o1',
        accountId,
        paymentId: 'p1',
        amountCents: 13_000,
        livemode: true,
        paidOn: '2026-03-01',
      },
    },
    metadata: {
      v: 1,
      correlationId: 'c',
      causationId: null,
      actor: { kind: 'system', id: null },
      commandId: 'c',
      recordedAt: '2026-03-01T10:00:00.000Z',
      accounts: [accountId],
    },
  };
  await follow(fulfilPaidOrder, told, { ...ports, lookUp: nothingToLookUp });
  expect([(await siteOf('A')).status, (await siteOf('B')).status]).toEqual(['deleted', 'pending']);
});

it('a payment refunded before it was claimed pays nothing and blocks no other', async () => {
  const { ports, command, events, append, accountId, userId } = await paidFor();
  const share = { kind: 'order', id: 'o2', amountCents: 6_500 } as const;
  await append(orderStream('o2'), orderDecider, {
    type: 'PlaceOrder',
    orderId: 'o2',
    accountId,
    userId,
    entries: [{ id: 'site-C', priceCents: 6_500, form: site('C') }],
    items: [{ name: 'Additional ACU Panels', priceCents: 6_500 }],
    placedOn: '2026-03-01',
  });
  const attempt = { attemptId: 'p2', accountId, userId, livemode: true, how: 'card_form' } as const;
  await append(orderStream('o2'), orderDecider, { type: 'StartOrderPayment', attemptId: 'p2' });
  const asked = [
    { type: 'StartPayment', ...attempt, amountCents: 6_500, shares: [share] },
    {
      type: 'SucceedPayment',
      intentId: 'pi_2',
      amountCents: 6_500,
      livemode: true,
      card: null,
      paidOn: '2026-03-01',
    },
    { type: 'RecordRefund', refundId: 're_2', of: null, amountCents: 500, providerRefundId: 're_2' },
  ] as const;
  const appended: PortalEnvelope[] = [];
  for (const one of asked) {
    // recorded, and nothing followed from it yet
    const done = await ports.execute({
      stream: paymentStream('p2'),
      decider: paymentDecider,
      command: one,
      context: command(),
      accounts: [accountId],
    });
    appended.push(...done.appended);
  }
  const succeeded = appended.find(({ event }) => event.type === 'PaymentSucceeded');
  if (succeeded === undefined) throw new Error('Nothing succeeded.');
  await follow(allocatePayment, succeeded, { ...ports, lookUp: nothingToLookUp });
  expect(events('PaymentClaimed').map(({ data }) => data.attemptId)).toEqual(['p1']);
  expect(events('PaymentRefundRequested').map(({ data }) => [data.of, data.amountCents])).toEqual([
    [null, 6_000],
  ]);
  expect(await ports.load(orderStream('o2'), orderDecider)).toMatchObject({
    status: 'awaiting_payment',
    openAttempt: null,
  });
});
