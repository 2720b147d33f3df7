import {
  centsFromDollars,
  formatDay,
  formatDollars,
  MAX_CARD_CHARGE_CENTS,
  MIN_CARD_CHARGE_CENTS,
  sumCents,
} from '@portal/domain/values';
import type { InvoiceDetail, InvoiceItem } from './invoices.ts';

const dollars = (amount: number) => formatDollars(centsFromDollars(amount));

/** Corrections of one item; with null, corrections of none of the items. */
export function correctionsOf(
  { corrections, items }: Pick<InvoiceDetail, 'corrections' | 'items'>,
  item: InvoiceItem | null,
): InvoiceDetail['corrections'] {
  type Correction = InvoiceDetail['corrections'][number];
  const isAbout = ({ site_id, name }: Correction, { site_id: of, description, rate_source }: InvoiceItem) =>
    site_id === null ? rate_source === 'line' && description === name : site_id === of;
  return corrections.filter((correction) =>
    item === null ? !items.some((each) => isAbout(correction, each)) : isAbout(correction, item),
  );
}

const movedCents = ({ credit_moves }: Pick<InvoiceDetail, 'credit_moves'>) =>
  sumCents(credit_moves.map(({ amount }) => centsFromDollars(amount)));

/** What account credit paid, when the invoice was issued and since, and what was taken back of it; one sentence each. */
export function creditNotesOf(
  invoice: Pick<InvoiceDetail, 'credit_spent_amount' | 'credit_moves'>,
): readonly string[] {
  const atIssue = centsFromDollars(invoice.credit_spent_amount) - movedCents(invoice);
  const settled = invoice.credit_spent_amount > 0 && atIssue > 0;
  return [
    ...(settled ? [`${formatDollars(atIssue)} was settled by account credit.`] : []),
    ...invoice.credit_moves.map(({ amount, invoice_number, on, reason }) =>
      amount > 0
        ? `${dollars(amount)} was paid by account credit of ${invoice_number} on ${formatDay(on)}.`
        : `${dollars(-amount)} of account credit of ${invoice_number} was taken back on ${formatDay(on)}, so it is open again${reason === null ? '' : `: ${reason}`}.`,
    ),
  ];
}

/** The items of an invoice but for its sales tax, which {@link totalRowsOf} has. */
export const itemsWithoutTax = (items: readonly InvoiceItem[]): readonly InvoiceItem[] =>
  items.filter(({ is_tax }) => is_tax === undefined);

/**
 * Subtotal, tax and total, on page and PDF: tax by state, or, while a long invoice's lines of tax are not read, in one sum.
 * @param items those that are shown
 */
export function totalRowsOf(
  { total_amount, tax_amount = 0 }: Pick<InvoiceDetail, 'total_amount' | 'tax_amount'>,
  items: readonly InvoiceItem[],
): readonly (readonly [label: string, amount: string])[] {
  const taxCents = centsFromDollars(tax_amount);
  const taxes = items.filter(({ is_tax }) => is_tax);
  const isComplete = sumCents(taxes.map(({ amount }) => centsFromDollars(amount))) === taxCents;
  return [
    ['Subtotal', formatDollars(centsFromDollars(total_amount) - taxCents)],
    ...(isComplete && taxes.length > 0
      ? taxes.map(({ description, amount }) => [description, dollars(amount)] as const)
      : [['Tax', formatDollars(taxCents)] as const]),
    ['Total', dollars(total_amount)],
  ];
}

/** Rows below the total of an invoice that is paid in part, on page and PDF. */
export function openRowsOf(
  invoice: Pick<
    InvoiceDetail,
    | 'status'
    | 'total_amount'
    | 'paid_amount'
    | 'open_amount'
    | 'credit_to_repay_amount'
    | 'credit_moves'
    | 'written_off_amount'
  >,
): readonly (readonly [label: string, amount: string])[] {
  const { status, total_amount, paid_amount, open_amount, credit_to_repay_amount: repay } = invoice;
  const { written_off_amount: written } = invoice;
  if (status === 'canceled' && open_amount > 0) {
    return [
      ['Account credit to repay', dollars(repay)],
      ['Still open', dollars(open_amount)],
    ];
  }
  if (status !== 'pending' || open_amount === total_amount) return [];
  const credit = movedCents(invoice);
  return [
    ['Paid so far', dollars(paid_amount)],
    ...(credit > 0 ? [['Paid by account credit', formatDollars(credit)] as const] : []),
    ...(credit < 0 ? [['Account credit taken back', formatDollars(-credit)] as const] : []),
    ...(repay > 0 ? [['Account credit to repay', dollars(repay)] as const] : []),
    ...(written > 0 ? [['Written off', dollars(written)] as const] : []),
    ['Still open', dollars(open_amount)],
  ];
}

/** Who is paid, and where checks are sent. */
interface Payee {
  readonly name: string;
  readonly address: string;
  readonly paymentNote?: string;
}

/** How what is open of an invoice is paid, one line each, on page and PDF; none where nothing is to be paid. */
export function howToPay(
  {
    status,
    open_amount,
    invoice_number: number,
  }: Pick<InvoiceDetail, 'status' | 'open_amount' | 'invoice_number'>,
  { name, address, paymentNote }: Payee,
): readonly string[] {
  const open = centsFromDollars(open_amount);
  if (status !== 'pending' || open === 0) return [];
  if (open < MIN_CARD_CHARGE_CENTS) return ['It is added to your next invoice; no action is needed.'];
  return [
    ...(open > MAX_CARD_CHARGE_CENTS ? [] : ['By card in the portal, unless auto-pay pays it.']),
    `By check payable to ${name}, ${address}.`,
    ...(paymentNote === undefined ? [] : [paymentNote]),
    `Reference: ${number}`,
  ];
}

const PAID_BY = { card: 'Paid by card', check: 'Paid by check', ach: 'Paid by ACH' } as const;
const BY = { card: 'card', check: 'check', ach: 'ACH' } as const;

/** How an invoice was paid: one sentence, or one for each payment. */
export function paymentNotesOf(
  invoice: Pick<InvoiceDetail, 'status' | 'total_amount' | 'payments' | 'payment_moves'>,
): readonly string[] {
  const { status, total_amount, payments, payment_moves: moves = [] } = invoice;
  const [only] = payments;
  const isSimple =
    payments.length === 1 &&
    status === 'paid' &&
    only?.amount === total_amount &&
    !only.taken_back &&
    !isShare(only) &&
    moves.length === 0;
  if (isSimple && only !== undefined) {
    return [`${PAID_BY[only.kind]}${only.reference === null ? '' : `, reference ${only.reference}`}.`];
  }
  return payments.flatMap((payment) => [
    paymentNoteOf(payment),
    ...moves
      .filter(({ payment_id }) => payment_id === payment.id)
      .map(
        ({ amount, invoice_number, on }) =>
          `${dollars(amount)} of it was moved to ${invoice_number} on ${formatDay(on)}.`,
      ),
  ]);
}

type Payment = InvoiceDetail['payments'][number];

/** Whether it is a share of a receipt over several invoices. */
const isShare = ({ receipt }: Payment): boolean =>
  receipt !== undefined && receipt.invoice_numbers.length > 1;

/** The receipt that a payment is a share of, e.g. `check 1234 of $491.00 over 3 invoices`; null for others. */
export function receiptNameOf({ kind, reference, receipt }: Payment): string | null {
  if (receipt === undefined) return null;
  const { length } = receipt.invoice_numbers;
  const over = length === 1 ? '1 invoice' : `${length} invoices`;
  return `${BY[kind]} ${reference ?? ''} of ${dollars(receipt.amount)} over ${over}`;
}

function paymentNoteOf(payment: Payment): string {
  const { kind, amount, paid_on, reference, reversed_on, taken_back: taken } = payment;
  const named = isShare(payment) ? receiptNameOf(payment) : null;
  const by = named === null ? `${BY[kind]}${reference === null ? '' : `, reference ${reference}`}` : named;
  const paid = `${dollars(amount)} paid by ${by}, on ${formatDay(paid_on)}`;
  if (taken !== undefined)
    return `${paid}; the bank took ${dollars(taken.amount)} back on ${formatDay(taken.on)}.`;
  return reversed_on === null ? `${paid}.` : `${paid}; reversed on ${formatDay(reversed_on)}.`;
}

const REFUND_STATES = {
  requested: 'is being refunded',
  refunded: 'was refunded',
  failed: 'could not be refunded to the card',
} as const;
const PAID_OUT_STATES = {
  requested: 'is being paid out to the card',
  refunded: 'was paid out',
  failed: 'could not be paid out to the card',
} as const;

/** Refunds of an invoice, and account credit that was paid out (rule B41); one sentence each. */
export function refundNotesOf({ refunds }: Pick<InvoiceDetail, 'refunds'>): readonly string[] {
  return refunds.flatMap((refund) => [
    ...(refund.amount === 0 ? [] : [refundNoteOf(refund)]),
    ...(refund.moves ?? []).map(
      ({ amount, invoice_number, on }) =>
        `A refund of ${dollars(amount)} was moved to ${invoice_number} on ${formatDay(on)}.`,
    ),
  ]);
}

function refundNoteOf(refund: InvoiceDetail['refunds'][number]): string {
  const { amount, status, paid_out = 0, kind = 'card', refunded_on = null, reference = null } = refund;
  const named = reference === null ? '' : `, reference ${reference}`;
  const how = refunded_on === null ? '' : ` by ${BY[kind]}${named}, on ${formatDay(refunded_on)}`;
  const from = refund.moved_from === undefined ? '' : `; the refund was moved here from ${refund.moved_from}`;
  if (refund.taken_back_on !== undefined)
    return `${dollars(amount)} of account credit ${PAID_OUT_STATES.refunded}${how}; it was taken back on ${formatDay(refund.taken_back_on)}.`;
  if (paid_out === amount)
    return `${dollars(amount)} of account credit ${PAID_OUT_STATES[status]}${how}${from}.`;
  const part = paid_out === 0 ? '' : `, ${dollars(paid_out)} of it account credit`;
  return `${dollars(amount)} ${REFUND_STATES[status]}${kind === 'card' ? '' : how}${part}${from}.`;
}

const DISPUTE_NOTES: Readonly<Record<NonNullable<InvoiceDetail['dispute']>, (amount: string) => string>> = {
  inquiry: (amount) => `The bank of the card has asked about the payment of ${amount}. It counts as paid.`,
  open: (amount) =>
    `The bank of the card disputes the payment of ${amount}. Until the bank decides, it counts as paid.`,
  lost: (amount) =>
    `The bank of the card took ${amount} back after a dispute, so it is open again. It is not charged automatically.`,
};

/** What the bank says about a card payment, for the dealer; null for nothing (rule B43). */
export function disputeNoteOf({
  dispute,
  dispute_amount = 0,
}: Pick<InvoiceDetail, 'dispute' | 'dispute_amount'>): string | null {
  return dispute === null ? null : DISPUTE_NOTES[dispute](dollars(dispute_amount));
}

/** The site of an invoice's first item, and whether there are others; null without one. */
export function siteNameOf({ items }: Pick<InvoiceDetail, 'items'>): string | null {
  const names = new Map(items.flatMap(({ site_id, site }) => (site ? [[site_id, site.site_name]] : [])));
  const first = names.values().next().value ?? null;
  return names.size > 1 ? `${first} and others` : first;
}
