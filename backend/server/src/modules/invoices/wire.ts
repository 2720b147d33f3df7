import {
  type Invoice,
  type InvoiceCreditNote,
  type InvoiceDetail,
  type InvoiceItem,
  invoiceCreditNoteSchema,
  invoiceSchema,
} from '@portal/contract';
import {
  billToShape,
  type CreditMove,
  cardToRefund,
  creditSpentCents,
  type InvoicePayment,
  invoiceCreditableCents,
  invoiceRefundableCents,
  LINES_AN_EVENT,
  type MovablePart,
  movableParts,
  paidCents,
  standingPayments,
  takenBackOf,
  unusedCreditCents,
} from '@portal/domain';
import {
  addDays,
  compareDays,
  type Day,
  daysBetween,
  dollarsFromCents,
  formatDay,
  MAX_CARD_CHARGE_CENTS,
  MIN_CARD_CHARGE_CENTS,
  mapValues,
  sumCents,
} from '@portal/domain/values';
import {
  allFurtherLines,
  type CreditNoteRow,
  countFurtherLines,
  creditNotesOfInvoices,
  type InvoiceRow,
  type Queryable,
  type ShownLine,
  settlementOf,
} from '@portal/projections';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { namesOfAdministrators } from '../users/module.ts';
import { wordsOfCorrection } from './correctInvoice.ts';

/** An invoice in a list. @param today the billing day it is */
export function toInvoice(row: InvoiceRow, today: Day): Invoice {
  const isOverdue = row.status === 'pending' && compareDays(row.due_date, today) < 0;
  return answerFrom(invoiceSchema, row, {
    payment_date: row.paid_on,
    po_number: row.bill_to?.poNumber,
    total_amount: dollarsFromCents(row.total_cents),
    paid_amount: dollarsFromCents(Math.max(0, paidCents(row))),
    open_amount: dollarsFromCents(row.open_cents),
    refunded_amount: dollarsFromCents(row.refunded_cents),
    is_refunded: isRefunded(row) || undefined,
    credited_amount: dollarsFromCents(row.credited_cents),
    written_off_amount: dollarsFromCents(row.written_off_cents),
    is_overdue: isOverdue,
    days_overdue: isOverdue ? daysBetween(row.due_date, today) : 0,
    can_pay: canPay(row),
    next_try_on: (row.status === 'pending' && row.auto_pay_retry?.on) || undefined,
    dispute: disputeOf(row),
  });
}

/** Paid, with a refund of the whole total beside those of what was overpaid. */
const isRefunded = ({ status, total_cents, refunded_cents, surplus_refunded_cents }: InvoiceRow) =>
  status === 'paid' && total_cents > 0 && refunded_cents - surplus_refunded_cents >= total_cents;

/** The dispute that matters most: an open one, then an inquiry, then one that took money which is open still. */
function disputeOf({ disputes, status }: InvoiceRow): Invoice['dispute'] {
  const has = (wanted: InvoiceRow['disputes'][number]['status']) =>
    disputes.some((dispute) => dispute.status === wanted);
  if (has('open')) return 'open';
  if (has('inquiry')) return 'inquiry';
  return has('lost') && status === 'pending' ? 'lost' : null;
}

/** Open, with an amount that a card can be charged (rule B17). */
function canPay({ status, open_cents: open }: InvoiceRow): boolean {
  return status === 'pending' && open >= MIN_CARD_CHARGE_CENTS && open <= MAX_CARD_CHARGE_CENTS;
}

const NO_BILL_TO = mapValues(billToShape.omit({ poNumber: true }).shape, () => null);

/** The Bill To block without the PO number, which is a field of the invoice. */
function userOf({ bill_to }: InvoiceRow): InvoiceDetail['user'] {
  if (bill_to === null) return NO_BILL_TO;
  const { poNumber: _poNumber, ...user } = bill_to;
  return user;
}

/** Refundable and creditable amounts of a paid invoice; of others the unused credit. */
function correctableOf(row: InvoiceRow): InvoiceDetail['correctable'] {
  const settlement = settlementOf(row);
  return {
    refund: dollarsFromCents(invoiceRefundableCents(settlement)),
    card: dollarsFromCents(cardToRefund(settlement)?.leftCents ?? 0),
    credit: row.status === 'paid' ? dollarsFromCents(invoiceCreditableCents(settlement)) : 0,
  };
}

export const INVOICE_DETAIL_READS = ['invoices', 'invoiceLines', 'creditNotes'];

export interface DetailOptions {
  /** Whether administrators' fields are included: proof and correctable amounts. */
  readonly proof: boolean;
  /** Invoices with at most this many lines include all of them; longer ones only the first part. */
  readonly allUpTo?: number;
}

/** Invoices with their lines. Freshness: {@link INVOICE_DETAIL_READS}. */
export async function invoiceDetails(
  db: Queryable,
  rows: readonly InvoiceRow[],
  today: Day,
  { proof, allUpTo = 0 }: DetailOptions,
): Promise<readonly InvoiceDetail[]> {
  const long = rows.filter(({ lines }) => lines.length >= LINES_AN_EVENT).map(({ id }) => id);
  const further = long.length === 0 ? new Map() : await countFurtherLines(db, long);
  const countOf = ({ id, lines }: InvoiceRow) => lines.length + (further.get(id) ?? 0);
  const whole = rows.filter((row) => further.has(row.id) && countOf(row) <= allUpTo).map(({ id }) => id);
  const linesOf = whole.length === 0 ? new Map() : await allFurtherLines(db, whole);
  const notes = await creditNotesOfInvoices(
    db,
    rows.map(({ id }) => id),
  );
  const by = rows.flatMap(({ write_offs }) => write_offs.flatMap((one) => one.by.id ?? []));
  const nameOf =
    proof && by.length > 0 ? await namesOfAdministrators({ db, today: () => today }, by) : String;
  return rows.map((row) =>
    toInvoiceDetail({ ...row, lines: [...row.lines, ...(linesOf.get(row.id) ?? [])] }, today, {
      proof,
      lineCount: countOf(row),
      notes: notes.filter(({ invoice_id }) => invoice_id === row.id),
      nameOf,
    }),
  );
}

/** The same for one invoice. */
export async function invoiceDetail(
  db: Queryable,
  row: InvoiceRow,
  today: Day,
  options: DetailOptions,
): Promise<InvoiceDetail> {
  const [detail] = await invoiceDetails(db, [row], today, options);
  return detail as InvoiceDetail;
}

function toInvoiceDetail(
  row: InvoiceRow,
  today: Day,
  {
    proof,
    lineCount,
    notes,
    nameOf,
  }: {
    readonly proof: boolean;
    readonly lineCount: number;
    readonly notes: readonly CreditNoteRow[];
    readonly nameOf: (userId: string) => string;
  },
): InvoiceDetail {
  return {
    ...toInvoice(row, today),
    user: userOf(row),
    items: [...itemsOfLines(row.lines, 0), ...itemsOfAdjustments(row, lineCount)],
    ...(row.tax_cents > 0 && { tax_amount: dollarsFromCents(row.tax_cents) }),
    line_count: lineCount,
    today,
    payments: paymentsOf(row, proof),
    ...disputeAmountOf(row),
    credit_to_repay_amount: dollarsFromCents(Math.max(0, -paidCents(row))),
    payment_reference:
      row.status === 'paid' ? (standingPayments(row.payments).at(-1)?.reference ?? null) : null,
    corrections: correctionsOf(row),
    credit_moves: row.credit_moves.map((move) => ({
      invoice_id: move.fromInvoiceId,
      invoice_number: move.fromInvoiceNumber,
      amount: dollarsFromCents(move.amountCents),
      on: move.day,
      reason: reasonOfMove(move, proof),
    })),
    unused_credit_amount: dollarsFromCents(unusedCreditCents(settlementOf(row))),
    credit_spent_amount: dollarsFromCents(creditSpentCents(settlementOf(row))),
    refunds: refundsOf(row),
    payment_moves: row.credits.flatMap(({ moved, amountCents }) =>
      moved === undefined || amountCents === 0
        ? []
        : [
            {
              payment_id: moved.paymentId,
              amount: dollarsFromCents(amountCents),
              invoice_number: moved.toInvoiceNumber,
              on: moved.movedOn,
            },
          ],
    ),
    ...(notes.length > 0 && { credit_notes: notes.map(toInvoiceCreditNote) }),
    replaces: row.replaces,
    replaced_by: row.replaced_by,
    carried_to: row.carried_to,
    ...(proof
      ? {
          correctable: correctableOf(row),
          movable: movableOf(row),
          ...writeOffsOf(row, nameOf),
          proof: {
            cut_seq: Number(row.cut_seq),
            chain_hash: row.chain_hash,
            policy_version: row.policy_version,
          },
        }
      : {}),
  };
}

/** @param asAdmin with the receipts that payments are shares of */
function paymentsOf({ payments }: InvoiceRow, asAdmin: boolean): InvoiceDetail['payments'] {
  return payments.flatMap((payment) => {
    const { id, method: kind, amountCents, paidOn, reference, reversedOn, receipt } = payment;
    if (kind === 'none') return [];
    const back = takenBackOf(payment);
    const taken =
      back === null ? {} : { taken_back: { amount: dollarsFromCents(back.amountCents), on: back.takenOn } };
    const amount = dollarsFromCents(amountCents);
    const share = asAdmin && receipt !== undefined ? { receipt: shownReceipt(receipt) } : {};
    return [{ id, kind, amount, paid_on: paidOn, reference, reversed_on: reversedOn, ...share, ...taken }];
  });
}

const toInvoiceCreditNote = (note: CreditNoteRow): InvoiceCreditNote =>
  answerFrom(invoiceCreditNoteSchema, note, { amount: dollarsFromCents(note.amount_cents) });

/** @param nameOf of an administrator */
function writeOffsOf(
  { write_offs }: InvoiceRow,
  nameOf: (userId: string) => string,
): Pick<InvoiceDetail, 'write_offs'> {
  if (write_offs.length === 0) return {};
  return {
    write_offs: write_offs.map(({ amountCents, on, reason, by }) => ({
      amount: dollarsFromCents(amountCents),
      on,
      by: by.kind === 'admin' && by.id !== null ? nameOf(by.id) : 'the portal',
      reason,
    })),
  };
}

const shownReceipt = (receipt: NonNullable<InvoicePayment['receipt']>) => ({
  id: receipt.receiptId,
  amount: dollarsFromCents(receipt.amountCents),
  invoice_numbers: [...receipt.invoiceNumbers],
});

function refundsOf({ refunds }: InvoiceRow): InvoiceDetail['refunds'] {
  // a share of a payout that was refused was never sent
  const shown = refunds.filter(
    ({ payoutId, status, reversedOn }) =>
      payoutId === undefined || status !== 'failed' || reversedOn !== undefined,
  );
  return shown.map(({ refundId, amountCents, status, paidOutCents = 0, moved = [], ...refund }) => ({
    id: refundId,
    amount: dollarsFromCents(amountCents),
    status,
    ...(paidOutCents > 0 && { paid_out: dollarsFromCents(paidOutCents) }),
    kind: refund.method,
    refunded_on: refund.refundedOn,
    reference: refund.reference,
    ...(refund.reversedOn !== undefined && { taken_back_on: refund.reversedOn }),
    ...(refund.movedFrom !== undefined && { moved_from: refund.movedFrom }),
    ...(moved.length > 0 && {
      moves: moved.map((move) => ({
        amount: dollarsFromCents(move.amountCents),
        invoice_number: move.toInvoiceNumber,
        on: move.movedOn,
      })),
    }),
  }));
}

function disputeAmountOf(row: InvoiceRow): Pick<InvoiceDetail, 'dispute_amount'> {
  const shown = disputeOf(row);
  if (shown === null) return {};
  const amounts = row.disputes.filter(({ status }) => status === shown).map(({ amountCents }) => amountCents);
  return { dispute_amount: dollarsFromCents(sumCents(amounts)) };
}

/** Why credit was taken back; null for a payment by credit. @param asAdmin with the administrator's reason */
function reasonOfMove({ reason, movedTo }: CreditMove, asAdmin: boolean): string | null {
  if (reason === null) return null;
  const moved = movedTo === undefined ? null : `it was moved to ${movedTo}`;
  if (asAdmin) return moved === null ? reason : `${moved} (${reason})`;
  return moved ?? 'the payment that it came from was reversed';
}

const BY = { card: 'by card', check: 'by check', ach: 'by ACH', none: '' } as const;

/** What can be moved to another invoice, with names to choose from. */
const movableOf = (row: InvoiceRow): InvoiceDetail['movable'] =>
  movableParts({ ...row, creditMoves: row.credit_moves })
    .filter(({ amountCents }) => amountCents > 0)
    .map((part) => ({ id: part.id, name: nameOfPart(part), amount: dollarsFromCents(part.amountCents) }));

function nameOfPart(part: MovablePart): string {
  if (part.kind === 'credit') return `Account credit of ${part.fromInvoiceNumber}`;
  const { method, reference, paidOn } = part.payment;
  const by = [BY[method], reference].filter(Boolean).join(' ');
  return `Payment ${by}, ${formatDay(paidOn)}`;
}

/** Corrections shown on an invoice; later ones are shown on its reissue. */
function correctionsOf({ corrections, status }: InvoiceRow): InvoiceDetail['corrections'] {
  return corrections
    .filter(({ sinceIssue }) => !sinceIssue || status !== 'canceled')
    .map(({ name, change, reason }) => ({
      site_id: change.kind === 'line' ? null : change.siteId,
      name,
      text: wordsOfCorrection(change),
      reason,
    }));
}

/** Lines as items; the id is the place on the invoice. @param first place of the first line, from 0 */
export function itemsOfLines(lines: readonly ShownLine[], first: number): InvoiceItem[] {
  return lines.map((line, index) => ({
    id: String(first + index),
    description: line.source === 'line' ? line.name : `${line.name} – monthly fee per reader`,
    quantity: line.readers,
    unit_price: dollarsFromCents(line.rateCents),
    amount: dollarsFromCents(line.amountCents),
    site_id: line.siteId,
    site: line.siteName === null ? null : { site_name: line.siteName },
    rate_source: line.tax === undefined ? line.source : null,
    ...(line.tax !== undefined && { is_tax: true as const }),
  }));
}

/** What was taken over from earlier invoices, as items. @param first place of the first one, from 0 */
export function itemsOfAdjustments({ adjustments }: InvoiceRow, first: number): InvoiceItem[] {
  return adjustments.map(({ kind, invoiceNumber, amountCents }, index) => ({
    id: String(first + index),
    description: kind === 'carried' ? `Carried over from ${invoiceNumber}` : `Credit from ${invoiceNumber}`,
    quantity: 1,
    unit_price: dollarsFromCents(amountCents),
    amount: dollarsFromCents(amountCents),
    site_id: null,
    site: null,
    rate_source: null,
  }));
}

export const yearOf = (year: string): { readonly from: Day; readonly to: Day } => ({
  from: `${year}-01-01`,
  to: addDays(`${Number(year) + 1}-01-01`, -1),
});
