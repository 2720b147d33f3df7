import { type Invoice, MAX_SHARES, recordReceiptSchema } from '@portal/contract';
import {
  allocateOldestFirst,
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  sumCents,
} from '@portal/domain/values';
import { z } from 'zod';

/** Cents of an amount as entered; 0 for a blank one, null where it is no amount. */
export function centsOf(text: string): number | null {
  if (text.trim() === '') return 0;
  try {
    const cents = centsFromDollars(text);
    return cents < 0 ? null : cents;
  } catch {
    return null;
  }
}

/** `78.00`. */
export const inDollars = (cents: number) => dollarsFromCents(cents).toFixed(2);

type Payable = Pick<Invoice, 'id' | 'invoice_number' | 'invoice_date' | 'open_amount'>;

interface Payment {
  readonly amountCents: number;
  /** Invoices after it are left out. */
  readonly receivedOn: string;
  /** Amounts that were changed by hand, by invoice. */
  readonly entered: Readonly<Record<string, string | undefined>>;
  /** The invoice that comes before older ones. */
  readonly first?: string | undefined;
}

/** The open invoices that a payment of this day can pay, the oldest first. */
export const payableBy = <One extends Payable>(
  invoices: readonly One[],
  { receivedOn, first }: Pick<Payment, 'receivedOn' | 'first'>,
): readonly One[] =>
  invoices
    .filter(({ open_amount: open }) => open > 0)
    .filter(({ id, invoice_date: issued }) => id === first || receivedOn === '' || issued <= receivedOn)
    .slice(0, MAX_SHARES);

/**
 * How a payment is shared by a company's invoices: amounts changed by hand, the rest oldest first, and what is more than
 * open becomes account credit.
 * @param invoices the company's, the oldest first
 * @returns `shares` and `credit` as the command takes them; `shown`: the amount of each open invoice
 */
export function allocationOf(invoices: readonly Payable[], payment: Payment) {
  const { amountCents, entered, first } = payment;
  const open = payableBy(invoices, payment).map((invoice) => ({
    id: invoice.id,
    invoiceNumber: invoice.invoice_number,
    invoiceDate: invoice.invoice_date,
    openCents: centsFromDollars(invoice.open_amount),
  }));
  const byHand = open.map(({ id }) => centsOf(entered[id] ?? '') ?? 0);
  const freeCents = amountCents - sumCents(byHand);
  const free = open.filter(({ id }) => entered[id] === undefined);
  const proposed = allocateOldestFirst(free, Math.max(0, freeCents), first);
  const shares = open.flatMap(({ id }, index) => {
    const cents = (byHand[index] ?? 0) + (proposed.shares.find((share) => share.id === id)?.amountCents ?? 0);
    return cents === 0 ? [] : [{ id, cents }];
  });
  const shown = new Map(
    open.map(({ id }) => {
      const cents = shares.find((share) => share.id === id)?.cents ?? 0;
      return [id, entered[id] ?? (cents === 0 ? '' : inDollars(cents))];
    }),
  );
  const creditCents = Math.max(0, freeCents < 0 ? 0 : proposed.restCents);
  const problem = problemOf();
  // credit stands on the last invoice that is paid, or on the newest where none is open
  const last = shares.at(-1) ?? { id: invoices.at(-1)?.id ?? '', cents: 0 };
  const others = shares.filter(({ id }) => id !== last.id);
  return {
    shown,
    problem,
    creditCents,
    count: shares.length,
    credit: inDollars(creditCents),
    shares: [...others, { id: last.id, cents: last.cents + creditCents }].map(({ id, cents }) => ({
      invoice_id: id,
      amount: inDollars(cents),
    })),
  };

  function problemOf(): string | null {
    for (const { id, invoiceNumber, openCents } of open) {
      const cents = centsOf(entered[id] ?? '');
      if (cents === null) return `The amount of ${invoiceNumber} must be dollars with at most two decimals.`;
      if (cents > openCents) return `${formatDollars(openCents)} of ${invoiceNumber} is open, not more.`;
    }
    if (freeCents < 0) return `The invoices get ${formatDollars(-freeCents)} more than the amount.`;
    const isAllFull = open.every(({ id, openCents }) =>
      shares.some((one) => one.id === id && one.cents === openCents),
    );
    if (creditCents > 0 && !isAllFull)
      return `${formatDollars(creditCents)} is given to no invoice yet, though invoices are open.`;
    if (invoices.length === 0) return 'The company has no invoice yet that a payment can be recorded on.';
    return null;
  }
}

const { amount, reference, received_on } = recordReceiptSchema.shape;
const neededRow = z.object({
  company: z.string().min(1, 'Please select a company'),
  amount,
  reference,
  received_on,
});
const enteredRow = z.object({
  company: z.string(),
  amount: z.string(),
  reference: z.string(),
  received_on: z.string(),
  record_again: z.boolean(),
});
export type CheckRow = z.infer<typeof enteredRow>;

export const isBlank = ({ company, amount: given, reference: named }: CheckRow) =>
  company === '' && given.trim() === '' && named.trim() === '';

/** The checks of a deposit; blank rows are not sent. */
export const checksSchema = z.object({
  deposit: z.string(),
  rows: z.array(
    enteredRow.superRefine((row, context) => {
      if (isBlank(row)) return;
      for (const { path, message } of neededRow.safeParse(row).error?.issues ?? [])
        context.addIssue({ code: 'custom', path, message });
    }),
  ),
});

export const blankRow = (receivedOn: string): CheckRow => ({
  company: '',
  amount: '',
  reference: '',
  received_on: receivedOn,
  record_again: false,
});

/** A check of what is open of invoices, without its number. */
interface OfferedCheck {
  readonly company: string;
  /** As entered, e.g. `78.00`. */
  readonly amount: string;
}

/** A check for each company of these invoices, of all that is open of them. */
export function checksOf(
  invoices: readonly { readonly account_id: string; readonly open_amount: number }[],
): readonly OfferedCheck[] {
  const companies = [...new Set(invoices.map(({ account_id }) => account_id))];
  return companies.map((company) => {
    const own = invoices.filter(({ account_id }) => account_id === company);
    return { company, amount: inDollars(sumCents(own.map((one) => centsFromDollars(one.open_amount)))) };
  });
}

/** The rows of the page as it opens: the checks of its address' state, or a blank one. */
export function firstRows(state: unknown, today: string): CheckRow[] {
  const { checks } = (state ?? {}) as { readonly checks?: readonly OfferedCheck[] };
  return checks === undefined ? [blankRow(today)] : checks.map((check) => ({ ...blankRow(today), ...check }));
}

/** What a check pays. */
export type Allocation = ReturnType<typeof allocationOf>;

/**
 * How each row is shared by the open invoices of its company, the oldest first; what an earlier row pays is not open to
 * later ones.
 * @param isDone rows that are recorded: what they paid is no longer open
 * @param invoicesOf the company's invoices of its mode, the oldest first; undefined while they are read
 * @returns null for a row without company, amount or invoices
 */
export function allocationsOf(
  rows: readonly CheckRow[],
  isDone: (index: number) => boolean,
  invoicesOf: (company: string) => readonly Invoice[] | undefined,
): readonly (Allocation | null)[] {
  const taken = new Map<string, number>();
  return rows.map(({ company, amount: given, received_on: receivedOn }, index) => {
    const amountCents = centsOf(given) ?? 0;
    const invoices = company === '' ? undefined : invoicesOf(company);
    if (isDone(index) || amountCents === 0 || invoices === undefined) return null;
    const left = invoices.map((invoice) => ({
      ...invoice,
      open_amount: dollarsFromCents(
        Math.max(0, centsFromDollars(invoice.open_amount) - (taken.get(invoice.id) ?? 0)),
      ),
    }));
    const allocation = allocationOf(left, { amountCents, receivedOn, entered: {} });
    for (const { invoice_id: id, amount: share } of allocation.shares)
      taken.set(id, (taken.get(id) ?? 0) + centsFromDollars(share));
    return allocation;
  });
}

/** The sum of the rows, in cents; amounts that can't be read count as nothing. */
export const totalCents = (rows: readonly CheckRow[]): number =>
  sumCents(rows.map(({ amount: given }) => centsOf(given) ?? 0));

/** What the rows differ from the deposit slip, e.g. `$9.00 missing`; null without a slip, or where they agree. */
export function differenceOf(deposit: string, rows: readonly CheckRow[]): string | null {
  const slip = centsOf(deposit);
  if (deposit.trim() === '' || slip === null) return null;
  const difference = totalCents(rows) - slip;
  if (difference === 0) return null;
  return `${formatDollars(Math.abs(difference))} ${difference < 0 ? 'missing' : 'too much'}`;
}

/** What a check is going to pay, e.g. `INV-202612-0001 $91.00, credit $9.00`. */
export function proposalOf(
  { shares, creditCents, problem }: Allocation,
  invoices: readonly Invoice[],
): string {
  if (problem !== null) return problem;
  const last = shares.length - 1;
  const paid = shares.flatMap(({ invoice_id, amount }, index) => {
    const cents = centsFromDollars(amount) - (index === last ? creditCents : 0);
    const number = invoices.find(({ id }) => id === invoice_id)?.invoice_number ?? '';
    return cents === 0 ? [] : [`${number} ${formatDollars(cents)}`];
  });
  return [...paid, ...(creditCents > 0 ? [`credit ${formatDollars(creditCents)}`] : [])].join(', ');
}
