import {
  type InvoiceCommand,
  type InvoiceState,
  invoiceDecider,
  invoiceStream,
  isSameClaimant,
  onInvoice,
  type PaymentEvent,
  paymentDecider,
  paymentStream,
  splitOverShares,
} from '@portal/domain';
import { type Consequence, consequence, process } from '../../kernel/process.ts';
import { invoicesOf, withdrawals } from './creditProcesses.ts';

const REVERSED = 'The payment that the credit came from was reversed.';

/** Returns the carried amounts and credits of a void invoice to the earlier invoices. */
export const releaseVoidedInvoice = process({
  name: 'releaseVoidedInvoice',
  types: ['InvoiceVoided'],
  async decide({ event }, load) {
    const { invoiceId, accountId } = event.data;
    const invoice = await load(invoiceStream(invoiceId), invoiceDecider);
    if (invoice.status === 'none') return [];
    // credit that it was issued with, and credit that paid it since
    const credited = invoice.creditMoves.map(({ fromInvoiceId: from, creditId }) => ({ from, creditId }));
    const taken = [
      ...invoice.adjustments.map(({ invoiceId: from, creditId }) => ({ from, creditId })),
      ...credited.filter(
        (move) =>
          !invoice.adjustments.some((one) => one.invoiceId === move.from && one.creditId === move.creditId),
      ),
    ];
    const distinct = new Map(taken.map((claim) => [`${claim.from} ${claim.creditId}`, claim]));
    return [...distinct.values()].map((claim) => release(invoiceId, accountId, claim));
  },
});

/**
 * Releases claims that the issued invoice does not list, e.g. of a portal that stalled while another one priced it
 * again. Claim and invoice both trigger it, so the later one sees the other (docs/adr/0020).
 */
export const releaseUnusedAdjustments = process({
  name: 'releaseUnusedAdjustments',
  types: ['InvoiceCarried', 'InvoiceCreditApplied', 'InvoiceIssued'],
  async decide({ event, position, metadata }, load, lookUp) {
    if (event.type === 'InvoiceIssued') {
      const { invoiceId, accountId, adjustments, pricedAnew } = event.data;
      // nothing is claimed for an invoice that was never priced with adjustments
      if (adjustments.length === 0 && pricedAnew === undefined) return [];
      const issued = await load(invoiceStream(invoiceId), invoiceDecider);
      const ids = await lookUp.invoicesLeavingOver(accountId, position);
      const others = await invoicesOf(load, ids);
      const released = others
        .flatMap((other) => claimsFor(other, invoiceId))
        .filter((claim) => !isTaken(issued, claim))
        .map((claim) => release(invoiceId, accountId, claim));
      const today = lookUp.billingDay(metadata.recordedAt);
      // a payment may have been reversed between the claim of its credit and the issue
      const withdrawn = others.flatMap((other) =>
        withdrawals(other, issued, creditsTakenOf(other, issued), {
          withdrawalId: invoiceId,
          reason: REVERSED,
          today,
        }),
      );
      return [...released, ...withdrawn];
    }
    const { invoiceId: from, accountId, toInvoiceId } = event.data;
    const claim = { from, creditId: event.type === 'InvoiceCarried' ? null : event.data.creditId };
    const invoice = await load(invoiceStream(toInvoiceId), invoiceDecider);
    return invoice.status === 'none' || isTaken(invoice, claim)
      ? []
      : [release(toInvoiceId, accountId, claim)];
  },
});

/** A credit, or a remainder (`creditId` null), claimed from another invoice. */
interface Claim {
  readonly from: string;
  readonly creditId: string | null;
}

/** Whether the invoice lists the claim and is not void. */
const isTaken = (invoice: InvoiceState, { from, creditId }: Claim) =>
  invoice.status !== 'none' &&
  invoice.status !== 'voided' &&
  invoice.adjustments.some((one) => one.invoiceId === from && one.creditId === creditId);

/** Credits of one invoice that another one was issued with. */
const creditsTakenOf = (from: InvoiceState, issued: InvoiceState) =>
  from.status === 'none' || issued.status === 'none'
    ? []
    : issued.adjustments.flatMap(({ invoiceId, creditId }) =>
        invoiceId === from.invoiceId && creditId !== null ? [{ creditId }] : [],
      );

const release = (toInvoiceId: string, accountId: string, { from, creditId }: Claim): Consequence =>
  consequence({
    ...onInvoice(from, accountId),
    key: creditId ?? `carried from ${from}`,
    command:
      creditId === null
        ? { type: 'ReleaseCarriedInvoice', toInvoiceId }
        : { type: 'ReleaseInvoiceCredit', creditId, toInvoiceId },
  });

/** Claims recorded on an invoice for another one. */
function claimsFor(invoice: InvoiceState, toInvoiceId: string): readonly Claim[] {
  if (invoice.status === 'none') return [];
  const { invoiceId: from } = invoice;
  const credits = invoice.credits.filter(({ applied }) =>
    applied.some((use) => use.toInvoiceId === toInvoiceId && use.allocationId === undefined),
  );
  return [
    ...(invoice.carriedTo === toInvoiceId ? [{ from, creditId: null }] : []),
    ...credits.map(({ creditId }) => ({ from, creditId })),
  ];
}

/** Records each step of a dispute on the invoices of the payment; a lost one takes its shares back (rule B43). */
export const recordDisputeOnInvoices = process({
  name: 'recordDisputeOnInvoices',
  types: ['PaymentDisputed', 'PaymentDisputeClosed', 'PaymentClaimed'],
  async decide({ event, metadata }, load, lookUp) {
    const { attemptId, accountId } = event.data;
    const payment = await load(paymentStream(attemptId), paymentDecider);
    if (payment.status === 'none') return [];
    const today = lookUp.billingDay(metadata.recordedAt);
    return payment.disputes.flatMap(({ disputeId, status, amountCents: disputed, taken }) => {
      const shares = status === 'lost' ? taken : splitOverShares(payment, disputed);
      // also those that a lost dispute takes nothing of any more
      return payment.claims.flatMap(({ claimant }) => {
        if (claimant.kind !== 'invoice') return [];
        const amountCents = shares.find(({ of }) => isSameClaimant(of, claimant))?.amountCents ?? 0;
        const dispute = { paymentId: attemptId, disputeId, status, amountCents, today };
        const command = { type: 'RecordInvoiceDispute', ...dispute } as const;
        const { id } = claimant;
        return [consequence({ ...onInvoice(id, accountId), key: `${disputeId} ${id}`, command })];
      });
    });
  },
});

/** Records the provider's result of a refund on the invoice, also if it was not requested here, and moves of it (rule B44). */
export const recordRefundOnInvoice = process({
  name: 'recordRefundOnInvoice',
  types: ['PaymentRefunded', 'PaymentRefundFailed', 'PaymentRefundMoved'],
  async decide({ event, metadata }, load, lookUp) {
    if (event.type === 'PaymentRefundMoved') return movedRefund(event.data);
    const { attemptId, accountId, refundId, of, amountCents } = event.data;
    if (of?.kind !== 'invoice') return [];
    // an outcome that another one has replaced is not carried out after that one
    const payment = await load(paymentStream(attemptId), paymentDecider);
    const refund =
      payment.status === 'none' ? undefined : payment.refunds.find((one) => one.refundId === refundId);
    const outcome = event.type === 'PaymentRefunded' ? 'refunded' : 'failed';
    if (refund !== undefined && refund.status !== outcome) return [];
    const invoice = await load(invoiceStream(of.id), invoiceDecider);
    if (invoice.status === 'none') return [];
    const known = invoice.refunds.some((refund) => refund.refundId === refundId);
    if (event.type === 'PaymentRefundFailed' && !known) return [];
    const command: InvoiceCommand =
      event.type === 'PaymentRefunded'
        ? {
            type: 'RecordInvoiceRefund',
            refundId,
            method: 'card',
            amountCents,
            refundedOn: lookUp.billingDay(metadata.recordedAt),
            reference: null,
            reason: null,
          }
        : { type: 'RecordInvoiceRefundFailure', refundId, message: event.data.message };
    return [consequence({ ...onInvoice(of.id, accountId), command })];
  },
});

function movedRefund(
  moved: Extract<PaymentEvent, { type: 'PaymentRefundMoved' }>['data'],
): readonly Consequence[] {
  const { accountId, refundId, fromInvoiceId, fromInvoiceNumber, movedRefundId, toInvoiceId } = moved;
  const { toInvoiceNumber, amountCents, reason, movedOn: today } = moved;
  const move = { refundId, moveId: movedRefundId, toInvoiceNumber, amountCents, reason, today };
  const refund = { refundId: movedRefundId, amountCents, refundedOn: today, movedFrom: fromInvoiceNumber };
  return [
    consequence({
      ...onInvoice(fromInvoiceId, accountId),
      command: { type: 'MoveInvoiceRefund', ...move },
    }),
    consequence({
      ...onInvoice(toInvoiceId, accountId),
      command: { type: 'RecordInvoiceRefund', method: 'card', reference: null, reason: null, ...refund },
    }),
  ];
}
