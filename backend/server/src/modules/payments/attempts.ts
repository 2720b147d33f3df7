import {
  cardsIn,
  conflict,
  isOpenPayment,
  notFound,
  onPayment,
  type PaymentState,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { openAccount } from '../companies/module.ts';
import { type CardIntent, notConfigured, startOfAttempt, UnknownCustomer } from './cards.ts';
import { configuredCards, type PaymentPorts } from './paymentPorts.ts';
import { recordFacts, recordIntent, type StartedPaymentState } from './recordIntent.ts';
import type { Cards } from './stripe/stripeCards.ts';

export const IN_PROGRESS = 'A payment is being processed. Please wait until it is complete.';

interface Refreshed {
  readonly payment: StartedPaymentState;
  /** Null if the provider knows none. */
  readonly intent: CardIntent | null;
  readonly chain: CausalChain;
}

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts(ports: PaymentPorts) {
  /**
   * The provider's intent of an attempt; null if unknown. Records nothing. By its recorded id; else by the attempt's
   * metadata, for a response that was lost before.
   */
  async function intentOf(cards: Cards, payment: StartedPaymentState): Promise<CardIntent | null> {
    if (payment.intentId !== null) return cards.retrieveIntent(payment.intentId);
    const account = await openAccount(ports, payment.accountId);
    const { customerId } = cardsIn(account.cards, payment.livemode);
    if (customerId === null) return null;
    return cards.findIntent(payment.attemptId, customerId).catch((error: unknown) => {
      if (error instanceof UnknownCustomer) return null;
      throw error;
    });
  }

  async function fail(
    payment: StartedPaymentState,
    code: string,
    message: string,
    { correlationId }: CommandContext,
  ): Promise<Refreshed> {
    const by = { actorId: payment.attemptId, correlationId };
    const recorded = await recordFacts(ports, payment, [{ type: 'FailPayment', code, message }], by);
    return { ...recorded, intent: null };
  }

  return {
    intentOf,
    paymentOf: (attemptId: string): Promise<PaymentState> =>
      ports.load(paymentStream(attemptId), paymentDecider),

    /** Asks the provider for the state of an attempt and records it. */
    async refresh(payment: StartedPaymentState, context: CommandContext): Promise<Refreshed> {
      const cards = ports.cardsFor(payment.livemode);
      if (cards === null) {
        // money in a removed sandbox is not real; a live attempt is never abandoned unchecked
        if (payment.livemode) throw notConfigured(true);
        return fail(payment, 'provider_gone', 'The payment was given up.', context);
      }
      const intent = await intentOf(cards, payment);
      if (intent === null) {
        if (payment.intentId === null) return { payment, intent, chain: NOTHING_APPENDED };
        ports.log.error({ attempt: payment.attemptId }, 'the card provider does not know a payment of ours');
        if (payment.livemode) throw conflict(IN_PROGRESS);
        return fail(payment, 'unknown_intent', 'The card provider does not know this payment.', context);
      }
      return { ...(await recordIntent(ports, payment, intent, context.correlationId)), intent };
    },

    /**
     * Cancels an open attempt; one that was paid meanwhile stays paid.
     * @throws BusinessRefusal conflict while the provider processes it
     */
    async cancel(refreshed: Refreshed, context: CommandContext): Promise<Refreshed> {
      const { payment, intent } = refreshed;
      if (!isOpenPayment(payment)) return refreshed;
      if (intent?.status === 'processing') throw conflict(IN_PROGRESS);
      if (intent === null) {
        const message = 'The payment was given up before it reached the card provider.';
        return fail(payment, 'abandoned', message, context);
      }
      const cards = configuredCards(ports, payment.livemode);
      const canceled = await cards.cancelIntent(intent.id, `cancel/${payment.attemptId}`);
      const recorded = await recordIntent(ports, payment, canceled, context.correlationId);
      const chain = joinChains(ports.compare, refreshed.chain, recorded.chain);
      return { ...recorded, intent: canceled, chain };
    },
  };
}

/** Within this time a request to the provider may still take effect. */
const UNDER_WAY_MS = 10 * 60_000;

/**
 * EndPayment by an administrator, for an attempt that blocks its order or invoice. The provider's state is recorded
 * first; what can still be paid there is not ended.
 * @throws BusinessRefusal not_found; conflict if it is over, just begun, or open at the provider; unprocessable if its
 *   mode has no provider; CardsUnavailable
 */
export async function endAttempt(
  ports: PaymentPorts,
  attemptId: string,
  reason: string | undefined,
  context: CommandContext,
): Promise<CausalChain> {
  const attempts = createAttempts(ports);
  const payment = await attempts.paymentOf(attemptId);
  if (payment.status === 'none') throw notFound('Payment not found');
  if (!isOpenPayment(payment)) throw conflict('This payment is over already.');
  const cards = configuredCards(ports, payment.livemode);
  const began = startOfAttempt(attemptId);
  if (began !== null && ports.now().getTime() - began.getTime() < UNDER_WAY_MS) {
    throw conflict('This payment began a moment ago. Please try again in ten minutes.');
  }
  const intent = await attempts.intentOf(cards, payment);
  if (intent !== null) {
    const recorded = await recordIntent(ports, payment, intent, context.correlationId);
    if (!isOpenPayment(recorded.payment)) return recorded.chain;
    throw conflict(
      'The card provider knows this payment, and it can still be paid there. It ends by itself a day after it began.',
    );
  }
  return runCommand(ports, {
    ...onPayment(attemptId, payment.accountId),
    command: {
      type: 'FailPayment',
      code: 'unknown_intent',
      message: 'An administrator ended it: the card provider does not know this payment.',
    },
    context,
    reason,
  });
}
