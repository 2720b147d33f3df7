import type { StartedPayment } from '@portal/contract';
import type { SavedCard } from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { type CardIntent, type Cards, CardsUnavailable } from './cards.ts';
import { withCustomer } from './keptCards.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import type { PaymentRequest } from './payments.ts';
import { recordFacts, recordIntent, type StartedPaymentState } from './recordIntent.ts';

const SAVED_CARD_FAILED = 'Failed to process payment with saved card';
const INTENT_FAILED = 'Failed to create payment intent';

export interface Took {
  readonly started: StartedPayment;
  readonly attemptId: string;
  readonly chain: CausalChain;
}

/**
 * Goes on with an attempt that is in the log: the provider's intent, its id in the log, and only then the charge of a
 * saved card, or the secret with which the card form goes on.
 * @throws CardsUnavailable with the spec's text where nothing is known of what the provider did
 */
export async function takeMoney(
  ports: PaymentPorts,
  attempt: {
    readonly cards: Cards;
    /** The saved card, where there is one that can be charged. */
    readonly card: SavedCard | null;
    readonly request: Pick<PaymentRequest, 'how' | 'description'>;
    readonly payment: StartedPaymentState;
    readonly intent: CardIntent | null;
  },
  context: CommandContext,
): Promise<Took> {
  const { cards, card, request } = attempt;
  const ready = await withIntent(ports, attempt, context);
  const { payment, intent, chain } = ready;
  if (request.how === 'card_form' || card === null) return { ...answerOf(payment, intent, null), chain };
  const charged = await charge(ports, cards, payment, intent, card, request.how === 'auto_pay');
  const recorded = await recordIntent(ports, payment, charged.intent, context.correlationId);
  const failed = charged.intent.decline?.message ?? (charged.lost ? SAVED_CARD_FAILED : null);
  const message = recorded.payment.status === 'succeeded' ? null : failed;
  return {
    ...answerOf(recorded.payment, charged.intent, message),
    chain: joinChains(ports.compare, chain, recorded.chain),
  };
}

/** An attempt's answer as it stands: paid, or the secret for the card form while the provider wants a card. */
export function answerOf(
  payment: StartedPaymentState,
  intent: CardIntent | null,
  message: string | null,
): Omit<Took, 'chain'> {
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
  {
    cards,
    request: { description },
    payment,
    intent: known,
  }: {
    readonly cards: Cards;
    readonly request: Pick<PaymentRequest, 'description'>;
    readonly payment: StartedPaymentState;
    readonly intent: CardIntent | null;
  },
  context: CommandContext,
) {
  if (known !== null && payment.intentId === known.id) {
    return { payment, intent: known, chain: NOTHING_APPENDED };
  }
  const { attemptId, accountId, amountCents } = payment;
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

interface Charged {
  readonly intent: CardIntent;
  readonly lost: boolean;
}

/**
 * Charges a kept card. An answer that was lost is looked up; `lost` where the provider, too, knows of no charge.
 * The key names the decline before, so that the same card may be tried again after one.
 */
async function charge(
  ports: PaymentPorts,
  cards: Cards,
  payment: StartedPaymentState,
  intent: CardIntent,
  card: SavedCard,
  offSession: boolean,
): Promise<Charged> {
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
