import {
  applying,
  type CreditUse,
  creditMoveOf,
  creditOf,
  disputesAfter,
  isErased,
  isTooLittleForCard,
  lessPaidOut,
  movedPayment,
  movingUse,
  notPaidOut,
  paidOutCentsOf,
  payingOut,
  paymentOf,
  releasing,
  reminderKey,
  reversed,
  stillOpenCents,
  toRepayCents,
  withMovedPart,
  withTakenBack,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { created, edits } from '../runtime/fields.ts';
import { invoicesTable, type ShownCredit, type ShownRefund, settlementOf } from './table.ts';

type Invoice = RowOf<typeof invoicesTable.columns>;

const stamped = edits(invoicesTable, 'invoices', 'invoiceId');

/** Changes an invoice and its open amount. */
const edit = <D extends { readonly invoiceId: string }>(
  change: (data: D, invoice: Invoice, envelope: PortalEnvelope) => Partial<Invoice>,
) =>
  stamped((data: D, before, envelope) => {
    const part = change(data, before, envelope);
    return { ...part, ...openOf({ ...before, ...part }) };
  });

function openOf(invoice: Invoice): Pick<Invoice, 'open_cents' | 'left_little'> {
  // of a canceled one what is to be repaid of its credit
  if (invoice.status === 'canceled') {
    return { open_cents: toRepayCents(invoice), left_little: invoice.left_little };
  }
  const open = invoice.status === 'pending' ? stillOpenCents(settlementOf(invoice)) : 0;
  return { open_cents: open, left_little: invoice.left_little || isTooLittleForCard(open) };
}

/** Pending again if something is open; a canceled invoice stays canceled. */
function reopened(invoice: Invoice): Pick<Invoice, 'status'> {
  const isOpen = invoice.status !== 'canceled' && stillOpenCents(settlementOf(invoice)) > 0;
  return { status: isOpen ? 'pending' : invoice.status };
}

/** Paid where a pending one has nothing left to pay. */
function settled(invoice: Invoice): Pick<Invoice, 'status'> {
  const isPaid = invoice.status === 'pending' && stillOpenCents(settlementOf(invoice)) === 0;
  return { status: isPaid ? 'paid' : invoice.status };
}

/** Adds or replaces a refund; the order is that of the requests. */
function withRefund(refunds: readonly ShownRefund[], refund: ShownRefund): readonly ShownRefund[] {
  const isIt = ({ refundId }: ShownRefund) => refundId === refund.refundId;
  if (!refunds.some(isIt)) return [...refunds, refund];
  return refunds.map((known) => (isIt(known) ? refund : known));
}

function withCredit(
  credits: readonly ShownCredit[],
  creditId: string,
  applied: (before: ShownCredit) => readonly CreditUse[],
): readonly ShownCredit[] {
  return credits.map((credit) =>
    credit.creditId === creditId ? { ...credit, applied: applied(credit) } : credit,
  );
}

/** Invoices with lines, payments, refunds and credits (S2-3; rules B17, B26, B28). */
export const invoices = defineProjection({
  name: 'invoices',
  version: 8,
  personal: true,
  tables: { invoices: invoicesTable },
  handlers: {
    InvoiceIssued: (data, rows, envelope) => {
      const billTo = isErased(data.billTo) ? null : data.billTo;
      rows.invoices.put({
        id: data.invoiceId,
        account_id: data.accountId,
        user_id: data.userId,
        invoice_number: data.invoiceNumber,
        period: data.period,
        invoice_date: data.invoiceDate,
        due_date: data.dueDate,
        status: 'pending',
        bill_to: billTo,
        company_name: billTo?.company ?? null,
        lines: data.lines.map((line) => ({ ...line, siteName: line.siteId === null ? null : line.name })),
        adjustments: data.adjustments,
        corrections: (data.corrections ?? []).map(({ eventId: _event, ...correction }) => ({
          ...correction,
          sinceIssue: false,
        })),
        // not the sum of `lines`: a long invoice has more than these
        charges_cents: data.totalCents - sumCents(data.adjustments.map(({ amountCents }) => amountCents)),
        total_cents: data.totalCents,
        is_demo: data.isDemo,
        open_attempt: null,
        auto_pay_tried: false,
        payments: [],
        disputes: [],
        open_cents: data.totalCents,
        left_little: isTooLittleForCard(data.totalCents),
        payment_kind: null,
        paid_on: null,
        other_mode_cents: 0,
        refunds: [],
        refunded_cents: 0,
        credits: [],
        credited_cents: 0,
        unused_live_cents: 0,
        unused_demo_cents: 0,
        unused_recorded_cents: 0,
        credit_moves: [],
        moved_credit_cents: 0,
        surplus_refunded_cents: 0,
        voided_at: null,
        carried_to: null,
        carried_cents: 0,
        replaces: data.replaces,
        replaced_by: null,
        reminders: [],
        cut_seq: BigInt(data.cutSeq),
        chain_hash: data.chainHash,
        policy_version: data.policyVersion,
        ...created(envelope),
      });
      if (data.replaces === null) return;
      rows.invoices.update(data.replaces, (before) => ({ ...before, replaced_by: data.invoiceId }));
    },
    InvoicePaymentStarted: edit(({ attemptId, how }, invoice) => ({
      open_attempt: attemptId,
      auto_pay_tried: invoice.auto_pay_tried || how === 'auto_pay',
    })),
    InvoicePaymentEnded: edit(() => ({ open_attempt: null })),
    InvoicePaid: edit((data, { payments }) => ({
      status: 'paid',
      open_attempt: null,
      payments: [...payments, paymentOf({ type: 'InvoicePaid', data })],
    })),
    InvoicePartPaid: edit((data, { payments }) => ({
      payments: [...payments, paymentOf({ type: 'InvoicePartPaid', data })],
    })),
    InvoicePaymentReversed: edit((data, invoice) => {
      const after = reversed(invoice, data);
      return { ...after, ...reopened({ ...invoice, ...after }) };
    }),
    InvoicePaymentDisputed: edit((data, { disputes }) => ({
      disputes: disputesAfter(disputes, { type: 'InvoicePaymentDisputed', data }),
    })),
    InvoiceDisputeClosed: edit((data, { disputes }) => ({
      disputes: disputesAfter(disputes, { type: 'InvoiceDisputeClosed', data }),
    })),
    InvoicePaymentTakenBack: edit((data, invoice) => {
      const after = {
        disputes: disputesAfter(invoice.disputes, { type: 'InvoicePaymentTakenBack', data }),
        payments: withTakenBack(invoice.payments, { type: 'InvoicePaymentTakenBack', data }),
        auto_pay_tried: true,
      };
      return { ...after, ...reopened({ ...invoice, ...after }) };
    }),
    InvoicePaymentReinstated: edit((data, invoice) => {
      const event = { type: 'InvoicePaymentReinstated', data } as const;
      const after = {
        disputes: disputesAfter(invoice.disputes, event),
        payments: withTakenBack(invoice.payments, event),
      };
      return { ...after, ...settled({ ...invoice, ...after }) };
    }),
    InvoiceCorrected: edit(
      ({ invoiceId: _invoice, accountId: _account, ...correction }, { corrections }) => ({
        corrections: [...corrections, { ...correction, sinceIssue: true }],
      }),
    ),
    InvoiceVoided: edit((_data, _invoice, envelope) => ({
      status: 'canceled',
      voided_at: envelope.metadata.recordedAt,
    })),
    InvoiceCarried: edit(({ toInvoiceId }, invoice) => ({
      status: 'carried',
      carried_to: toInvoiceId,
      carried_cents: stillOpenCents(settlementOf(invoice)),
    })),
    InvoiceCarryReleased: edit((_data, invoice) => {
      const after = { carried_to: null, carried_cents: 0 };
      return { ...after, ...reopened({ ...invoice, ...after }) };
    }),
    InvoiceRefundRequested: edit((data, { refunds, credits }) => ({
      credits: payingOut(credits, data),
      refunds: withRefund(refunds, {
        refundId: data.refundId,
        amountCents: data.amountCents,
        status: 'requested',
        method: 'card',
        paymentId: data.paymentId,
        refundedOn: null,
        reference: null,
        paidOutCents: paidOutCentsOf(data),
      }),
    })),
    InvoiceRefunded: edit((data, { refunds, credits }) => {
      const { refundId, amountCents, method, refundedOn, reference, movedFrom } = data;
      const asked = refunds.find((refund) => refund.refundId === refundId);
      const refund = { refundId, amountCents, status: 'refunded', method, refundedOn, reference } as const;
      return {
        credits: payingOut(credits, data),
        refunds: withRefund(refunds, {
          ...refund,
          paymentId: asked?.paymentId ?? null,
          paidOutCents: asked?.paidOutCents ?? paidOutCentsOf(data),
          ...(movedFrom !== undefined && { movedFrom }),
        }),
      };
    }),
    InvoiceRefundMoved: edit((data, { refunds, credits }) => ({
      credits: lessPaidOut(credits, data),
      refunds: refunds.map((refund) => withMovedPart(refund, data)),
    })),
    InvoiceRefundFailed: edit(({ refundId }, { refunds, credits }) => ({
      credits: notPaidOut(credits, refundId),
      refunds: refunds.map((refund) =>
        refund.refundId === refundId ? { ...refund, status: 'failed', refundedOn: null } : refund,
      ),
    })),
    InvoiceCredited: edit((data, invoice, envelope) => {
      const credit = creditOf(settlementOf(invoice), data);
      return { credits: [...invoice.credits, { ...credit, givenAt: envelope.metadata.recordedAt }] };
    }),
    InvoiceCreditApplied: edit(({ creditId, toInvoiceId, amountCents }, { credits }) => ({
      credits: withCredit(credits, creditId, (credit) => applying(credit, { toInvoiceId, amountCents })),
    })),
    InvoiceCreditReleased: edit((data, { credits }) => ({
      credits: withCredit(credits, data.creditId, ({ applied }) => releasing(applied, data)),
    })),
    InvoiceCreditAllocated: edit(({ creditId, toInvoiceId, allocationId, amountCents }, { credits }) => ({
      credits: withCredit(credits, creditId, (credit) =>
        applying(credit, { toInvoiceId, allocationId, amountCents }),
      ),
    })),
    InvoiceCreditReceived: edit((data, invoice) => {
      const credit_moves = [...invoice.credit_moves, creditMoveOf({ type: 'InvoiceCreditReceived', data })];
      return { credit_moves, ...settled({ ...invoice, credit_moves }) };
    }),
    InvoiceCreditWithdrawn: edit((data, invoice) => {
      const credit_moves = [...invoice.credit_moves, creditMoveOf({ type: 'InvoiceCreditWithdrawn', data })];
      return { credit_moves, ...reopened({ ...invoice, credit_moves }) };
    }),
    InvoicePaymentMoved: edit((data, invoice, envelope) => {
      const credit = movedPayment({ payments: invoice.payments, isDemo: invoice.is_demo }, data);
      const credits = [...invoice.credits, { ...credit, givenAt: envelope.metadata.recordedAt }];
      return { credits, ...reopened({ ...invoice, credits }) };
    }),
    InvoiceCreditMoved: edit((data, { credits }) => ({
      credits: withCredit(credits, data.creditId, ({ applied }) => movingUse(applied, data)),
    })),
    InvoiceLinkedToSite: edit(({ siteId, siteName, lines: linked }, { lines }) => ({
      lines: lines.map((line, index) => (linked.includes(index) ? { ...line, siteId, siteName } : line)),
    })),
    InvoiceRetentionEnded: ({ invoiceIds }, rows) => {
      for (const invoiceId of invoiceIds) {
        rows.invoices.upsert(
          invoiceId,
          (invoice) => invoice && { ...invoice, bill_to: null, company_name: null },
        );
      }
    },
    InvoiceReminderSent: edit(({ kind, days }, { reminders }) => ({
      reminders: [...reminders, reminderKey(kind, days)],
    })),
  },
});
