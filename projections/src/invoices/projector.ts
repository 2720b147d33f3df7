import {
  evolveInvoice,
  type InvoiceEvent,
  type InvoiceRefund,
  type IssuedInvoice,
  isErased,
  isTooLittleForCard,
  stillOpenCents,
  toRepayCents,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import type { GivenOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { created, edits } from '../runtime/fields.ts';
import { type InvoiceStatus, invoicesTable, type ShownRefund, settlementOf } from './table.ts';

type Invoice = GivenOf<typeof invoicesTable.columns>;

const STATES = {
  pending: 'open',
  paid: 'paid',
  written_off: 'written_off',
  canceled: 'voided',
  carried: 'carried',
} as const;
const STATUSES = {
  open: 'pending',
  paid: 'paid',
  written_off: 'written_off',
  voided: 'canceled',
  carried: 'carried',
} as const;

/** The decider's state, as far as events change what the row has of it. */
function stateOf(row: Invoice): IssuedInvoice {
  const state: Partial<IssuedInvoice> = {
    ...row,
    status: STATES[row.status],
    isDemo: row.is_demo,
    totalCents: row.total_cents,
    openAttempt: row.open_attempt,
    autoPayTried: row.auto_pay_tried,
    autoPayRetry: row.auto_pay_retry,
    carriedTo: row.carried_to,
    carriedCents: row.carried_cents,
    creditMoves: row.credit_moves,
    writeOffs: row.write_offs,
    lastReminder: row.last_reminder,
    lineSites: [],
    moves: [],
  };
  return state as IssuedInvoice;
}

/** What the decider's own fold of an event changes. */
function evolved(row: Invoice, { event, metadata }: PortalEnvelope) {
  const after = evolveInvoice(stateOf(row), event as InvoiceEvent) as IssuedInvoice;
  return {
    status: STATUSES[after.status] satisfies InvoiceStatus,
    open_attempt: after.openAttempt,
    auto_pay_tried: after.autoPayTried,
    auto_pay_retry: after.autoPayRetry,
    payments: after.payments,
    disputes: after.disputes,
    corrections: after.corrections.map((correction) => ({ sinceIssue: true, ...correction })),
    carried_to: after.carriedTo,
    carried_cents: after.carriedCents,
    credits: after.credits.map((credit) => ({ givenAt: metadata.recordedAt, ...credit })),
    credit_moves: after.creditMoves,
    write_offs: after.writeOffs.map((writeOff) => ({ by: metadata.actor, ...writeOff })),
    reminders: after.reminders,
    last_reminder: after.lastReminder,
    refunds: after.refunds as readonly ShownRefund[],
  };
}

const stamped = edits(invoicesTable, 'invoices', 'invoiceId');

/** Changes an invoice as the decider does, and its open amount. */
const edit = <D extends { readonly invoiceId: string }>(
  change?: (
    data: D,
    invoice: Invoice,
    after: ReturnType<typeof evolved>,
    envelope: PortalEnvelope,
  ) => Partial<Invoice>,
) =>
  stamped((data: D, before, envelope) => {
    const after = evolved(before, envelope);
    const part = { ...after, ...change?.(data, before, after, envelope) };
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

/** Changes what is shown of a refund too. Refunds stay in the order of their requests. */
const editRefund = <D extends { readonly invoiceId: string; readonly refundId: string }>(
  shown: (data: D) => Partial<ShownRefund>,
) =>
  edit((data: D, before, { refunds }) => {
    const isIt = ({ refundId }: InvoiceRefund) => refundId === data.refundId;
    const after: InvoiceRefund | undefined = refunds.find(isIt);
    if (after === undefined) return {};
    const refund = { refundedOn: null, reference: null, ...after, ...shown(data) };
    if (!before.refunds.some(isIt)) return { refunds: [...before.refunds, refund] };
    return { refunds: before.refunds.map((known) => (isIt(known) ? refund : known)) };
  });

/** Invoices with lines, payments, refunds and credits (S2-3; rules B17, B26, B28). */
export const invoices = defineProjection({
  name: 'invoices',
  version: 11,
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
        tax_cents: data.taxCents ?? 0,
        is_demo: data.isDemo,
        open_attempt: null,
        auto_pay_tried: false,
        auto_pay_retry: null,
        payments: [],
        disputes: [],
        open_cents: data.totalCents,
        left_little: isTooLittleForCard(data.totalCents),
        refunds: [],
        credits: [],
        credit_moves: [],
        write_offs: [],
        voided_at: null,
        carried_to: null,
        carried_cents: 0,
        replaces: data.replaces,
        replaced_by: null,
        reminders: [],
        last_reminder: null,
        cut_seq: BigInt(data.cutSeq),
        chain_hash: data.chainHash,
        policy_version: data.policyVersion,
        ...created(envelope),
      });
      if (data.replaces === null) return;
      rows.invoices.update(data.replaces, (before) => ({ ...before, replaced_by: data.invoiceId }));
    },
    InvoicePaymentStarted: edit(),
    InvoicePaymentEnded: edit(),
    InvoicePaid: edit(),
    InvoicePartPaid: edit(),
    InvoicePaymentReversed: edit(),
    InvoicePaymentDisputed: edit(),
    InvoiceDisputeClosed: edit(),
    InvoicePaymentTakenBack: edit(),
    InvoicePaymentReinstated: edit(),
    InvoiceCorrected: edit(),
    InvoiceVoided: edit((_data, _invoice, _after, { metadata }) => ({ voided_at: metadata.recordedAt })),
    InvoiceWrittenOff: edit(),
    InvoiceWriteOffReversed: edit(),
    InvoiceCarried: edit(),
    InvoiceCarryReleased: edit(),
    InvoiceRefundRequested: editRefund(() => ({})),
    InvoiceRefunded: editRefund(({ refundedOn, reference, movedFrom }) => ({
      refundedOn,
      reference,
      ...(movedFrom !== undefined && { movedFrom }),
    })),
    InvoiceRefundMoved: edit(),
    InvoiceRefundFailed: editRefund(() => ({ refundedOn: null })),
    InvoicePayoutReversed: editRefund(() => ({})),
    InvoiceCredited: edit(),
    InvoiceCreditApplied: edit(),
    InvoiceCreditReleased: edit(),
    InvoiceCreditAllocated: edit(),
    InvoiceCreditReceived: edit(),
    InvoiceCreditWithdrawn: edit(),
    InvoicePaymentMoved: edit(),
    InvoiceCreditMoved: edit(),
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
    InvoiceReminderSent: edit(),
    InvoiceManualReminderSent: edit(),
  },
});
