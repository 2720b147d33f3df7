import {
  type AutoPayTry,
  BusinessRefusal,
  type Claimant,
  conflict,
  isOpenPayment,
  isSameClaimant,
  onPayment,
  type PaymentHow,
  paymentDecider,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Attempts, IN_PROGRESS } from './attempts.ts';
import { type CardIntent, startOfAttempt } from './cards.ts';
import { claimantOfAccount, endingPayment, noLongerPays, record, startingPayment } from './claimants.ts';
import { nextCommand, type PaymentPorts } from './paymentPorts.ts';
import type { StartedPaymentState } from './recordIntent.ts';

/** For one order, or invoices of one account. */
export interface PaymentRequest {
  readonly accountId: string;
  readonly userId: string | null;
  /** Each claimant's part in cents. */
  readonly shares: readonly (Claimant & { readonly amountCents: number })[];
  readonly how: PaymentHow;
  /** Of an automatic payment; `isRetry`: the card was declined before. */
  readonly auto?: AutoPayTry & { readonly isRetry: boolean };
  /** Shown on the provider's side, e.g. 'Invoice INV-202612-0001'. No personal data. */
  readonly description: string;
}

/** A request with its sum in cents and the account's mode. */
export type Opening = PaymentRequest & { readonly amountCents: number; readonly livemode: boolean };

export type Begun =
  | { readonly kind: 'retry'; readonly chain: CausalChain }
  | {
      readonly kind: 'paid' | 'begun';
      readonly payment: StartedPaymentState;
      /** Null before the provider was asked for one. */
      readonly intent: CardIntent | null;
      readonly chain: CausalChain;
    };

/** Automatic payment regards a card form open this long as abandoned. */
const FORM_ABANDONED_MS = 30 * 60_000;
/**
 * An attempt without an intent after this time is replaced, because the provider repeats a 500 under its key for a day.
 * An intent that it made after all was never confirmed and takes no money.
 */
const INTENT_MISSING_MS = 10 * 60_000;
const NEVER_BEGAN = 'The payment was given up before it began.';
const NO_LONGER_PAID = 'The payment is over, or was for something else.';

/**
 * Settles open attempts, then continues one for the same request, or cancels them and begins a new one. The attempt is
 * recorded in the claimants' streams, then in its own, before the provider is called.
 * @throws BusinessRefusal if it cannot be paid or is being paid
 */
export async function beginAttempt(
  ports: PaymentPorts,
  attempts: Attempts,
  request: Opening,
  context: CommandContext,
): Promise<Begun> {
  const { execute, load } = ports;
  const { shares, accountId } = request;
  const join = (...chains: CausalChain[]) => joinChains(ports.compare, ...chains);
  const fresh = () => nextCommand(ports, context);

  const states = await Promise.all(shares.map((share) => claimantOfAccount(load, share, accountId)));
  const open = [...new Set(states.flatMap(({ openAttempt }) => openAttempt ?? []))];
  let chain = NOTHING_APPENDED;
  for (const attemptId of open) {
    const payment = await attempts.paymentOf(attemptId);
    if (payment.status === 'none') {
      // the provider was not asked yet, so any caller may continue
      if (open.length === 1) return begin(attemptId);
      await release(attemptId, shares, NEVER_BEGAN);
      continue;
    }
    const released = shares.filter((share) => noLongerPays(payment, share));
    await release(attemptId, released, NO_LONGER_PAID);
    if (released.length === shares.length) continue;
    const refreshed = await attempts.refresh(payment, context);
    chain = join(chain, refreshed.chain);
    if (refreshed.payment.status === 'succeeded') {
      if (await isPaidBy(attemptId)) return { ...refreshed, kind: 'paid', chain };
      continue;
    }
    if (refreshed.intent?.status === 'processing') throw conflict(IN_PROGRESS);
    const missing = refreshed.intent === null && ageOf(refreshed.payment) >= INTENT_MISSING_MS;
    const same = open.length === 1 && isOpenPayment(refreshed.payment) && isFor(refreshed.payment, request);
    const asked = refreshed.intent?.status === 'needs_action';
    const goesOn = request.how === 'auto_pay' ? !asked && isUnfinishedAutoPay(refreshed.payment) : !missing;
    if (same && goesOn) return { ...refreshed, kind: 'begun', chain };
    if (request.how === 'auto_pay') refuseWhileFormIsOpen(refreshed.payment);
    chain = join(chain, (await attempts.cancel(refreshed, context)).chain);
  }
  if (open.length > 0) return { kind: 'retry', chain };
  return begin(await unusedAttemptId());

  async function release(attemptId: string, claimants: readonly Claimant[], message: string): Promise<void> {
    for (const claimant of claimants) {
      const ending = endingPayment(claimant, accountId, { attemptId, message });
      chain = join(chain, await ports.followUp(await record(execute, ending, fresh())));
    }
  }

  async function isPaidBy(attemptId: string): Promise<boolean> {
    const now = await Promise.all(shares.map((share) => claimantOfAccount(load, share, accountId)));
    return now.every(({ paidBy }) => paidBy.includes(attemptId));
  }

  function refuseWhileFormIsOpen(payment: StartedPaymentState): void {
    if (!isOpenPayment(payment)) return;
    // an automatic payment continued in the card form is left to the person paying
    const isLeft = payment.how === 'auto_pay' ? request.auto?.isRetry === true : true;
    if (!isLeft || ageOf(payment) < FORM_ABANDONED_MS) {
      throw conflict(IN_PROGRESS);
    }
  }

  /** Milliseconds; infinite if the id has no time. */
  function ageOf({ attemptId }: StartedPaymentState): number {
    const began = startOfAttempt(attemptId);
    return began === null ? Number.POSITIVE_INFINITY : ports.now().getTime() - began.getTime();
  }

  /** Derived from the command, so that a retry finds the same attempt. */
  async function unusedAttemptId(): Promise<string> {
    for (let count = 0; ; count += 1) {
      const attemptId = deriveId(context, count === 0 ? 'payment' : `payment ${count + 1}`);
      if ((await attempts.paymentOf(attemptId)).status === 'none') return attemptId;
    }
  }

  async function begin(attemptId: string): Promise<Begun> {
    const { userId, amountCents, livemode, how } = request;
    const ofAttempt = { attemptId, accountId, userId, amountCents, livemode, how, shares };
    const command = { type: 'StartPayment', ...ofAttempt } as const;
    // refuses an amount that can't be paid by card before anything is recorded
    paymentDecider.decide(command, paymentDecider.initialState);
    const appended: PortalEnvelope[] = [];
    const begun: Claimant[] = [];
    for (const share of shares) {
      try {
        appended.push(
          ...(await record(
            execute,
            startingPayment(share, accountId, { attemptId, how, auto: request.auto }),
            fresh(),
          )),
        );
        begun.push(share);
      } catch (error) {
        if (!(error instanceof BusinessRefusal)) throw error;
        const ended = { attemptId, message: 'Another payment was begun at the same time.' };
        for (const one of begun)
          appended.push(...(await record(execute, endingPayment(one, accountId, ended), fresh())));
        const state = await claimantOfAccount(load, share, accountId);
        if (state.openAttempt === null || state.openAttempt === attemptId) throw error;
        return { kind: 'retry', chain: join(chain, await ports.followUp(appended)) };
      }
    }
    const { appended: started, state } = await execute({
      ...onPayment(attemptId, accountId),
      command,
      context: fresh(),
    });
    chain = join(chain, await ports.followUp([...appended, ...started]));
    // a concurrent caller may have begun the same attempt for another request
    const ours = state.status !== 'none' && isOpenPayment(state) && isFor(state, request);
    return ours ? { kind: 'begun', payment: state, intent: null, chain } : { kind: 'retry', chain };
  }
}

/** Automatic payment is tried once; a try without a response from the provider goes on. */
const isUnfinishedAutoPay = ({ how, status }: StartedPaymentState): boolean =>
  how === 'auto_pay' && status === 'started';

function isFor(payment: StartedPaymentState, { amountCents, livemode, shares }: Opening): boolean {
  if (payment.amountCents !== amountCents || payment.livemode !== livemode) return false;
  if (payment.shares.length !== shares.length) return false;
  return shares.every((share) =>
    payment.shares.some((one) => isSameClaimant(one, share) && one.amountCents === share.amountCents),
  );
}
