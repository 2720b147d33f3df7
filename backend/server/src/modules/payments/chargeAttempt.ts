import type { StartedPayment } from '@portal/contract';
import type { SavedCard } from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { PaymentRequest } from './beginAttempt.ts';
import { type CardIntent, CardsUnavailable } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { recordFacts, recordIntent, type StartedPaymentState } from './recordIntent.ts';
import { withCustomer } from './savedCards.ts';
import type { Cards } from './stripe/stripeCards.ts';

const SAVED_CARD_FAILED = 'Failed to process payment with saved card';
const INTENT_FAILED = 'Failed to create payment intent';

export interface Charge {
  readonly started: StartedPayment;
  readonly attemptId: string;
  readonly chain: CausalChain;
}

/**
 * Continues an attempt that is in the log: makes the provider's intent, records its id, then charges the saved card or
 * returns the secret for the card form.
 * @throws CardsUnavailable if the outcome at the provider is unknown
 */
export async function chargeAttempt(
  ports: PaymentPorts,
  attempt: {
    readonly cards: Cards;
    /** The saved card if it can be charged. */
    readonly card: SavedCard | null;
    readonly request: Pick<PaymentRequest, 'how' | 'description'>;
    readonly payment: StartedPaymentState;
    readonly intent: CardIntent | null;
  },
  context: CommandContext,
): Promise<Charge> {
  const { cards, card, request } = attempt;
  const { payment, intent, chain } = await withIntent(ports, attempt, context);
  if (request.how === 'card_form' || card === null)
    return { ...startedPayment(payment, intent, null), chain };
  const charged = await charge(ports, cards, payment, intent, card, request.how === 'auto_pay');
  const recorded = await recordIntent(ports, payment, charged.intent, context.correlationId);
  const failed = charged.intent.decline?.message ?? (charged.lost ? SAVED_CARD_FAILED : null);
  const message = recorded.payment.status === 'succeeded' ? null : failed;
  return {
    ...startedPayment(recorded.payment, charged.intent, message),
    chain: joinChains(ports.compare, chain, recorded.chain),
  };
}

/** The response for an attempt, with the secret for the card form while the provider needs a card. */
export function startedPayment(
  payment: StartedPaymentState,
  intent: CardIntent | null,
  message: string | null,
): Omit<Charge, 'chain'> {
  const formGoesOn = intent?.status === 'needs_card' || intent?.status === 'needs_action';
  const started = {
    success: payment.status === 'succeeded',
    status: intent?.providerStatus ?? payment.status,
    clientSecret: formGoesOn ? (intent?.clientSecret ?? null) : null,
    paymentIntentId: intent?.id ?? payment.intentId,
    message,
  };
  return { started, attemptId: payment.attemptId };
}

async function withIntent(
  ports: PaymentPorts,
  { cards, request, payment, intent: known }: Parameters<typeof chargeAttempt>[1],
  context: CommandContext,
) {
  if (known !== null && payment.intentId === known.id) {
    return { payment, intent: known, chain: NOTHING_APPENDED };
  }
  const { attemptId, accountId, amountCents } = payment;
  const { description } = request;
  try {
    const { result: intent, appended } = await withCustomer(
      ports,
      cards,
      accountId,
      context,
      async (customerId) => known ?? cards.createIntent({ attemptId, customerId, amountCents, description }),
    );
    const customer = await ports.followUp(appended);
    const recorded = await recordFacts(
      ports,
      payment,
      [{ type: 'RecordPaymentIntent', intentId: intent.id }],
      { actorId: intent.id, correlationId: context.correlationId },
    );
    const chain = joinChains(ports.compare, customer, recorded.chain);
    return { payment: recorded.payment, intent, chain };
  } catch (error) {
    if (error instanceof CardsUnavailable) throw new CardsUnavailable(INTENT_FAILED, { cause: error.cause });
    throw error;
  }
}

/**
 * Charges a saved card. If the response is lost, the state is read from the provider and `lost` is true. The key names
 * the last decline, so that the same card can be tried again.
 */
async function charge(
  ports: PaymentPorts,
  cards: Cards,
  payment: StartedPaymentState,
  intent: CardIntent,
  card: SavedCard,
  offSession: boolean,
): Promise<{ readonly intent: CardIntent; readonly lost: boolean }> {
  if (intent.status !== 'needs_card' && intent.status !== 'needs_action') return { intent, lost: false };
  const after = payment.lastDecline?.chargeId ?? payment.lastDecline?.code ?? 'first';
  const key = `confirm/${payment.attemptId}/${card.paymentMethodId}/${after}`;
  try {
    const confirmed = await cards.confirmWithCard(intent.id, card.paymentMethodId, { key, offSession });
    return { intent: confirmed, lost: false };
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    ports.log.warn({ err: error, attempt: payment.attemptId }, 'the answer to a charge was lost');
    const found = await cards.retrieveIntent(intent.id).catch((second: unknown) => {
      if (!(second instanceof CardsUnavailable)) throw second;
      throw new CardsUnavailable(SAVED_CARD_FAILED, { cause: second.cause });
    });
    return { intent: found ?? intent, lost: true };
  }
}
