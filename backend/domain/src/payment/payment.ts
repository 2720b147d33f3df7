import { type ByType, byType } from '../kernel/byType.ts';
import { isUnchanged } from '../kernel/changes.ts';
import { conflict, type Decider, notFound, paymentRequired, unprocessable } from '../kernel/decider.ts';
import { MAX_CARD_CHARGE_CENTS, MIN_CARD_CHARGE_CENTS } from '../values/limits.ts';
import { asCents, formatDollars, sumCents } from '../values/money.ts';
import type { PaymentCommand, StartPayment, SucceedPayment } from './commands.ts';
import { recordDispute } from './disputes.ts';
import type { Claimant, PaymentEvent } from './events.ts';
import { moveRefund } from './movingRefunds.ts';
import {
  recordProviderRefund,
  recordRefund,
  recordRefundFailure,
  requestRefund,
  unclaimedCents,
} from './refunds.ts';
import {
  evolvePayment,
  isOpenPayment,
  isSameClaimant,
  type PaymentState,
  type StartedPayment,
} from './state.ts';

function start(command: StartPayment): readonly PaymentEvent[] {
  const { attemptId, accountId, userId, amountCents, livemode, how, shares } = command;
  if (asCents(amountCents) < MIN_CARD_CHARGE_CENTS) {
    const least = formatDollars(MIN_CARD_CHARGE_CENTS);
    throw unprocessable(`Amounts below ${least} can't be paid by card.`, 'amount');
  }
  if (amountCents > MAX_CARD_CHARGE_CENTS) {
    const most = formatDollars(MAX_CARD_CHARGE_CENTS);
    throw unprocessable(`Amounts above ${most} can't be paid by card.`, 'amount');
  }
  if (shares.length > 0 && sumCents(shares.map((share) => share.amountCents)) !== amountCents) {
    throw new RangeError(`The shares of payment ${attemptId} don't add up to ${amountCents} cents`);
  }
  const data = { attemptId, accountId, userId, amountCents, livemode, how, shares };
  return [{ type: 'PaymentStarted', data }];
}

const otherIntent = () => conflict('This payment belongs to another payment intent.');

function recordIntent(payment: StartedPayment, intentId: string): readonly PaymentEvent[] {
  if (payment.intentId === intentId) return [];
  if (payment.intentId !== null || !isOpenPayment(payment)) throw otherIntent();
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

/** Money that was taken is recorded even after the attempt failed: what can't be claimed is refunded. */
function succeed(payment: StartedPayment, command: SucceedPayment): readonly PaymentEvent[] {
  if (payment.status === 'succeeded') return [];
  const { intentId, amountCents, livemode, card, paidOn } = command;
  if (payment.intentId !== null && payment.intentId !== intentId) throw otherIntent();
  if (amountCents !== payment.amountCents || livemode !== payment.livemode) {
    const [found, expected] = [formatDollars(amountCents), formatDollars(payment.amountCents)];
    throw conflict(
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
  { claimant, accountId, amountCents, taxCents }: Extract<PaymentCommand, { type: 'ClaimPayment' }>,
): readonly PaymentEvent[] {
  // another company's payment is treated as missing, so that nobody learns that it exists
  if (accountId !== payment.accountId) throw paymentRequired('No payment was found.');
  if (payment.claims.some((made) => isSameClaimant(made.claimant, claimant))) return [];
  if (payment.status !== 'succeeded') throw paymentRequired('This payment has not succeeded.');
  if (payment.claims.length > 0 && payment.shares.length === 0)
    throw paymentRequired('This payment was used already.');
  if (asCents(amountCents) !== shareOf(payment, claimant)) {
    throw paymentRequired(`This payment is not for ${formatDollars(amountCents)}.`);
  }
  if (unclaimedCents(payment) < amountCents) throw paymentRequired('This payment was refunded.');
  const tax = taxCents === undefined ? {} : { taxCents };
  const data = { attemptId: payment.attemptId, accountId, claimant, amountCents, ...tax };
  return [{ type: 'PaymentClaimed', data }];
}

/** The claimant's share in cents: all of it where the payment names no shares, null for a claimant it does not name. */
function shareOf({ shares, amountCents }: StartedPayment, claimant: Claimant): number | null {
  if (shares.length === 0) return amountCents;
  return shares.find((share) => isSameClaimant(share, claimant))?.amountCents ?? null;
}

const DECIDE: ByType<Exclude<PaymentCommand, StartPayment>, StartedPayment, readonly PaymentEvent[]> = {
  RecordPaymentIntent: (payment, { intentId }) => recordIntent(payment, intentId),
  DeclinePayment: decline,
  SucceedPayment: succeed,
  FailPayment: (payment, { code, message }) => {
    if (!isOpenPayment(payment)) return [];
    const { attemptId, accountId } = payment;
    return [{ type: 'PaymentFailed', data: { attemptId, accountId, code, message } }];
  },
  ClaimPayment: claim,
  RequestRefund: requestRefund,
  RecordRefund: recordRefund,
  MoveRefund: moveRefund,
  RecordRefundFailure: recordRefundFailure,
  RecordProviderRefund: recordProviderRefund,
  RecordChargeback: recordDispute,
};

function decide(command: PaymentCommand, state: PaymentState): readonly PaymentEvent[] {
  if (command.type === 'StartPayment') return state.status === 'none' ? start(command) : [];
  if (state.status === 'none') throw notFound('Payment not found');
  return byType(DECIDE, state, command);
}

/** One card payment attempt. Success is final; orders and invoices then claim their share, each once (rule T1). */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  initialState: { status: 'none' },
  evolve: evolvePayment,
  decide,
};
