import { type Claimant, cardsIn, conflict, isOpenPayment, unprocessable } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { oneByOne } from '../../kernel/oneByOne.ts';
import { openAccount } from '../companies/module.ts';
import { createAttempts, IN_PROGRESS } from './attempts.ts';
import { beginAttempt, type PaymentRequest } from './beginAttempt.ts';
import type { CardIntent } from './cards.ts';
import { type Charge, chargeAttempt, startedPayment } from './chargeAttempt.ts';
import { claimantOfAccount, endingPayment, livemodeOf, noLongerPays, record } from './claimants.ts';
import { configuredCards, nextCommand, type PaymentPorts } from './paymentPorts.ts';
import { recordIntent, type StartedPaymentState } from './recordIntent.ts';
import { usableCard } from './savedCards.ts';
import type { Cards } from './stripe/stripeCards.ts';

/** Each round ends another open attempt, or finds it ended. */
const MAX_ROUNDS = 6;

export interface Settled {
  readonly attemptId: string;
  readonly accountId: string;
  readonly status: 'processing' | 'succeeded' | 'declined' | 'failed';
  readonly message: string | null;
  readonly claimants: readonly Claimant[];
  readonly chain: CausalChain;
}

export type Payments = ReturnType<typeof createPayments>;

/**
 * Payments by card. Attempt and intent are in the log before the provider charges (ADR 0009). Response, webhook, return
 * page and reconciler all settle, which relies on the provider's state only.
 */
export function createPayments(ports: PaymentPorts) {
  const { execute, load } = ports;
  const attempts = createAttempts(ports);
  /** By account, to avoid conflicts in the log. */
  const inTurn = oneByOne<string>();
  const join = (...chains: CausalChain[]) => joinChains(ports.compare, ...chains);

  async function start(request: PaymentRequest, context: CommandContext): Promise<Charge> {
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
        if (inMode.declined !== null && request.auto?.isRetry !== true)
          throw unprocessable('The saved card was declined.');
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
      const ending = endingPayment(claimant, accountId, { attemptId, message });
      return ports.followUp(await record(execute, ending, nextCommand(ports, context)));
    };
    if (payment.status === 'none') return release('The payment was given up before it began.');
    if (noLongerPays(payment, claimant)) return release('The payment is over, or was for something else.');
    return (await attempts.cancel(await attempts.refresh(payment, context), context)).chain;
  }

  return {
    /** The provider for this account's mode. Null: 'Stripe not configured for {accountType} accounts'. */
    cardsFor: (livemode: boolean): Cards | null => ports.cardsFor(livemode),

    /**
     * Starts a payment, or continues the claimants' open attempt for the same amount and mode. An attempt with unknown
     * outcome is settled first, so that there is never a second charge.
     * @throws BusinessRefusal unprocessable if the mode has no provider, and for automatic payment without a usable saved
     *   card; conflict if another attempt is in progress
     */
    start: (request: PaymentRequest, context: CommandContext): Promise<Charge> =>
      inTurn(request.accountId, () => start(request, context)),

    /** Records the provider's state of an intent; null for an intent that is not ours. */
    async settle(intentId: string, livemode: boolean, context: CommandContext): Promise<Settled | null> {
      const intent = (await ports.cardsFor(livemode)?.retrieveIntent(intentId)) ?? null;
      if (intent === null || intent.attemptId === null) return null;
      const payment = await attempts.paymentOf(intent.attemptId);
      if (payment.status === 'none') return null;
      const recorded = await recordIntent(ports, payment, intent, context.correlationId);
      return settledAs(recorded.payment, intent, recorded.chain);
    },

    /**
     * Cancels open attempts of these claimants, so that they can be rejected or voided. One that turns out to be paid
     * stays paid: load the claimant again.
     * @throws BusinessRefusal conflict while the provider processes one
     */
    withdraw: (
      claimants: readonly Claimant[],
      accountId: string,
      context: CommandContext,
    ): Promise<CausalChain> =>
      inTurn(accountId, async () => {
        let chain = NOTHING_APPENDED;
        for (const claimant of claimants) {
          chain = join(chain, await withdraw(claimant, accountId, context));
        }
        return chain;
      }),

    /** Cancels an abandoned attempt, unless it turns out to be paid or in progress. */
    async cancelAttempt(attemptId: string, context: CommandContext): Promise<CausalChain> {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none' || !isOpenPayment(payment)) return NOTHING_APPENDED;
      return inTurn(payment.accountId, async () => {
        const refreshed = await attempts.refresh(payment, context);
        return (await attempts.cancel(refreshed, context)).chain;
      });
    },

    /** As `settle`, by the attempt's id; null for none. */
    async settleAttempt(attemptId: string, context: CommandContext): Promise<Settled | null> {
      const payment = await attempts.paymentOf(attemptId);
      if (payment.status === 'none') return null;
      const refreshed = await attempts.refresh(payment, context);
      return settledAs(refreshed.payment, refreshed.intent, refreshed.chain);
    },
  };
}

function settledAs(payment: StartedPaymentState, intent: CardIntent | null, chain: CausalChain): Settled {
  const { attemptId, accountId, shares, status, lastDecline } = payment;
  const claimants = shares.map(({ kind, id }) => ({ kind, id }));
  const settled = { attemptId, accountId, claimants, chain };
  if (status === 'succeeded') return { ...settled, status, message: null };
  if (status === 'failed') return { ...settled, status, message: 'The payment was canceled.' };
  // the payer may be entering another card or authenticating
  const goesOn = intent?.status === 'processing' || intent?.status === 'needs_action';
  return status === 'started' || goesOn
    ? { ...settled, status: 'processing', message: null }
    : { ...settled, status: 'declined', message: lastDecline?.message ?? null };
}
