import { type InvoiceEvent, paymentOf } from '@portal/domain';
import { searchText } from '../query/searching.ts';
import {
  boolean,
  type Column,
  cents,
  day,
  derived,
  type GivenOf,
  optional,
  text,
} from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

export type ReceiptMethod = 'card' | 'check' | 'ach';

/**
 * One row for each part of received money: what a check, a bank transfer or a card payment paid of one invoice or order,
 * and what nothing has taken of a card payment.
 */
export const receiptsTable = defineTable({
  name: 'receipts',
  key: 'id',
  columns: {
    /** `<receipt id> <invoice or order id>`; the receipt's id alone for what nothing has taken. */
    id: text,
    /** What the parts of one receipt have in common: the attempt to pay by card, or the check or transfer. */
    receipt_id: text,
    account_id: text,
    /** Billing day of the money. */
    day,
    method: text as Column<string> as Column<ReceiptMethod>,
    /** 0 of a card payment that was taken wholly. */
    amount_cents: cents,
    /** Check number or ACH trace; null for a card. */
    reference: optional(text),
    invoice_id: optional(text),
    order_id: optional(text),
    /** Money of the demo mode (rules B24, B32); null in the oldest events, where it is the invoice's. */
    is_demo: optional(boolean),
    card_brand: optional(text),
    card_last4: optional(text),
    /** Of a check or ACH; null while it stands. */
    reversed_on: optional(day),
    reversed_because: optional(text),
    search: derived(text),
  },
  indexes: ['(day, id)', '(account_id, day)', '(amount_cents, id)', '(receipt_id)'],
  derive: ({ reference, card_last4 }) => ({ search: searchText(reference, card_last4) }),
});

type Receipt = GivenOf<typeof receiptsTable.columns>;

interface Tables {
  readonly receipts: Rows<Receipt>;
}

const NOT_REVERSED = { reversed_on: null, reversed_because: null };

const keyOf = (receiptId: string, takenBy: string) => `${receiptId} ${takenBy}`;

type Paid = Extract<InvoiceEvent, { type: 'InvoicePaid' | 'InvoicePartPaid' }>;

/** A check or ACH of an invoice; money of cards comes with the events of its payment. */
function record(
  { invoiceId, accountId }: Paid['data'],
  { receipts }: Tables,
  { event }: PortalEnvelope,
): void {
  const { id, method, amountCents, paidOn, reference, isDemo, receipt } = paymentOf(event as Paid);
  if (method === 'card' || method === 'none') return;
  receipts.put({
    id: keyOf(id, invoiceId),
    receipt_id: receipt?.receiptId ?? id,
    account_id: accountId,
    day: paidOn,
    method,
    amount_cents: amountCents,
    reference,
    invoice_id: invoiceId,
    order_id: null,
    is_demo: isDemo,
    card_brand: null,
    card_last4: null,
    ...NOT_REVERSED,
  });
}

/** Received money by day: checks, bank transfers, and card payments of invoices and orders. */
export const receipts = defineProjection({
  name: 'receipts',
  version: 1,
  personal: false,
  tables: { receipts: receiptsTable },
  handlers: {
    InvoicePaid: record,
    InvoicePartPaid: record,
    InvoicePaymentReversed: ({ invoiceId, recordId, reversedOn, reason }, { receipts }) =>
      receipts.update(keyOf(recordId, invoiceId), (receipt) => ({
        ...receipt,
        reversed_on: reversedOn,
        reversed_because: reason,
      })),
    PaymentSucceeded: ({ attemptId, accountId, amountCents, livemode, card, paidOn }, { receipts }) =>
      receipts.put({
        id: attemptId,
        receipt_id: attemptId,
        account_id: accountId,
        day: paidOn,
        method: 'card',
        amount_cents: amountCents,
        reference: null,
        invoice_id: null,
        order_id: null,
        is_demo: !livemode,
        card_brand: card?.brand ?? null,
        card_last4: card?.last4 ?? null,
        ...NOT_REVERSED,
      }),
    PaymentClaimed: ({ attemptId, claimant: { kind, id }, amountCents }, { receipts }) => {
      let rest: Receipt;
      receipts.update(attemptId, (receipt) => {
        rest = { ...receipt, amount_cents: receipt.amount_cents - amountCents };
        return rest;
      });
      receipts.set(keyOf(attemptId, id), () => ({
        ...rest,
        id: keyOf(attemptId, id),
        amount_cents: amountCents,
        [kind === 'invoice' ? 'invoice_id' : 'order_id']: id,
      }));
    },
  },
});
