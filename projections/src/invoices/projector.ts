import { isErased, reminderKey } from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { invoicesTable, type ShownCredit, type ShownRefund } from './table.ts';

type Invoice = RowOf<typeof invoicesTable.columns>;

const stamp = ({ metadata, revision }: PortalEnvelope) => ({ updated_at: metadata.recordedAt, revision });

function change(
  rows: { readonly invoices: Rows<Invoice> },
  envelope: PortalEnvelope,
  invoiceId: string,
  part: (invoice: Invoice) => Partial<Invoice>,
): void {
  rows.invoices.update(invoiceId, (invoice) => ({ ...invoice, ...part(invoice), ...stamp(envelope) }));
}

/** The refunds with this one as it stands now, in the order in which they began. */
function withRefund(refunds: readonly ShownRefund[], refund: ShownRefund): readonly ShownRefund[] {
  const isIt = ({ refundId }: ShownRefund) => refundId === refund.refundId;
  if (!refunds.some(isIt)) return [...refunds, refund];
  return refunds.map((known) => (isIt(known) ? refund : known));
}

function withCredit(
  credits: readonly ShownCredit[],
  creditId: string,
  applied: (before: ShownCredit['applied']) => ShownCredit['applied'],
): readonly ShownCredit[] {
  return credits.map((credit) =>
    credit.creditId === creditId ? { ...credit, applied: applied(credit.applied) } : credit,
  );
}

/** Every invoice with its lines and what became of it (spec 2, section 3; decisions B17, B26, B28). */
export const invoices = defineProjection({
  name: 'invoices',
  version: 1,
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
        charges_cents: sumCents(data.lines.map(({ amountCents }) => amountCents)),
        total_cents: data.totalCents,
        is_demo: data.isDemo,
        open_attempt: null,
        auto_pay_tried: false,
        payment: null,
        paid_on: null,
        refunds: [],
        refunded_cents: 0,
        credits: [],
        credited_cents: 0,
        voided_at: null,
        carried_to: null,
        replaces: data.replaces,
        replaced_by: null,
        reminders: [],
        cut_seq: BigInt(data.cutSeq),
        chain_hash: data.chainHash,
        policy_version: data.policyVersion,
        created_at: envelope.metadata.recordedAt,
        ...stamp(envelope),
        search: '',
      });
      if (data.replaces === null) return;
      rows.invoices.update(data.replaces, (before) => ({ ...before, replaced_by: data.invoiceId }));
    },
    InvoicePaymentStarted: ({ invoiceId, attemptId, how }, rows, envelope) =>
      change(rows, envelope, invoiceId, (invoice) => ({
        open_attempt: attemptId,
        auto_pay_tried: invoice.auto_pay_tried || how === 'auto_pay',
      })),
    InvoicePaymentEnded: ({ invoiceId }, rows, envelope) =>
      change(rows, envelope, invoiceId, () => ({ open_attempt: null })),
    InvoicePaid: ({ invoiceId, accountId: _account, reason: _reason, ...payment }, rows, envelope) =>
      change(rows, envelope, invoiceId, () => ({ status: 'paid', open_attempt: null, payment })),
    InvoiceVoided: ({ invoiceId }, rows, envelope) =>
      change(rows, envelope, invoiceId, () => ({
        status: 'canceled',
        voided_at: envelope.metadata.recordedAt,
      })),
    InvoiceCarried: ({ invoiceId, toInvoiceId }, rows, envelope) =>
      change(rows, envelope, invoiceId, () => ({ status: 'carried', carried_to: toInvoiceId })),
    InvoiceCarryReleased: ({ invoiceId }, rows, envelope) =>
      change(rows, envelope, invoiceId, () => ({ status: 'pending', carried_to: null })),
    InvoiceRefundRequested: ({ invoiceId, refundId, amountCents }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ refunds }) => ({
        refunds: withRefund(refunds, {
          refundId,
          amountCents,
          status: 'requested',
          method: 'card',
          refundedOn: null,
        }),
      })),
    InvoiceRefunded: ({ invoiceId, refundId, amountCents, method, refundedOn }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ refunds }) => ({
        refunds: withRefund(refunds, { refundId, amountCents, status: 'refunded', method, refundedOn }),
      })),
    InvoiceRefundFailed: ({ invoiceId, refundId }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ refunds }) => ({
        refunds: refunds.map((refund) =>
          refund.refundId === refundId ? { ...refund, status: 'failed', refundedOn: null } : refund,
        ),
      })),
    InvoiceCredited: ({ invoiceId, creditId, amountCents }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ credits }) => ({
        credits: [...credits, { creditId, amountCents, givenAt: envelope.metadata.recordedAt, applied: [] }],
      })),
    InvoiceCreditApplied: ({ invoiceId, creditId, toInvoiceId, amountCents }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ credits }) => ({
        credits: withCredit(credits, creditId, (applied) => [...applied, { toInvoiceId, amountCents }]),
      })),
    InvoiceCreditReleased: ({ invoiceId, creditId, toInvoiceId }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ credits }) => ({
        credits: withCredit(credits, creditId, (applied) =>
          applied.filter((use) => use.toInvoiceId !== toInvoiceId),
        ),
      })),
    InvoiceLinkedToSite: ({ invoiceId, siteId, siteName, lines: linked }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ lines }) => ({
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
    InvoiceReminderSent: ({ invoiceId, kind, days }, rows, envelope) =>
      change(rows, envelope, invoiceId, ({ reminders }) => ({
        reminders: [...reminders, reminderKey(kind, days)],
      })),
  },
});
