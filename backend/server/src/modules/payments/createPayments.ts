import { BusinessRefusal, type Claimant, cardsIn, isOpenPayment } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import { createAttempts, IN_PROGRESS } from './attempts.ts';
import { beginAttempt } from './beginAttempt.ts';
import type { CardIntent } from './cards.ts';
import { endFor, isLeftBy, ownClaimant } from './claimants.ts';
import { usableCard } from './keptCards.ts';
import { oneByOne } from './oneByOne.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import type { PaymentRequest, Payments, Settled } from './payments.ts';
import { recordIntent, type StartedPaymentState } from './recordIntent.ts';
import { answerOf, takeMoney } from './takeMoney.ts';

/** Rounds of looking at what is there and beginning: each one ends somebody else's attempt or finds it ended. */
const MOST_ROUNDS = 6;

/** {@link Payments} over the log and the card provider. */
export function createPayments(ports: PaymentPorts): Payments {
  const { execute, load } = ports;
  const attempts = createAttempts(ports);
  const inTurn = oneByOne();
  const join = (...chains: CausalChain[]) => joinChains(ports.compare, ...chains);

  async function start(request: PaymentRequest, context: CommandContext) {
    // whoever pays several at once begins them in the same order
    const shares = [...request.shares].sort((a, b) => (a.id < b.id ? -1 : 1));
    const amountCents = sumCents(shares.map((share) => share.amountCents));
    let before = NOTHING_APPENDED;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const account = await attempts.accountOf(request.accountId);
      const livemode = !account.isDemo;
      const cards = attempts.configured(livemode);
      const inMode = cardsIn(account.cards, livemode);
      const card = usableCard(inMode);
      if (request.how === 'auto_pay') {
        const refuse = (message: string) => new BusinessRefusal('unprocessable', message);
        if (card === null) throw refuse('There is no saved card to charge.');
        if (inMode.declined !== null) throw refuse('The saved card was declined.');
      }
      const opening = { ...request, shares, amountCents, livemode };
      const begun = await beginAttempt(ports, attempts, opening, context);
      before = join(before, begun.chain);
      if (begun.kind === 'again') continue;
      const { payment, intent } = begun;
      if (begun.kind === 'paid') return { ...answerOf(payment, intent, null), chain: before };
      const took = await takeMoney(ports, { cards, card, request, payment, intent }, context);
      return { ...took, chain: join(before, took.chain) };
    }
    throw new BusinessRefusal('conflict', IN_PROGRESS);
  }

  async function withdraw(claimant: Claimant, accountId: string, context: CommandContext) {
    const { openAttempt: attemptId } = await ownClaimant(load, claimant, accountId);
    if (attemptId === null) return NOTHING_APPENDED;
    const payment = await attempts.paymentOf(attemptId);
    const letGo = async (message: string) => {
      const fresh = newCommand(ports.now(), context.actor, context.correlationId);
      return ports.followUp(await endFor(execute, claimant, { attemptId, accountId, message }, fresh));
    };
    if (payment.status === 'none') return letGo('The payment was given up before it began.');
    if (isLeftBy(payment, claimant)) return letGo('The payment is over, or was for something else.');
    return (await attempts.cancel(await attempts.look(payment, context), context)).chain;
  }

  return {
    cardsFor: (livemode) => ports.cardsFor(livemode),

    start: (request, context) => inTurn(request.accountId, () => start(request, context)),

    async settle(intentId, livemode, context) {
      const intent = (await ports.cardsFor(livemode)?.retrieveIntent(intentId)) ?? null;
      if (intent === null || intent.attemptId === null) return null;
      const payment = await attempts.paymentOf(intent.attemptId);
      if (payment.status === 'none') return null;
      const recorded = await recordIntent(ports, payment, intent, context.correlationId);
      return settledAs(recorded.payment, intent, recorded.chain);
    },

    withdraw: (claimants, accountId, context) =>
      inTurn(accountId, async () => {
        let chain = NOTHING_APPENDED;
        for (const claimant of claimants) {
          chain = join(chain, await withdraw(claimant, accountId, context));
        }
        return chain;
      }),

    async giveUp(attemptId, context) {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none' || !isOpenPayment(payment)) return NOTHING_APPENDED;
      return inTurn(payment.accountId, async () => {
        const looked = await attempts.look(payment, context);
        return (await attempts.cancel(looked, context)).chain;
      });
    },

    async look(attemptId, context) {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none') return null;
      const looked = await attempts.look(payment, context);
      return settledAs(looked.payment, looked.intent, looked.chain);
    },
  };
}

function settledAs(payment: StartedPaymentState, intent: CardIntent | null, chain: CausalChain): Settled {
  const { attemptId, accountId, shares } = payment;
  const claimants = shares.map(({ kind, id }) => ({ kind, id }));
  return { attemptId, accountId, claimants, chain, ...standing(payment, intent) };
}

function standing(
  payment: StartedPaymentState,
  intent: CardIntent | null,
): Pick<Settled, 'status' | 'message'> {
  switch (payment.status) {
    case 'succeeded':
      return { status: 'succeeded', message: null };
    case 'failed':
      return { status: 'failed', message: 'The payment was canceled.' };
    case 'declined': {
      // another card, or an answer to the bank's question, may be on its way
      const goesOn = intent?.status === 'processing' || intent?.status === 'needs_action';
      if (goesOn) return { status: 'processing', message: null };
      return { status: 'declined', message: payment.lastDecline?.message ?? null };
    }
    case 'started':
      return { status: 'processing', message: null };
  }
}
