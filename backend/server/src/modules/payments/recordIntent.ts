import {
  type CardCommand,
  onAccount,
  onPayment,
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

interface Recorded {
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
  // a second intent, made under a key that the provider had forgotten, is never confirmed
  if (payment.intentId !== null && payment.intentId !== intentId) return [];
  if (intent.status === 'canceled') {
    return [{ type: 'FailPayment', code: 'canceled', message: 'The payment was canceled.' }];
  }
  return decline === null ? [] : [{ type: 'DeclinePayment', ...decline }];
}

/**
 * Records the provider's state of an intent on the payment and the saved card, for response, webhook, return page and
 * reconciler. The decider ignores known facts; each call has a new command id, so that earlier runs do not hide changes.
 * @throws BusinessRefusal conflict if amount, mode or intent are not the payment's
 */
export async function recordIntent(
  ports: PaymentPorts,
  payment: StartedPaymentState,
  intent: CardIntent,
  correlationId: string,
): Promise<Recorded> {
  const commands = commandsFor(payment, intent, ports.billingDay(ports.now().toISOString()));
  const by = { actorId: intent.id, correlationId };
  // before the payment's own record: after a crash between the two, both are recorded again
  const marked = await recordOnSavedCard(ports, payment, intent, commands, by);
  const recorded = await recordFacts(ports, payment, commands, by);
  const known = recorded.payment.status === 'succeeded' && recorded.chain.position === null;
  const chain = known ? await claimed(ports, payment.attemptId) : recorded.chain;
  return { ...recorded, chain: joinChains(ports.compare, marked, chain) };
}

/**
 * Marks the saved card as declined, or removes the mark, if the outcome of the charge is new to the payment: a known
 * outcome says nothing about the card now. The account decides whether it is the saved card.
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
    const done = await ports.execute({ ...onAccount(accountId), command, context: contextOf(ports, by) });
    appended.push(...done.appended);
  }
  return ports.followUp(appended);
}

interface RecordedBy {
  readonly actorId: string;
  readonly correlationId: string;
}

const contextOf = (ports: PaymentPorts, { actorId, correlationId }: RecordedBy) =>
  newCommand(ports.now(), { kind: 'provider', id: actorId }, correlationId);

/** Runs the processes of a success recorded elsewhere, so that the order or invoice is paid before the response. */
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
      ...onPayment(attemptId, accountId),
      command,
      context: contextOf(ports, by),
    });
    appended.push(...done.appended);
    state = done.state;
  }
  const chain = await ports.followUp(appended);
  return { payment: state.status === 'none' ? payment : state, chain };
}
