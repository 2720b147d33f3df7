import type { Day } from '@portal/domain/values';
import { balanceAfter, type InvoiceRow, type LedgerEntry, ledgerOf } from '@portal/projections';

/** An account's movements in a range of days, both included. Cents. */
export interface Statement {
  readonly company: string;
  readonly dealerId: string | null;
  readonly from: Day;
  readonly to: Day;
  /** What was owed when the first day began; below 0 for credit. */
  readonly broughtForwardCents: number;
  readonly lines: readonly StatementLine[];
  readonly chargesCents: number;
  readonly paymentsCents: number;
  readonly balanceCents: number;
}

export interface StatementLine {
  readonly day: Day;
  readonly text: string;
  /** 0 for none; below 0 where less is owed. */
  readonly chargeCents: number;
  /** 0 for none; below 0 where money went back. */
  readonly paymentCents: number;
  /** What is owed after it. */
  readonly balanceCents: number;
}

const BY = { card: 'card', check: 'check', ach: 'ACH' } as const;

/** What happened, in the words of a statement. */
function textOf({ kind, invoice_number: number, method, reference }: LedgerEntry): string {
  const by = method === null ? '' : ` by ${BY[method]}${reference === null ? '' : ` (${reference})`}`;
  switch (kind) {
    case 'invoice':
      return `Invoice ${number}`;
    case 'canceled':
      return `Invoice ${number} canceled`;
    case 'payment':
      return `Payment of ${number}${by}`;
    case 'reversal':
      return `Reversed payment of ${number}${by}`;
    case 'refund':
      return `Refund of ${number}${by}`;
    case 'credit':
      return `Credit on ${number}`;
  }
}

/**
 * The statement of an account: what was brought forward, every invoice, payment, reversal, refund and credit of the range, and
 * what is owed at its end. Orders are paid when they are placed and are left out.
 * @param invoices all of the account's
 * @param timeZone BILLING_TZ
 */
export function statementOf(
  invoices: readonly InvoiceRow[],
  head: Pick<Statement, 'company' | 'dealerId' | 'from' | 'to'>,
  timeZone: string,
): Statement {
  const ledger = ledgerOf(invoices, timeZone);
  const before = ledger.filter(({ day }) => day < head.from);
  const within = ledger.filter(({ day }) => day >= head.from && day <= head.to);
  const broughtForwardCents = balanceAfter(before);
  const lines = within.map(
    (entry, index): StatementLine => ({
      day: entry.day,
      text: textOf(entry),
      chargeCents: entry.charge_cents,
      paymentCents: entry.payment_cents,
      balanceCents: broughtForwardCents + balanceAfter(within.slice(0, index + 1)),
    }),
  );
  return {
    ...head,
    broughtForwardCents,
    lines,
    chargesCents: lines.reduce((sum, { chargeCents }) => sum + chargeCents, 0),
    paymentsCents: lines.reduce((sum, { paymentCents }) => sum + paymentCents, 0),
    balanceCents: broughtForwardCents + balanceAfter(within),
  };
}
