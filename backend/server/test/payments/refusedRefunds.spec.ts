import { paymentDecider, paymentStream } from '@portal/domain';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { NOTHING_APPENDED } from '../../src/kernel/causalChain.ts';
import type { PortalEnvelope } from '../../src/kernel/execute.ts';
import { CardsRefused } from '../../src/modules/payments/cards.ts';
import { refundFollower } from '../../src/modules/payments/refunds.ts';
import type { Cards } from '../../src/modules/payments/stripe/stripeCards.ts';
import { memoryPorts } from '../support/memoryPorts.ts';

const refuse = async (): Promise<never> => {
  throw new CardsRefused('No such payment_intent', 'resource_missing');
};

/** A provider that knows nothing of what it is asked about, as where its account was changed or a sandbox was cleared. */
const forgetful: Cards = {
  livemode: true,
  publicKey: 'pk_live_spec',
  simulated: false,
  createCustomer: refuse,
  createIntent: refuse,
  confirmWithCard: refuse,
  retrieveIntent: async () => null,
  findIntent: async () => null,
  cancelIntent: refuse,
  createSetup: refuse,
  cardOfSetup: async () => null,
  detach: refuse,
  refund: refuse,
  refundsOf: refuse,
  cardOfNewestSetup: async () => null,
  deleteCustomer: refuse,
  accountOf: async () => null,
  readEvent: () => null,
};

it('records a refund of an unknown payment as failed, and continues with the next', async () => {
  const { ports, command, events } = memoryPorts();
  const requested: PortalEnvelope[] = [];
  for (const asked of [
    {
      type: 'StartPayment',
      attemptId: 'p1',
      accountId: 'a1',
      userId: null,
      amountCents: 6_500,
      livemode: true,
      how: 'card_form',
      shares: [],
    },
    {
      type: 'SucceedPayment',
      intentId: 'pi_gone',
      amountCents: 6_500,
      livemode: true,
      card: null,
      paidOn: '2026-03-01',
    },
    { type: 'RequestRefund', refundId: 'r1', of: null, amountCents: 6_500, reason: null },
  ] as const) {
    const { appended } = await ports.execute({
      stream: paymentStream('p1'),
      decider: paymentDecider,
      command: asked,
      context: command(),
      accounts: ['a1'],
    });
    requested.push(...appended.filter(({ event }) => event.type === 'PaymentRefundRequested'));
  }
  const log = pino({ level: 'silent' });
  const follower = refundFollower({
    ...ports,
    followUp: async () => NOTHING_APPENDED,
    readStream: async () => [],
    compare: (a, b) => (a < b ? -1 : 1),
    cardsFor: () => forgetful,
    now: () => new Date('2026-03-02T10:00:00Z'),
    log,
  });
  for (const envelope of [...requested, ...requested])
    await follower.handle(envelope, new AbortController().signal);
  expect(events('PaymentRefundFailed').map(({ data }) => [data.refundId, data.message])).toEqual([
    ['r1', 'The card provider refused the refund (resource_missing).'],
  ]);
});
