import type { DisputeStatus } from '../payment/events.ts';
import type { Day } from '../values/days.ts';
import { sumCents } from '../values/money.ts';
import type { InvoiceEvent } from './events.ts';
import type { InvoiceDispute, InvoicePayment } from './settlement.ts';

type DisputeEvent = Extract<
  InvoiceEvent,
  {
    type:
      | 'InvoicePaymentDisputed'
      | 'InvoiceDisputeClosed'
      | 'InvoicePaymentTakenBack'
      | 'InvoicePaymentReinstated';
  }
>;

/** The disputes of an invoice's payments after one more report. */
export function disputesAfter(
  disputes: readonly InvoiceDispute[],
  event: DisputeEvent,
): readonly InvoiceDispute[] {
  const { disputeId, paymentId } = event.data;
  const before = disputes.find((one) => one.disputeId === disputeId);
  const others = disputes.filter((one) => one.disputeId !== disputeId);
  return [...others, { disputeId, paymentId, ...standingAfter(before?.amountCents ?? 0, event) }];
}

function standingAfter(
  before: number,
  event: DisputeEvent,
): { readonly amountCents: number; readonly status: DisputeStatus } {
  switch (event.type) {
    case 'InvoicePaymentDisputed':
      return { amountCents: event.data.amountCents, status: event.data.inquiry ? 'inquiry' : 'open' };
    case 'InvoiceDisputeClosed':
      return { amountCents: before, status: event.data.outcome };
    case 'InvoicePaymentTakenBack':
      return { amountCents: event.data.amountCents, status: 'lost' };
    case 'InvoicePaymentReinstated': {
      const amountCents = before - event.data.amountCents;
      return amountCents > 0 ? { amountCents, status: 'lost' } : { amountCents: before, status: 'won' };
    }
  }
}

/** Cents that a dispute took back of the payments and did not give back. */
export const takenBackCents = (
  payments: readonly Pick<InvoicePayment, 'takenBack'>[],
  disputeId: string,
): number =>
  sumCents(
    payments.flatMap(({ takenBack = [] }) =>
      takenBack.filter((one) => one.disputeId === disputeId).map(({ amountCents }) => amountCents),
    ),
  );

/** What the bank took back of a payment and did not give back, and the day on which it last took some; null for nothing. */
export function takenBackOf({
  takenBack = [],
}: Pick<InvoicePayment, 'takenBack'>): { readonly amountCents: number; readonly takenOn: Day } | null {
  const amountCents = sumCents(takenBack.map((one) => one.amountCents));
  const last = takenBack.filter((one) => one.amountCents > 0).at(-1);
  return last === undefined || amountCents === 0 ? null : { amountCents, takenOn: last.takenOn };
}

/** A payment that counts no longer, wholly or in part. */
export interface Reopening {
  readonly amountCents: number;
  readonly on: Day;
  /** Whether the bank took it back after a dispute; else an administrator reversed it. */
  readonly byBank: boolean;
}

/** The payment that was reversed or taken back last; null for none. */
export function lastReopening(
  payments: readonly Pick<InvoicePayment, 'amountCents' | 'reversedOn' | 'takenBack'>[],
): Reopening | null {
  const all = payments.flatMap((payment): Reopening[] => {
    const { amountCents, reversedOn } = payment;
    if (reversedOn !== null) return [{ amountCents, on: reversedOn, byBank: false }];
    const taken = takenBackOf(payment);
    return taken === null ? [] : [{ amountCents: taken.amountCents, on: taken.takenOn, byBank: true }];
  });
  return all.reduce<Reopening | null>((last, one) => (last === null || one.on >= last.on ? one : last), null);
}

/** The payments after the bank took money of one back, or gave it back. */
export function withTakenBack(
  payments: readonly InvoicePayment[],
  event: Extract<InvoiceEvent, { type: 'InvoicePaymentTakenBack' | 'InvoicePaymentReinstated' }>,
): readonly InvoicePayment[] {
  const { paymentId, disputeId, amountCents } = event.data;
  const taken =
    event.type === 'InvoicePaymentTakenBack'
      ? { disputeId, amountCents, takenOn: event.data.takenOn }
      : { disputeId, amountCents: -amountCents, takenOn: event.data.reinstatedOn };
  return payments.map((payment) =>
    payment.paymentId === paymentId
      ? { ...payment, takenBack: [...(payment.takenBack ?? []), taken] }
      : payment,
  );
}
