import {
  accountDecider,
  accountStream,
  type CardCommand,
  type PaymentCommand,
  type PaymentState,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { newCommand } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { CardIntent } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';

export type StartedPaymentState = Exclude<PaymentState, { status: 'none' }>;

export interface Recorded {
  readonly payment: StartedPaymentState;
  readonly chain: CausalChain;
}

/** Commands for a state of the provider's intent, in order. */
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
 * Records what the provider says of an intent, and what follows from it: the one way into a payment's stream, and to the
 * mark of the saved card, for API answer, webhook, return page and reconciler alike. The decider knows each fact once,
 * so each call has an identity of its own: nothing that an earlier run recorded may stand for what the provider says now.
 * @throws BusinessRefusal conflict where amount, mode or intent are not the payment's
 */
export async function recordIntent(
  ports: PaymentPorts,
  payment: StartedPaymentState,
  intent: CardIntent,
  correlationId: string,
): Promise<Recorded> {
  const commands = commandsFor(payment, intent, ports.billingDay(ports.now().toISOString()));
  const by = { actorId: intent.id, correlationId };
  // before the payment's own record, which makes it old news: a run that was cut short between the two does both again
  const marked = await recordOnSavedCard(ports, payment, intent, commands, by);
  const recorded = await recordFacts(ports, payment, commands, by);
  const known = recorded.payment.status === 'succeeded' && recorded.chain.position === null;
  const chain = known ? await claimed(ports, payment.attemptId) : recorded.chain;
  return { ...recorded, chain: joinChains(ports.compare, marked, chain) };
}

/**
 * Marks the saved card as declined, or takes the mark away, where the payment is about to learn what became of a charge
 * of it. An outcome that the payment knows already says nothing of the card now. The account knows which card is saved.
 */
async function recordOnSavedCard(
  ports: PaymentPorts,
  payment: StartedPaymentState,
  { paymentMethodId }: CardIntent,
  commands: readonly PaymentCommand[],
  by: RecordedBy,
): Promise<CausalChain> {
  if (paymentMethodId === null) return NOTHING_APPENDED;
  const { accountId, livemode } = payment;
  const on = ports.billingDay(ports.now().toISOString());
  const learned = commands
    .flatMap((command) => paymentDecider.decide(command, payment))
    .flatMap((event): CardCommand[] => {
      if (event.type === 'PaymentSucceeded') return [{ type: 'RecordCardCharge', livemode, paymentMethodId }];
      if (event.type !== 'PaymentDeclined') return [];
      const decline = { on, message: event.data.message };
      return [{ type: 'RecordCardDecline', livemode, paymentMethodId, decline }];
    });
  const appended: PortalEnvelope[] = [];
  for (const command of learned) {
    const done = await ports.execute({
      stream: accountStream(accountId),
      decider: accountDecider,
      command,
      context: newCommand(ports.now(), { kind: 'provider', id: by.actorId }, by.correlationId),
      accounts: [accountId],
    });
    appended.push(...done.appended);
  }
  return ports.followUp(appended);
}

interface RecordedBy {
  readonly actorId: string;
  readonly correlationId: string;
}

/**
 * Completes the consequences of a success recorded elsewhere, so that the order or invoice is paid when the caller is
 * told.
 */
async function claimed(ports: PaymentPorts, attemptId: string): Promise<CausalChain> {
  const events = await ports.readStream(paymentStream(attemptId));
  return ports.followUp(events.filter(({ event }) => event.type === 'PaymentSucceeded'));
}

/** Appends facts of a payment one by one, then runs the processes. */
export async function recordFacts(
  ports: PaymentPorts,
  payment: StartedPaymentState,
  commands: readonly PaymentCommand[],
  by: RecordedBy,
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
