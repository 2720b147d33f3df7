import {
  applying,
  creditOf,
  isErased,
  isTooLittleForCard,
  paymentOf,
  reminderKey,
  reversed,
  stillOpenCents,
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
  const open = invoice.status === 'pending' ? stillOpenCents(settlementOf(invoice)) : 0;
  return { open_cents: open, left_little: invoice.left_little || isTooLittleForCard(open) };
}

/** Pending again if something is open; a canceled invoice stays canceled. */
function reopened(invoice: Invoice): Pick<Invoice, 'status'> {
  const isOpen = invoice.status !== 'canceled' && stillOpenCents(settlementOf(invoice)) > 0;
  return { status: isOpen ? 'pending' : invoice.status };
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
  applied: (before: ShownCredit) => ShownCredit['applied'],
): readonly ShownCredit[] {
  return credits.map((credit) =>
    credit.creditId === creditId ? { ...credit, applied: applied(credit) } : credit,
  );
}

/** Invoices with lines, payments, refunds and credits (S2-3; rules B17, B26, B28). */
export const invoices = defineProjection({
  name: 'invoices',
  version: 4,
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
        open_cents: data.totalCents,
        left_little: isTooLittleForCard(data.totalCents),
        payment_kind: null,
        paid_on: null,
        other_mode_cents: 0,
        refunds: [],
        refunded_cents: 0,
        credits: [],
        credited_cents: 0,
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
    InvoiceRefundRequested: edit(({ refundId, amountCents, paymentId }, { refunds }) => ({
      refunds: withRefund(refunds, {
        refundId,
        amountCents,
        status: 'requested',
        method: 'card',
        paymentId,
        refundedOn: null,
      }),
    })),
    InvoiceRefunded: edit(({ refundId, amountCents, method, refundedOn }, { refunds }) => ({
      refunds: withRefund(refunds, {
        refundId,
        amountCents,
        status: 'refunded',
        method,
        paymentId: refunds.find((refund) => refund.refundId === refundId)?.paymentId ?? null,
        refundedOn,
      }),
    })),
    InvoiceRefundFailed: edit(({ refundId }, { refunds }) => ({
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
    InvoiceCreditReleased: edit(({ creditId, toInvoiceId }, { credits }) => ({
      credits: withCredit(credits, creditId, ({ applied }) =>
        applied.filter((use) => use.toInvoiceId !== toInvoiceId),
      ),
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
