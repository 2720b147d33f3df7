import type { InvoiceEvent } from './events.ts';
import type { InvoiceDispute, InvoicePayment } from './settlement.ts';

type DisputeEvent = Extract<
  InvoiceEvent,
  { type: 'InvoicePaymentDisputed' | 'InvoiceDisputeClosed' | 'InvoicePaymentTakenBack' }
>;

/** The disputes of an invoice's payments after one more report. */
export function disputesAfter(
  disputes: readonly InvoiceDispute[],
  event: DisputeEvent,
): readonly InvoiceDispute[] {
  const { disputeId, paymentId } = event.data;
  const before = disputes.find((one) => one.disputeId === disputeId);
  const amountCents = 'amountCents' in event.data ? event.data.amountCents : (before?.amountCents ?? 0);
  const status =
    event.type === 'InvoicePaymentTakenBack'
      ? 'lost'
      : event.type === 'InvoiceDisputeClosed'
        ? event.data.outcome
        : event.data.inquiry
          ? 'inquiry'
          : 'open';
  const others = disputes.filter((one) => one.disputeId !== disputeId);
  return [...others, { disputeId, paymentId, amountCents, status }];
}

/** The payments after the bank took money of one back. */
export function withTakenBack(
  payments: readonly InvoicePayment[],
  {
    paymentId,
    disputeId,
    amountCents,
    takenOn,
  }: Extract<InvoiceEvent, { type: 'InvoicePaymentTakenBack' }>['data'],
): readonly InvoicePayment[] {
  return payments.map((payment) =>
    payment.paymentId === paymentId
      ? { ...payment, takenBack: [...(payment.takenBack ?? []), { disputeId, amountCents, takenOn }] }
      : payment,
  );
}
