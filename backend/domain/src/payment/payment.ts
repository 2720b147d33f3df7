import { isUnchanged } from '../kernel/changes.ts';
import { assertNever, BusinessRefusal, type Decider } from '../kernel/decider.ts';
import { MAX_CARD_CHARGE_CENTS, MIN_CARD_CHARGE_CENTS } from '../values/limits.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { PaymentCommand, StartPayment, SucceedPayment } from './commands.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { recordRefund, recordRefundFailure, requestRefund, unclaimedCents } from './refunds.ts';
import {
  evolvePayment,
  isOpenPayment,
  isSameClaimant,
  type PaymentState,
  type StartedPayment,
} from './state.ts';

function start(command: StartPayment): readonly PaymentEvent[] {
  const { attemptId, accountId, userId, amountCents, livemode, how, shares } = command;
  const refuse = (message: string) => new BusinessRefusal('unprocessable', message, 'amount');
  if (asCents(amountCents) < MIN_CARD_CHARGE_CENTS) {
    throw refuse(`Amounts below ${formatDollars(MIN_CARD_CHARGE_CENTS)} can't be paid by card.`);
  }
  if (amountCents > MAX_CARD_CHARGE_CENTS) {
    throw refuse(`Amounts above ${formatDollars(MAX_CARD_CHARGE_CENTS)} can't be paid by card.`);
  }
  if (shares.length > 0 && sumCents(shares.map((share) => share.amountCents)) !== amountCents) {
    throw new RangeError(`The shares of payment ${attemptId} don't add up to ${amountCents} cents`);
  }
  const data = { attemptId, accountId, userId, amountCents, livemode, how, shares: [...shares] };
  return [{ type: 'PaymentStarted', data }];
}

function recordIntent(payment: StartedPayment, intentId: string): readonly PaymentEvent[] {
  if (payment.intentId === intentId) return [];
  if (payment.intentId !== null || !isOpenPayment(payment)) {
    throw new BusinessRefusal('conflict', 'This payment belongs to another payment intent.');
  }
  const { attemptId, accountId } = payment;
  return [{ type: 'PaymentIntentRecorded', data: { attemptId, accountId, intentId } }];
}

function decline(
  payment: StartedPayment,
  { chargeId, code, message }: Extract<PaymentCommand, { type: 'DeclinePayment' }>,
): readonly PaymentEvent[] {
  if (!isOpenPayment(payment)) return [];
  const found = { chargeId, code, message };
  if (payment.lastDecline && isUnchanged(payment.lastDecline, found)) return [];
  const { attemptId, accountId } = payment;
  return [{ type: 'PaymentDeclined', data: { attemptId, accountId, ...found } }];
}

/** Money that was taken is recorded even where the attempt had been given up: what can't be claimed is refunded. */
function succeed(payment: StartedPayment, command: SucceedPayment): readonly PaymentEvent[] {
  if (payment.status === 'succeeded') return [];
  const { intentId, amountCents, livemode, card, paidOn } = command;
  if (payment.intentId !== null && payment.intentId !== intentId) {
    throw new BusinessRefusal('conflict', 'This payment belongs to another payment intent.');
  }
  if (amountCents !== payment.amountCents || livemode !== payment.livemode) {
    const [found, expected] = [formatDollars(amountCents), formatDollars(payment.amountCents)];
    throw new BusinessRefusal(
      'conflict',
      `The provider reports ${found} ${livemode ? 'live' : 'in test mode'} for a payment of ${expected}.`,
    );
  }
  const ids = { attemptId: payment.attemptId, accountId: payment.accountId };
  const recorded: readonly PaymentEvent[] =
    payment.intentId === null ? [{ type: 'PaymentIntentRecorded', data: { ...ids, intentId } }] : [];
  const data = { ...ids, intentId, amountCents, livemode, card, paidOn };
  return [...recorded, { type: 'PaymentSucceeded', data }];
}

function claim(
  payment: StartedPayment,
  { claimant, accountId, amountCents }: Extract<PaymentCommand, { type: 'ClaimPayment' }>,
): readonly PaymentEvent[] {
  const refuse = (message: string) => new BusinessRefusal('payment_required', message);
  // Someone else's payment is as good as none: no hint that it exists.
  if (accountId !== payment.accountId) throw refuse('No payment was found.');
  if (payment.claims.some((made) => isSameClaimant(made.claimant, claimant))) return [];
  if (payment.status !== 'succeeded') throw refuse('This payment has not succeeded.');
  if (payment.claims.length > 0 && payment.shares.length === 0)
    throw refuse('This payment was used already.');
  if (asCents(amountCents) !== shareOf(payment, claimant)) {
    throw refuse(`This payment is not for ${formatDollars(amountCents)}.`);
  }
  if (unclaimedCents(payment) < amountCents) throw refuse('This payment was refunded.');
  const data = { attemptId: payment.attemptId, accountId, claimant, amountCents };
  return [{ type: 'PaymentClaimed', data }];
}

/** Cents that are meant for the claimant: the whole where nobody was named. Null for a stranger to it. */
function shareOf({ shares, amountCents }: StartedPayment, claimant: Claimant): number | null {
  if (shares.length === 0) return amountCents;
  return shares.find((share) => isSameClaimant(share, claimant))?.amountCents ?? null;
}

function decide(command: PaymentCommand, state: PaymentState): readonly PaymentEvent[] {
  if (command.type === 'StartPayment') return state.status === 'none' ? start(command) : [];
  if (state.status === 'none') throw new BusinessRefusal('not_found', 'Payment not found');
  const { attemptId, accountId } = state;
  switch (command.type) {
    case 'RecordPaymentIntent':
      return recordIntent(state, command.intentId);
    case 'DeclinePayment':
      return decline(state, command);
    case 'SucceedPayment':
      return succeed(state, command);
    case 'FailPayment': {
      if (!isOpenPayment(state)) return [];
      const { code, message } = command;
      return [{ type: 'PaymentFailed', data: { attemptId, accountId, code, message } }];
    }
    case 'ClaimPayment':
      return claim(state, command);
    case 'RequestRefund':
      return requestRefund(state, command);
    case 'RecordRefund':
      return recordRefund(state, command);
    case 'RecordRefundFailure':
      return recordRefundFailure(state, command);
    case 'RecordDispute': {
      const { disputeId, amountCents, reason } = command;
      if (state.disputes.includes(disputeId)) return [];
      const data = { attemptId, accountId, disputeId, amountCents: asCents(amountCents), reason };
      return [{ type: 'PaymentDisputed', data }];
    }
    default:
      return assertNever(command);
  }
}

/**
 * One attempt to take money by card. Paid never goes back; the money is claimed by what it pays at the revision read,
 * each share once (rule T1: a payment is succeeded, unused, of that account and of that amount, 402 else).
 */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  initialState: { status: 'none' },
  evolve: evolvePayment,
  decide,
};
