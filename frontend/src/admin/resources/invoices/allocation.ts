import { type Invoice, MAX_SHARES } from '@portal/contract';
import {
  allocateOldestFirst,
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  sumCents,
} from '@portal/domain/values';

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
