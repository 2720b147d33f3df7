import { paymentDecider, paymentStream } from '@portal/domain';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { CardsUnavailable, type ProviderEventSubject } from '../cards.ts';
import type { KeptCards } from '../keptCards.ts';
import type { PaymentPorts } from '../paymentPorts.ts';
import type { Payments } from '../payments.ts';
import { recordFacts } from '../recordIntent.ts';
import type { Refunds } from '../refunds.ts';

export interface ApplyingPorts extends PaymentPorts {
  readonly payments: Pick<Payments, 'settle'>;
  readonly refunds: Refunds;
  readonly keptCards: Pick<KeptCards, 'keepNewest' | 'forget'>;
}

/**
 * Applies what a webhook tells: whatever it says, the provider is asked how things stand now, so that order and number
 * of deliveries don't matter.
 * @returns false for what is not of this installation
 */
export async function applyProviderEvent(
  ports: ApplyingPorts,
  subject: ProviderEventSubject,
  livemode: boolean,
  context: CommandContext,
): Promise<boolean> {
  switch (subject.kind) {
    case 'intent':
      return (await ports.payments.settle(subject.intentId, livemode, context)) !== null;
    case 'setup':
      return ports.keptCards.keepNewest(subject.customerId, livemode, context);
    case 'detached': {
      const { customerId, paymentMethodId } = subject;
      return ports.keptCards.forget(customerId, paymentMethodId, livemode, context);
    }
    case 'refunds':
    case 'dispute': {
      const settled = await ports.payments.settle(subject.intentId, livemode, context);
      if (settled === null) return false;
      if (subject.kind === 'refunds') {
        await ports.refunds.settle(settled.attemptId, context);
        return true;
      }
      const payment = await ports.load(paymentStream(settled.attemptId), paymentDecider);
      if (payment.status === 'none') throw new CardsUnavailable('The payment can not be read yet.');
      const { disputeId, amountCents, reason } = subject;
      const command = { type: 'RecordDispute', disputeId, amountCents, reason } as const;
      const by = { actorId: disputeId, correlationId: context.correlationId };
      await recordFacts(ports, payment, [command], by);
      return true;
    }
  }
}
