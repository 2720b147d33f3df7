import {
  BusinessRefusal,
  type Claimant,
  isOpenPayment,
  isSameClaimant,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId, newCommand } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Attempts, IN_PROGRESS, startOfAttempt } from './attempts.ts';
import type { CardIntent } from './cards.ts';
import { endFor, isLeftBy, ownClaimant, startFor } from './claimants.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import type { PaymentRequest } from './payments.ts';
import type { StartedPaymentState } from './recordIntent.ts';

/** A request with what the server adds: the sum in cents and the account's mode. */
export type Opening = PaymentRequest & { readonly amountCents: number; readonly livemode: boolean };

/** Result: an attempt to continue, one already paid, or retry. */
export type Begun =
  | { readonly kind: 'again'; readonly chain: CausalChain }
  | {
      readonly kind: 'paid' | 'begun';
      readonly payment: StartedPaymentState;
      /** Null where the provider was not asked for one yet. */
      readonly intent: CardIntent | null;
      readonly chain: CausalChain;
    };

/** A card form that was open this long is taken to be given up, where automatic payment is due. */
const FORM_GIVEN_UP_MS = 30 * 60_000;
/**
 * An attempt without an intent this long after it began is asked for under another key: a 500 is the provider's answer
 * to this one for a day. An intent that it made after all was never confirmed and takes no money.
 */
const INTENT_MISSING_MS = 10 * 60_000;
const NEVER_BEGAN = 'The payment was given up before it began.';
const LEFT = 'The payment is over, or was for something else.';

/**
 * Settles open attempts, then continues one for the same purpose or withdraws it and begins a new one. The attempt is
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
  const fresh = () => newCommand(ports.now(), context.actor, context.correlationId);

  const states = await Promise.all(shares.map((share) => ownClaimant(load, share, accountId)));
  const open = [...new Set(states.flatMap(({ openAttempt }) => openAttempt ?? []))];
  let chain = NOTHING_APPENDED;
  for (const attemptId of open) {
    const payment = await attempts.paymentOf(attemptId);
    if (payment.status === 'none') {
      // the provider was not asked yet: whoever began it, one of us goes on
      if (open.length === 1) return begin(attemptId);
      await letGo(attemptId, shares, NEVER_BEGAN);
      continue;
    }
    const left = shares.filter((share) => isLeftBy(payment, share));
    await letGo(attemptId, left, LEFT);
    if (left.length === shares.length) continue;
    const looked = await attempts.look(payment, context);
    chain = join(chain, looked.chain);
    if (looked.payment.status === 'succeeded') {
      if (await isPaidBy(attemptId)) return { ...looked, kind: 'paid', chain };
      continue;
    }
    if (looked.intent?.status === 'processing') throw new BusinessRefusal('conflict', IN_PROGRESS);
    const missing = looked.intent === null && ageOf(looked.payment) >= INTENT_MISSING_MS;
    const same = open.length === 1 && isOpenPayment(looked.payment) && isFor(looked.payment, request);
    const asked = looked.intent?.status === 'needs_action';
    const goesOn = request.how === 'auto_pay' ? !asked && isUnfinishedAutoPay(looked.payment) : !missing;
    if (same && goesOn) return { ...looked, kind: 'begun', chain };
    if (request.how === 'auto_pay') refuseWhileFormIsOpen(looked.payment);
    chain = join(chain, (await attempts.cancel(looked, context)).chain);
  }
  if (open.length > 0) return { kind: 'again', chain };
  return begin(await unusedAttemptId());

  async function letGo(attemptId: string, claimants: readonly Claimant[], message: string): Promise<void> {
    for (const claimant of claimants) {
      const ended = await endFor(execute, claimant, { attemptId, accountId, message }, fresh());
      chain = join(chain, await ports.followUp(ended));
    }
  }

  async function isPaidBy(attemptId: string): Promise<boolean> {
    const now = await Promise.all(shares.map((share) => ownClaimant(load, share, accountId)));
    return now.every(({ paidBy }) => paidBy.includes(attemptId));
  }

  function refuseWhileFormIsOpen(payment: StartedPaymentState): void {
    if (!isOpenPayment(payment)) return;
    // its own try, which went on at the card form, is never taken from whoever is at it
    if (payment.how === 'auto_pay' || ageOf(payment) < FORM_GIVEN_UP_MS) {
      throw new BusinessRefusal('conflict', IN_PROGRESS);
    }
  }

  /** Milliseconds since it began; without end where its id does not tell. */
  function ageOf({ attemptId }: StartedPaymentState): number {
    const began = startOfAttempt(attemptId);
    return began === null ? Number.POSITIVE_INFINITY : ports.now().getTime() - began.getTime();
  }

  /** The command's own id, or the next of its own where that attempt is over: a retry comes to the same. */
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
    // an amount that can't be paid by card is refused before anything is begun
    paymentDecider.decide(command, paymentDecider.initialState);
    const appended: PortalEnvelope[] = [];
    const begun: Claimant[] = [];
    for (const share of shares) {
      try {
        appended.push(...(await startFor(execute, share, { attemptId, accountId, how }, fresh())));
        begun.push(share);
      } catch (error) {
        if (!(error instanceof BusinessRefusal)) throw error;
        const ended = { attemptId, accountId, message: 'Another payment was begun at the same time.' };
        for (const one of begun) appended.push(...(await endFor(execute, one, ended, fresh())));
        const state = await ownClaimant(load, share, accountId);
        if (state.openAttempt === null || state.openAttempt === attemptId) throw error;
        return { kind: 'again', chain: join(chain, await ports.followUp(appended)) };
      }
    }
    const { appended: started, state } = await execute({
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command,
      context: fresh(),
      accounts: [accountId],
    });
    chain = join(chain, await ports.followUp([...appended, ...started]));
    // whoever began the same attempt at the same moment may have meant something else
    const ours = state.status !== 'none' && isOpenPayment(state) && isFor(state, request);
    return ours ? { kind: 'begun', payment: state, intent: null, chain } : { kind: 'again', chain };
  }
}

/** Automatic payment is tried once: one that the provider gave no answer to is still the same try. */
const isUnfinishedAutoPay = ({ how, status }: StartedPaymentState): boolean =>
  how === 'auto_pay' && status === 'started';

function isFor(payment: StartedPaymentState, { amountCents, livemode, shares }: Opening): boolean {
  if (payment.amountCents !== amountCents || payment.livemode !== livemode) return false;
  if (payment.shares.length !== shares.length) return false;
  return shares.every((share) =>
    payment.shares.some((one) => isSameClaimant(one, share) && one.amountCents === share.amountCents),
  );
}
