import type { Invoice, InvoiceDetail, InvoiceItem } from '@portal/contract';
import {
  cardToRefund,
  creditSpentCents,
  invoiceCreditableCents,
  invoiceRefundableCents,
  paidCents,
  standingPayments,
} from '@portal/domain';
import {
  addDays,
  compareDays,
  type Day,
  dollarsFromCents,
  MAX_CARD_CHARGE_CENTS,
  MIN_CARD_CHARGE_CENTS,
} from '@portal/domain/values';
import { type InvoiceRow, settlementOf } from '@portal/projections';
import { wordsOfCorrection } from '../billing/correctionWords.ts';

/** Days from one day to a later one; 0 where it is not later. */
function daysBetween(from: Day, to: Day): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));
}

/** An invoice in a list. @param today the billing day it is */
export function toInvoice(row: InvoiceRow, today: Day): Invoice {
  const isOverdue = row.status === 'pending' && compareDays(row.due_date, today) < 0;
  return {
    id: row.id,
    account_id: row.account_id,
    user_id: row.user_id,
    company_name: row.company_name,
    invoice_number: row.invoice_number,
    period: row.period,
    invoice_date: row.invoice_date,
    due_date: row.due_date,
    payment_date: row.paid_on,
    status: row.status,
    total_amount: dollarsFromCents(row.total_cents),
    paid_amount: dollarsFromCents(Math.max(0, paidCents(row))),
    open_amount: dollarsFromCents(row.open_cents),
    refunded_amount: dollarsFromCents(row.refunded_cents),
    credited_amount: dollarsFromCents(row.credited_cents),
    is_overdue: isOverdue,
    days_overdue: isOverdue ? daysBetween(row.due_date, today) : 0,
    can_pay: canPay(row),
    payment_kind: row.payment_kind,
    is_demo: row.is_demo,
    created_at: row.created_at,
  };
}

/** Open, and neither too little nor too much for a card (decisions B17). */
function canPay({ status, open_cents: open }: InvoiceRow): boolean {
  return status === 'pending' && open >= MIN_CARD_CHARGE_CENTS && open <= MAX_CARD_CHARGE_CENTS;
}

const NO_BILL_TO = {
  company: null,
  name: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  email: null,
};

/** What a paid invoice may still give back; the decider refuses more. */
function correctableOf(row: InvoiceRow): InvoiceDetail['correctable'] {
  if (row.status !== 'paid') return { refund: 0, card: 0, credit: 0 };
  const settlement = settlementOf(row);
  return {
    refund: dollarsFromCents(invoiceRefundableCents(settlement)),
    card: dollarsFromCents(cardToRefund(settlement)?.leftCents ?? 0),
    credit: dollarsFromCents(invoiceCreditableCents(settlement)),
  };
}

/**
 * One invoice with all that is on it.
 * @param proof whether the reader may see from what state it was made, and what may go back
 */
export function toInvoiceDetail(
  row: InvoiceRow,
  today: Day,
  { proof }: { readonly proof: boolean },
): InvoiceDetail {
  return {
    ...toInvoice(row, today),
    user: row.bill_to ?? NO_BILL_TO,
    items: itemsOf(row),
    payments: row.payments.flatMap(({ id, method: kind, amountCents, paidOn, reference, reversedOn }) =>
      kind === 'none'
        ? []
        : [
            {
              id,
              kind,
              amount: dollarsFromCents(amountCents),
              paid_on: paidOn,
              reference,
              reversed_on: reversedOn,
            },
          ],
    ),
    credit_to_repay_amount: dollarsFromCents(Math.max(0, -paidCents(row))),
    payment_reference:
      row.status === 'paid' ? (standingPayments(row.payments).at(-1)?.reference ?? null) : null,
    corrections: correctionsOf(row),
    credit_spent_amount: dollarsFromCents(creditSpentCents(settlementOf(row))),
    refunds: row.refunds.map(({ refundId, amountCents, status }) => ({
      id: refundId,
      amount: dollarsFromCents(amountCents),
      status,
    })),
    replaces: row.replaces,
    replaced_by: row.replaced_by,
    carried_to: row.carried_to,
    ...(proof
      ? {
          correctable: correctableOf(row),
          proof: {
            cut_seq: Number(row.cut_seq),
            chain_hash: row.chain_hash,
            policy_version: row.policy_version,
          },
        }
      : {}),
  };
}

/** What an invoice shows as corrected; of a canceled one its reissue shows what was corrected since. */
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

/** The lines, then what was taken over from earlier invoices; an item's id is its place. */
function itemsOf({ lines, adjustments }: InvoiceRow): InvoiceItem[] {
  const sites = lines.map((line) => ({
    description: line.source === 'line' ? line.name : `${line.name} – monthly fee per reader`,
    quantity: line.readers,
    unit_price: dollarsFromCents(line.rateCents),
    amount: dollarsFromCents(line.amountCents),
    site_id: line.siteId,
    site: line.siteName === null ? null : { site_name: line.siteName },
    rate_source: line.source,
  }));
  const others = adjustments.map(({ kind, invoiceNumber, amountCents }) => ({
    description: kind === 'carried' ? `Carried over from ${invoiceNumber}` : `Credit from ${invoiceNumber}`,
    quantity: 1,
    unit_price: dollarsFromCents(amountCents),
    amount: dollarsFromCents(amountCents),
    site_id: null,
    site: null,
    rate_source: null,
  }));
  return [...sites, ...others].map((item, index) => ({ id: String(index), ...item }));
}

/** The first and last day of a year. */
export const yearOf = (year: string): { readonly from: Day; readonly to: Day } => ({
  from: `${year}-01-01`,
  to: addDays(`${Number(year) + 1}-01-01`, -1),
});
