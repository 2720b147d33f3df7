import { asCents, sumCents } from '../values/money.ts';
import type { InvoiceEvent } from './events.ts';
import {
  type CreditMove,
  type CreditUse,
  type InvoiceCredit,
  type InvoicePayment,
  type InvoiceRefund,
  isDemoMoney,
  leftOfCredit,
  recordedLeftCents,
  type Settlement,
} from './settlement.ts';

type Dated<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>['data'];

/** A new credit; how the invoice was settled decides which money it is. */
export function creditOf(
  invoice: Settlement,
  { creditId, amountCents, surplus }: Dated<'InvoiceCredited'>,
): InvoiceCredit {
  const recordedCents = Math.min(amountCents, recordedLeftCents(invoice));
  const isDemo = isDemoMoney(invoice);
  return { creditId, amountCents, recordedCents, isDemo, surplus: surplus === true, applied: [] };
}

/** The uses of a credit after one more. */
export function applying(
  credit: InvoiceCredit,
  { toInvoiceId, allocationId, amountCents }: Omit<CreditUse, 'recordedCents'>,
): readonly CreditUse[] {
  const recordedCents = Math.min(amountCents, leftOfCredit(credit).recordedCents);
  const named = allocationId === undefined ? {} : { allocationId };
  return [...credit.applied, { toInvoiceId, ...named, amountCents, recordedCents }];
}

/** The uses of a credit less those that an invoice gave back. */
export const releasing = (
  applied: readonly CreditUse[],
  { toInvoiceId, allocationId }: Dated<'InvoiceCreditReleased'>,
): readonly CreditUse[] =>
  applied.filter(
    (use) =>
      use.toInvoiceId !== toInvoiceId || (allocationId !== undefined && use.allocationId !== allocationId),
  );

/** The credit that an invoice received, or that was taken back (below 0). */
export function creditMoveOf(
  event: Extract<InvoiceEvent, { type: 'InvoiceCreditReceived' | 'InvoiceCreditWithdrawn' }>,
): CreditMove {
  const { fromInvoiceId, fromInvoiceNumber, creditId, amountCents, recordedCents } = event.data;
  const from = { fromInvoiceId, fromInvoiceNumber, creditId };
  if (event.type === 'InvoiceCreditReceived') {
    const { allocationId: id, receivedOn: day } = event.data;
    return { id, allocationId: id, ...from, amountCents, recordedCents, day, reason: null };
  }
  const { withdrawalId: id, allocationId, withdrawnOn: day, reason, movedTo } = event.data;
  const taken = { amountCents: -amountCents, recordedCents: -recordedCents || 0 };
  return { id, allocationId, ...from, ...taken, day, reason, ...(movedTo === undefined ? {} : { movedTo }) };
}

/** The credit that a moved payment becomes, allocated to the other invoice. */
export function movedPayment(
  { payments, isDemo: isDemoInvoice }: Pick<Settlement, 'isDemo'> & { payments: readonly InvoicePayment[] },
  data: Dated<'InvoicePaymentMoved'>,
): InvoiceCredit {
  const { moveId, paymentId, toInvoiceId, toInvoiceNumber, amountCents, recordedCents, movedOn } = data;
  const payment = payments.find(({ id }) => id === paymentId);
  return {
    creditId: moveId,
    amountCents,
    recordedCents,
    isDemo: payment?.method === 'card' ? payment.livemode === false : isDemoInvoice,
    surplus: true,
    moved: { paymentId, toInvoiceNumber, movedOn },
    applied: [{ toInvoiceId, allocationId: moveId, amountCents, recordedCents }],
  };
}

/** The uses of a credit after part of one was moved to another invoice. */
export function movingUse(
  applied: readonly CreditUse[],
  data: Dated<'InvoiceCreditMoved'>,
): readonly CreditUse[] {
  const { moveId, fromInvoiceId, fromAllocationId, toInvoiceId, amountCents, recordedCents } = data;
  const part = { amountCents, recordedCents };
  return [
    ...withoutUse(applied, { ...part, toInvoiceId: fromInvoiceId, allocationId: fromAllocationId }),
    { toInvoiceId, allocationId: moveId, amountCents, recordedCents },
  ];
}

type PaidOut = Pick<Dated<'InvoiceRefunded'>, 'refundId' | 'creditPaidOut'>;

/** Cents of a refund that pay out credits; undefined for none. */
export const paidOutCentsOf = ({ creditPaidOut }: PaidOut): number | undefined =>
  creditPaidOut && sumCents(creditPaidOut.map(({ amountCents }) => amountCents));

/** The credits after a refund paid them out in part. */
export function payingOut(
  credits: readonly InvoiceCredit[],
  { refundId, creditPaidOut = [] }: PaidOut,
): readonly InvoiceCredit[] {
  return credits.map((credit) => {
    const amountCents = creditPaidOut.find(({ creditId }) => creditId === credit.creditId)?.amountCents ?? 0;
    if (amountCents === 0) return credit;
    const recordedCents = Math.min(amountCents, leftOfCredit(credit).recordedCents);
    return { ...credit, paidOut: [...(credit.paidOut ?? []), { refundId, amountCents, recordedCents }] };
  });
}

/** A refund after part of it was moved to another invoice. */
export function withMovedPart(
  refund: InvoiceRefund,
  { refundId, toInvoiceNumber, amountCents, creditReturned = [], movedOn }: Dated<'InvoiceRefundMoved'>,
): InvoiceRefund {
  if (refund.refundId !== refundId) return refund;
  const paidOutCents = sumCents(creditReturned.map((one) => one.amountCents));
  const part = { amountCents, paidOutCents, toInvoiceNumber, movedOn };
  return {
    ...refund,
    amountCents: asCents(refund.amountCents - amountCents),
    ...(refund.paidOutCents !== undefined && { paidOutCents: asCents(refund.paidOutCents - paidOutCents) }),
    moved: [...(refund.moved ?? []), part],
  };
}

/** The credits after part of a refund that had paid them out was moved. */
export const lessPaidOut = (
  credits: readonly InvoiceCredit[],
  { refundId, creditReturned = [] }: Dated<'InvoiceRefundMoved'>,
): readonly InvoiceCredit[] =>
  credits.map((credit) => {
    const back = creditReturned.find(({ creditId }) => creditId === credit.creditId)?.amountCents ?? 0;
    if (back === 0 || credit.paidOut === undefined) return credit;
    const paidOut = credit.paidOut.map((one) => {
      if (one.refundId !== refundId) return one;
      const amountCents = asCents(one.amountCents - back);
      return { ...one, amountCents, recordedCents: Math.min(one.recordedCents, amountCents) };
    });
    return { ...credit, paidOut };
  });

/** The credits after a refund that paid them out failed. */
export const notPaidOut = (credits: readonly InvoiceCredit[], refundId: string): readonly InvoiceCredit[] =>
  credits.map((credit) =>
    credit.paidOut === undefined
      ? credit
      : { ...credit, paidOut: credit.paidOut.filter((one) => one.refundId !== refundId) },
  );

interface Settled {
  readonly payments: readonly InvoicePayment[];
  readonly credits: readonly InvoiceCredit[];
}

/** Payments and credits after a reversal. */
export function reversed(
  { payments, credits }: Settled,
  { recordId, reversedOn, creditTaken, usesTaken = [] }: Dated<'InvoicePaymentReversed'>,
): Settled {
  return {
    payments: payments.map((payment) => (payment.id === recordId ? { ...payment, reversedOn } : payment)),
    credits: credits.map((credit) => {
      const taken = creditTaken.find(({ creditId }) => creditId === credit.creditId)?.amountCents ?? 0;
      const amountCents = asCents(credit.amountCents - taken);
      const applied = usesTaken
        .filter(({ creditId }) => creditId === credit.creditId)
        .reduce<readonly CreditUse[]>(withoutUse, credit.applied);
      return { ...credit, applied, amountCents, recordedCents: Math.max(0, credit.recordedCents - taken) };
    }),
  };
}

/** The uses of a credit less part of one. */
function withoutUse(applied: readonly CreditUse[], taken: CreditUse): readonly CreditUse[] {
  return applied
    .map((use) =>
      use.toInvoiceId === taken.toInvoiceId && use.allocationId === taken.allocationId
        ? {
            ...use,
            amountCents: use.amountCents - taken.amountCents,
            recordedCents: use.recordedCents - taken.recordedCents,
          }
        : use,
    )
    .filter(({ amountCents }) => amountCents > 0);
}
