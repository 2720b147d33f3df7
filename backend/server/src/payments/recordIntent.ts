import { type PaymentCommand, type PaymentState, paymentDecider, paymentStream } from '@portal/domain';
import type { CausalChain } from '../commands/causalChain.ts';
import { newCommand } from '../commands/commandContext.ts';
import type { PortalEnvelope } from '../commands/execute.ts';
import type { CardIntent } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';

export type StartedPaymentState = Exclude<PaymentState, { status: 'none' }>;

/** What was recorded, and the payment after it. */
export interface Recorded {
  readonly payment: StartedPaymentState;
  readonly chain: CausalChain;
}

/** What the provider's word means for the payment's stream, in the order it is decided. */
function commandsFor(
  payment: StartedPaymentState,
  intent: CardIntent,
  paidOn: string,
): readonly PaymentCommand[] {
  const { id: intentId, amountCents, livemode, card, decline } = intent;
  if (intent.status === 'succeeded') {
    return [{ type: 'SucceedPayment', intentId, amountCents, livemode, card, paidOn }];
  }
  // made twice under a key that the provider had forgotten, and never confirmed: nothing becomes of it
  if (payment.intentId !== null && payment.intentId !== intentId) return [];
  if (intent.status === 'canceled') {
    return [{ type: 'FailPayment', code: 'canceled', message: 'The payment was canceled.' }];
  }
  return decline === null ? [] : [{ type: 'DeclinePayment', ...decline }];
}

/**
 * Records what the provider says of an intent, and what follows from it: the one way into a payment's stream for API
 * answer, webhook, return page and reconciler alike. The decider knows each fact once, so each call has an identity
 * of its own: nothing that an earlier run recorded may stand for what the provider says now.
 * @throws BusinessRefusal conflict where amount, mode or intent are not the payment's
 */
export async function recordIntent(
  ports: PaymentPorts,
  payment: StartedPaymentState,
  intent: CardIntent,
  correlationId: string,
): Promise<Recorded> {
  const commands = commandsFor(payment, intent, ports.billingDay(ports.now().toISOString()));
  const recorded = await recordFacts(ports, payment, commands, { actorId: intent.id, correlationId });
  const known = recorded.payment.status === 'succeeded' && recorded.chain.position === null;
  return known ? { ...recorded, chain: await claimed(ports, payment.attemptId) } : recorded;
}

/**
 * Sees through what follows from a success that somebody else recorded a moment ago or died over: whoever hears of it
 * from us finds the order or invoice paid.
 */
async function claimed(ports: PaymentPorts, attemptId: string): Promise<CausalChain> {
  const events = await ports.eventsOf(paymentStream(attemptId));
  return ports.followUp(events.filter(({ event }) => event.type === 'PaymentSucceeded'));
}

/** Appends facts of a payment one by one, then runs the processes. */
export async function recordFacts(
  ports: PaymentPorts,
  payment: StartedPaymentState,
  commands: readonly PaymentCommand[],
  by: { readonly actorId: string; readonly correlationId: string },
): Promise<Recorded> {
  const { attemptId, accountId } = payment;
  const appended: PortalEnvelope[] = [];
  let state: PaymentState = payment;
  for (const command of commands) {
    const done = await ports.execute({
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command,
      context: newCommand(ports.now(), { kind: 'provider', id: by.actorId }, by.correlationId),
      accounts: [accountId],
    });
    appended.push(...done.appended);
    state = done.state;
  }
  const chain = await ports.followUp(appended);
  return { payment: state.status === 'none' ? payment : state, chain };
}
