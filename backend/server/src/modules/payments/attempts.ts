import {
  accountDecider,
  accountStream,
  BusinessRefusal,
  cardsIn,
  isOpenPayment,
  type OpenAccountState,
  type PaymentState,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { parse, validate, version } from 'uuid';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { type CardIntent, type Cards, notConfigured, UnknownCustomer } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { recordFacts, recordIntent, type StartedPaymentState } from './recordIntent.ts';

/** When an attempt began: its id is a UUIDv7 and begins with the time. Null for an id of another kind. */
export function startOfAttempt(attemptId: string): Date | null {
  if (!validate(attemptId) || version(attemptId) !== 7) return null;
  return new Date(Buffer.from(parse(attemptId)).readUIntBE(0, 6));
}

export const IN_PROGRESS = 'A payment is being processed. Please wait until it is complete.';

interface Looked {
  readonly payment: StartedPaymentState;
  /** Null where the provider knows of none. */
  readonly intent: CardIntent | null;
  readonly chain: CausalChain;
}

/** One attempt at a time: how it stands, and its end. */
export interface Attempts {
  /** @throws BusinessRefusal not_found */
  accountOf(accountId: string): Promise<OpenAccountState>;
  paymentOf(attemptId: string): Promise<PaymentState>;
  /** @throws BusinessRefusal unprocessable where the mode has no provider */
  configured(livemode: boolean): Cards;
  /** The provider's intent of an attempt; null if unknown. Records nothing. */
  intentOf(cards: Cards, payment: StartedPaymentState): Promise<CardIntent | null>;
  /** Asks the provider how an attempt stands and records it. */
  look(payment: StartedPaymentState, context: CommandContext): Promise<Looked>;
  /**
   * Takes an open attempt out of the way; one that was paid meanwhile stays paid.
   * @throws BusinessRefusal conflict while the provider is at it
   */
  cancel(looked: Looked, context: CommandContext): Promise<Looked>;
}

export function createAttempts(ports: PaymentPorts): Attempts {
  const { load } = ports;

  function configured(livemode: boolean): Cards {
    const cards = ports.cardsFor(livemode);
    if (cards === null) throw notConfigured(livemode);
    return cards;
  }

  async function accountOf(accountId: string): Promise<OpenAccountState> {
    const account = await load(accountStream(accountId), accountDecider);
    if (account.status === 'none') throw new BusinessRefusal('not_found', 'Company not found');
    return account;
  }

  /** By the id that was recorded; else by the attempt, for an answer that was lost before it could be. */
  async function intentOf(cards: Cards, payment: StartedPaymentState): Promise<CardIntent | null> {
    if (payment.intentId !== null) return cards.retrieveIntent(payment.intentId);
    const account = await accountOf(payment.accountId);
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
  ): Promise<Looked> {
    const by = { actorId: payment.attemptId, correlationId };
    const recorded = await recordFacts(ports, payment, [{ type: 'FailPayment', code, message }], by);
    return { ...recorded, intent: null };
  }

  return {
    accountOf,
    configured,
    intentOf,
    paymentOf: (attemptId) => load(paymentStream(attemptId), paymentDecider),

    async look(payment, context) {
      const cards = ports.cardsFor(payment.livemode);
      if (cards === null) {
        // no money is real in a sandbox that is gone; a live attempt is never given up unseen
        if (payment.livemode) throw notConfigured(true);
        return fail(payment, 'provider_gone', 'The payment was given up.', context);
      }
      const intent = await intentOf(cards, payment);
      if (intent === null) {
        if (payment.intentId === null) return { payment, intent, chain: NOTHING_APPENDED };
        ports.log.error({ attempt: payment.attemptId }, 'the card provider does not know a payment of ours');
        if (payment.livemode) throw new BusinessRefusal('conflict', IN_PROGRESS);
        return fail(payment, 'unknown_intent', 'The card provider does not know this payment.', context);
      }
      return { ...(await recordIntent(ports, payment, intent, context.correlationId)), intent };
    },

    async cancel(looked, context) {
      const { payment, intent } = looked;
      if (!isOpenPayment(payment)) return looked;
      if (intent?.status === 'processing') throw new BusinessRefusal('conflict', IN_PROGRESS);
      if (intent === null) {
        const message = 'The payment was given up before it reached the card provider.';
        return fail(payment, 'abandoned', message, context);
      }
      const cards = configured(payment.livemode);
      const canceled = await cards.cancelIntent(intent.id, `cancel/${payment.attemptId}`);
      const recorded = await recordIntent(ports, payment, canceled, context.correlationId);
      const chain = joinChains(ports.compare, looked.chain, recorded.chain);
      return { ...recorded, intent: canceled, chain };
    },
  };
}

/** A request to the provider may still take effect within this time. */
const UNDER_WAY_MS = 10 * 60_000;

/** Ends attempts to pay that would never come to an end. */
export interface AttemptEnds {
  /**
   * EndPayment: an administrator ends an attempt that holds its order or invoice back. The provider is asked first: what
   * was paid or canceled there is recorded as such, and what may still be paid is left alone.
   * @throws BusinessRefusal not_found; conflict where it is over, just begun, or known to the provider and open there;
   *   unprocessable where its mode has no provider to ask; CardsUnavailable
   */
  end(attemptId: string, reason: string | undefined, context: CommandContext): Promise<CausalChain>;
}

/** {@link AttemptEnds} over the payment's stream and the card provider. */
export function createAttemptEnds(ports: PaymentPorts): AttemptEnds {
  const attempts = createAttempts(ports);
  const refuse = (message: string) => new BusinessRefusal('conflict', message);
  return {
    async end(attemptId, reason, context) {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none') throw new BusinessRefusal('not_found', 'Payment not found');
      if (!isOpenPayment(payment)) throw refuse('This payment is over already.');
      const cards = attempts.configured(payment.livemode);
      const began = startOfAttempt(attemptId);
      if (began !== null && ports.now().getTime() - began.getTime() < UNDER_WAY_MS) {
        throw refuse('This payment began a moment ago. Please try again in ten minutes.');
      }
      const intent = await attempts.intentOf(cards, payment);
      if (intent !== null) {
        const recorded = await recordIntent(ports, payment, intent, context.correlationId);
        if (!isOpenPayment(recorded.payment)) return recorded.chain;
        throw refuse(
          'The card provider knows this payment, and it can still be paid there. It ends by itself a day after it began.',
        );
      }
      const { appended } = await ports.execute({
        stream: paymentStream(attemptId),
        decider: paymentDecider,
        command: {
          type: 'FailPayment',
          code: 'unknown_intent',
          message: 'An administrator ended it: the card provider does not know this payment.',
        },
        context,
        accounts: [payment.accountId],
        reason,
      });
      return ports.followUp(appended);
    },
  };
}
