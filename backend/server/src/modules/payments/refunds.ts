import {
  type Claimant,
  type PaymentCommand,
  paymentDecider,
  paymentStream,
  type Refund,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Follower } from '../../platform/followers/follower.ts';
import { type CardRefund, type Cards, CardsRefused, CardsUnavailable } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { recordFacts, type StartedPaymentState } from './recordIntent.ts';

/** Money that goes back. */
export interface Refunds {
  /**
   * Asks the provider for what was requested and not given yet, and records how every refund of the payment stands,
   * those from the provider's own desk included.
   * @throws CardsUnavailable
   */
  settle(attemptId: string, context: CommandContext): Promise<CausalChain>;
}

/** {@link Refunds} over the payment's stream and the card provider. */
export function createRefunds(ports: PaymentPorts): Refunds {
  /** How a refund of ours stands, asked for where the provider does not know it. */
  async function outcomeOf(
    cards: Cards,
    intentId: string,
    { refundId, amountCents }: Refund,
  ): Promise<CardRefund | { readonly refused: string }> {
    try {
      return await cards.refund({ intentId, refundId, amountCents });
    } catch (error) {
      if (!(error instanceof CardsRefused)) throw error;
      ports.log.error({ err: error, refund: refundId }, 'the card provider refused a refund');
      return { refused: `The card provider refused the refund (${error.code ?? 'no reason given'}).` };
    }
  }

  /** None where the provider does not know the intent, because its account was changed or a sandbox was cleared. */
  async function refundsOf(cards: Cards, intentId: string): Promise<readonly CardRefund[]> {
    try {
      return await cards.refundsOf(intentId);
    } catch (error) {
      if (!(error instanceof CardsRefused)) throw error;
      ports.log.error({ err: error, intent: intentId }, 'the card provider tells no refunds of a payment');
      return [];
    }
  }

  return {
    async settle(attemptId, context) {
      const payment = await ports.load(paymentStream(attemptId), paymentDecider);
      if (payment.status !== 'succeeded' || payment.intentId === null) return NOTHING_APPENDED;
      const cards = ports.cardsFor(payment.livemode);
      if (cards === null) {
        throw new CardsUnavailable('There are no credentials to refund this payment with.');
      }
      const { intentId } = payment;
      let chain = NOTHING_APPENDED;
      const record = async (command: PaymentCommand, actorId: string) => {
        const by = { actorId, correlationId: context.correlationId };
        const recorded = await recordFacts(ports, payment, [command], by);
        chain = joinChains(ports.compare, chain, recorded.chain);
      };
      for (const refund of payment.refunds.filter(({ status }) => status === 'requested')) {
        const outcome = await outcomeOf(cards, intentId, refund);
        if ('refused' in outcome) {
          const { refundId } = refund;
          await record({ type: 'RecordRefundFailure', refundId, message: outcome.refused }, intentId);
        }
      }
      for (const refund of await refundsOf(cards, intentId)) {
        const command = factOf(payment, refund);
        if (command !== null) await record(command, refund.providerRefundId);
      }
      return chain;
    },
  };
}

/** What the provider's refund adds to what is known; null for nothing. */
function factOf(payment: StartedPaymentState, refund: CardRefund): PaymentCommand | null {
  const { providerRefundId, amountCents, status, message } = refund;
  const known = payment.refunds.find(
    (one) =>
      one.refundId === (refund.refundId ?? providerRefundId) || one.providerRefundId === providerRefundId,
  );
  const refundId = known?.refundId ?? providerRefundId;
  if (status === 'succeeded') {
    const of = known === undefined ? onlyClaimant(payment) : known.of;
    return { type: 'RecordRefund', refundId, of, amountCents, providerRefundId };
  }
  if (status === 'pending' || known === undefined) return null;
  return { type: 'RecordRefundFailure', refundId, message: message ?? 'The bank returned the refund.' };
}

/** Whose money went back at the provider's own desk: no question where the payment paid for one thing. */
function onlyClaimant({ claims }: StartedPaymentState): Claimant | null {
  const [only] = claims;
  return claims.length === 1 && only !== undefined ? only.claimant : null;
}

/**
 * Gives money back as soon as it is asked for. What the provider can't be asked for at the moment is left to the
 * reconciler: one payment must not hold up the others.
 */
export function refundFollower(refunds: Refunds, ports: Pick<PaymentPorts, 'log'>): Follower {
  return {
    name: 'refunds',
    types: ['PaymentRefundRequested'],
    async handle({ id, event, metadata }) {
      if (event.type !== 'PaymentRefundRequested') return;
      const { correlationId, recordedAt: time } = metadata;
      const context = { id, time, correlationId, actor: { kind: 'system', id: 'refunds' } } as const;
      try {
        await refunds.settle(event.data.attemptId, context);
      } catch (error) {
        if (!(error instanceof CardsUnavailable)) throw error;
        ports.log.warn({ err: error, attempt: event.data.attemptId }, 'a refund is left to the reconciler');
      }
    },
  };
}
