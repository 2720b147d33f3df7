import { type Claimant, cardsIn, conflict, isOpenPayment, unprocessable } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { openAccount } from '../companies/module.ts';
import { createAttempts, IN_PROGRESS } from './attempts.ts';
import { beginAttempt } from './beginAttempt.ts';
import type { CardIntent } from './cards.ts';
import { chargeAttempt, startedPayment } from './chargeAttempt.ts';
import { claimantOfAccount, endClaimantPayment, livemodeOf, noLongerPays } from './claimants.ts';
import { oneByOne } from './oneByOne.ts';
import { configuredCards, nextCommand, type PaymentPorts } from './paymentPorts.ts';
import type { PaymentRequest, Payments, Settled } from './payments.ts';
import { recordIntent, type StartedPaymentState } from './recordIntent.ts';
import { usableCard } from './savedCards.ts';

/** Each round ends another open attempt, or finds it ended. */
const MAX_ROUNDS = 6;

export function createPayments(ports: PaymentPorts): Payments {
  const { execute, load } = ports;
  const attempts = createAttempts(ports);
  const inTurn = oneByOne();
  const join = (...chains: CausalChain[]) => joinChains(ports.compare, ...chains);

  async function start(request: PaymentRequest, context: CommandContext) {
    // the same order in all requests, so that concurrent ones meet at the first claimant
    const shares = [...request.shares].sort((a, b) => (a.id < b.id ? -1 : 1));
    const amountCents = sumCents(shares.map((share) => share.amountCents));
    let before = NOTHING_APPENDED;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const account = await openAccount(ports, request.accountId);
      const states = await Promise.all(
        shares.map((share) => claimantOfAccount(load, share, request.accountId)),
      );
      const livemode = livemodeOf(states, account);
      const cards = configuredCards(ports, livemode);
      const inMode = cardsIn(account.cards, livemode);
      const card = usableCard(inMode);
      if (request.how === 'auto_pay') {
        if (card === null) throw unprocessable('There is no saved card to charge.');
        if (inMode.declined !== null) throw unprocessable('The saved card was declined.');
      }
      const opening = { ...request, shares, amountCents, livemode };
      const begun = await beginAttempt(ports, attempts, opening, context);
      before = join(before, begun.chain);
      if (begun.kind === 'retry') continue;
      const { payment, intent } = begun;
      if (begun.kind === 'paid') return { ...startedPayment(payment, intent, null), chain: before };
      const charged = await chargeAttempt(ports, { cards, card, request, payment, intent }, context);
      return { ...charged, chain: join(before, charged.chain) };
    }
    throw conflict(IN_PROGRESS);
  }

  async function withdraw(claimant: Claimant, accountId: string, context: CommandContext) {
    const { openAttempt: attemptId } = await claimantOfAccount(load, claimant, accountId);
    if (attemptId === null) return NOTHING_APPENDED;
    const payment = await attempts.paymentOf(attemptId);
    const release = async (message: string) => {
      const ended = { attemptId, accountId, message };
      return ports.followUp(await endClaimantPayment(execute, claimant, ended, nextCommand(ports, context)));
    };
    if (payment.status === 'none') return release('The payment was given up before it began.');
    if (noLongerPays(payment, claimant)) return release('The payment is over, or was for something else.');
    return (await attempts.cancel(await attempts.refresh(payment, context), context)).chain;
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

    async cancelAttempt(attemptId, context) {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none' || !isOpenPayment(payment)) return NOTHING_APPENDED;
      return inTurn(payment.accountId, async () => {
        const refreshed = await attempts.refresh(payment, context);
        return (await attempts.cancel(refreshed, context)).chain;
      });
    },

    async settleAttempt(attemptId, context) {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none') return null;
      const refreshed = await attempts.refresh(payment, context);
      return settledAs(refreshed.payment, refreshed.intent, refreshed.chain);
    },
  };
}

function settledAs(payment: StartedPaymentState, intent: CardIntent | null, chain: CausalChain): Settled {
  const { attemptId, accountId, shares } = payment;
  const claimants = shares.map(({ kind, id }) => ({ kind, id }));
  return { attemptId, accountId, claimants, chain, ...statusOf(payment, intent) };
}

function statusOf(
  payment: StartedPaymentState,
  intent: CardIntent | null,
): Pick<Settled, 'status' | 'message'> {
  switch (payment.status) {
    case 'succeeded':
      return { status: 'succeeded', message: null };
    case 'failed':
      return { status: 'failed', message: 'The payment was canceled.' };
    case 'declined': {
      // the payer may be entering another card or authenticating
      const goesOn = intent?.status === 'processing' || intent?.status === 'needs_action';
      if (goesOn) return { status: 'processing', message: null };
      return { status: 'declined', message: payment.lastDecline?.message ?? null };
    }
    case 'started':
      return { status: 'processing', message: null };
  }
}
