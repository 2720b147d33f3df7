import { BusinessRefusal, isOpenPayment, paymentDecider, paymentStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { createAttempts } from './attempts.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { recordIntent } from './recordIntent.ts';
import { startOfAttempt } from './startOfAttempt.ts';

/** What was asked of the provider less than this ago may still come to be there. */
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
