import type pg from 'pg';

/**
 * What the books say, once more: added up down the page from the rows of the log as they are stored and from
 * docs/decisions.md, by a script that shares nothing with the portal's journal, invoices, read models or money. Cents.
 */
export interface StraightLineBooks {
  /** Debits and credits by month, then account, of demo companies. */
  readonly months: Readonly<
    Record<string, Readonly<Record<string, readonly [debits: number, credits: number]>>>
  >;
  /** Debits less credits by company, then account. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What each company owes in all, counted in another way: by what it was charged, paid, got back and was let off. */
  readonly owed: Readonly<Record<string, number>>;
  /** Types of the events that moved money. */
  readonly types: ReadonlySet<string>;
}

interface StoredRow {
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}
// biome-ignore lint/suspicious/noExplicitAny: raw events, of every type
type Data = any;
type Parts = readonly { readonly amountCents: number }[] | undefined;
interface Use {
  readonly to: string;
  readonly allocation: string | undefined;
  cents: number;
}
interface Refund {
  readonly money: string;
  readonly cents: number;
  readonly paidOut: number;
  stands: boolean;
}

const sum = (parts: Parts) => (parts ?? []).reduce((total, { amountCents }) => total + amountCents, 0);

/** @throws Error for events of live companies: it reads the demo, which has none */
export async function straightLineBooks(pool: pg.Pool, zone: string): Promise<StraightLineBooks> {
  const { rows } = await pool.query<StoredRow>(
    'SELECT type, data, metadata FROM es.events ORDER BY position',
  );
  const wall = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const months: Record<string, Record<string, [number, number]>> = {};
  const balances: Record<string, Record<string, number>> = {};
  const owed: Record<string, number> = {};
  const types = new Set<string>();
  const charges = new Map<string, number>();
  const uses = new Map<string, Use[]>();
  const refunds = new Map<string, Refund>();
  const cardRefunds = new Set<string>();
  const taken = new Map<string, number>();
  /** First day of the first month that is not closed. */
  let open = '';

  for (const { type, data: text, metadata } of rows) {
    const data: Data = JSON.parse(text);
    const recorded = wall.format(new Date(JSON.parse(metadata).recordedAt));
    if (type === 'MonthClosed') {
      const [year = 0, month = 0] = data.period.split('-').map(Number);
      open = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    }
    if (type === 'MonthReopened') throw new Error('The demo re-opens no month.');
    const lines: [account: string, cents: number][] = [];
    /** Debits one account and credits the other. */
    const book = (debit: string, credit: string, cents: number) =>
      lines.push([debit, cents], [credit, -cents]);
    let day = recorded;
    let owes = 0;
    const usesOf = () => {
      const key = `${data.invoiceId} ${data.creditId ?? data.moveId}`;
      const all = uses.get(key) ?? [];
      uses.set(key, all);
      return all;
    };
    /** Money that goes back: what pays out credit lowers it, the rest lowers revenue. */
    const refund = ({ money, cents, paidOut }: Refund, sign: 1 | -1) => {
      book('customer_credit', money, sign * paidOut);
      book('refunds_and_credits', money, sign * (cents - paidOut));
      owes += sign * paidOut;
    };
    const shareOf = (of: Data) => (of?.kind === 'order' ? 'revenue_orders' : 'unallocated_payments');

    switch (type) {
      case 'InvoiceIssued': {
        if (data.isDemo !== true) throw new Error('The demo has no live invoice.');
        const cents = data.totalCents - sum(data.adjustments);
        charges.set(data.invoiceId, cents);
        book('receivable', 'revenue_invoices', cents);
        day = data.invoiceDate;
        owes = cents;
        break;
      }
      case 'InvoicePaid':
      case 'InvoicePartPaid':
        if (data.method === 'none') break;
        book(data.method === 'card' ? 'unallocated_payments' : 'bank', 'receivable', data.amountCents);
        day = data.paidOn;
        owes = -data.amountCents;
        break;
      case 'InvoicePaymentReversed':
        book('receivable', 'bank', data.amountCents);
        book('customer_credit', 'receivable', sum(data.creditTaken) - sum(data.usesTaken));
        day = data.reversedOn;
        owes = data.amountCents;
        break;
      case 'InvoicePaymentTakenBack':
        book('receivable', 'disputed_payments', data.amountCents);
        day = data.takenOn;
        owes = data.amountCents;
        break;
      case 'InvoicePaymentReinstated':
        book('disputed_payments', 'receivable', data.amountCents);
        day = data.reinstatedOn;
        owes = -data.amountCents;
        break;
      case 'InvoiceVoided': {
        const cents = charges.get(data.invoiceId) ?? 0;
        book('revenue_invoices', 'receivable', cents);
        owes = -cents;
        break;
      }
      case 'InvoiceWrittenOff':
        book('bad_debt', 'receivable', data.amountCents);
        day = data.writtenOffOn;
        owes = -data.amountCents;
        break;
      case 'InvoiceWriteOffReversed':
        book('receivable', 'bad_debt', data.amountCents);
        day = data.reversedOn;
        owes = data.amountCents;
        break;
      case 'InvoiceCredited':
        book(data.surplus ? 'receivable' : 'refunds_and_credits', 'customer_credit', data.amountCents);
        if (!data.surplus) owes = -data.amountCents;
        break;
      case 'InvoiceCreditApplied':
      case 'InvoiceCreditAllocated':
        book('customer_credit', 'receivable', data.amountCents);
        usesOf().push({ to: data.toInvoiceId, allocation: data.allocationId, cents: data.amountCents });
        break;
      case 'InvoicePaymentMoved':
        usesOf().push({ to: data.toInvoiceId, allocation: data.moveId, cents: data.amountCents });
        break;
      case 'InvoiceCreditMoved': {
        const from = usesOf().find(
          (use) => use.to === data.fromInvoiceId && use.allocation === data.fromAllocationId,
        );
        if (from !== undefined) from.cents -= data.amountCents;
        usesOf().push({ to: data.toInvoiceId, allocation: data.moveId, cents: data.amountCents });
        break;
      }
      case 'InvoiceCreditReleased':
        for (const use of usesOf()) {
          const { allocationId = use.allocation } = data;
          if (use.to !== data.toInvoiceId || use.allocation !== allocationId) continue;
          book('receivable', 'customer_credit', use.cents);
          use.cents = 0;
        }
        break;
      case 'InvoiceRefundRequested': {
        const asked = { money: 'unallocated_payments', cents: data.amountCents, stands: false };
        refunds.set(data.refundId, { ...asked, paidOut: sum(data.creditPaidOut) });
        break;
      }
      case 'InvoiceRefunded': {
        const asked = refunds.get(data.refundId);
        const money = data.method === 'card' ? 'unallocated_payments' : 'bank';
        const paidOut = asked?.paidOut ?? sum(data.creditPaidOut);
        const made = { money, cents: data.amountCents, paidOut, stands: true };
        refunds.set(data.refundId, made);
        refund(made, 1);
        day = data.refundedOn;
        break;
      }
      case 'InvoiceRefundFailed':
      case 'InvoicePayoutReversed': {
        const made = refunds.get(data.refundId);
        if (made?.stands) refund(made, -1);
        if (made !== undefined) made.stands = false;
        if (type === 'InvoicePayoutReversed') day = data.reversedOn;
        break;
      }
      case 'InvoiceRefundMoved':
        throw new Error('The demo moves no refund.');
      case 'PaymentSucceeded':
        if (data.livemode) throw new Error('The demo takes no real money.');
        book('card_clearing', 'unallocated_payments', data.amountCents);
        day = data.paidOn;
        break;
      case 'PaymentRefunded':
        book(shareOf(data.of), 'card_clearing', data.amountCents);
        cardRefunds.add(data.refundId);
        break;
      case 'PaymentRefundFailed':
        if (cardRefunds.delete(data.refundId)) book('card_clearing', shareOf(data.of), data.amountCents);
        break;
      case 'PaymentDisputeClosed':
        day = data.closedOn;
        for (const { of, amountCents } of data.taken) {
          if (of?.kind === 'invoice') continue;
          const key = `${data.disputeId} ${of?.id}`;
          book(shareOf(of), 'disputed_payments', amountCents - (taken.get(key) ?? 0));
          taken.set(key, amountCents);
        }
        break;
      case 'PaymentDisputeFundsMoved':
        book('card_clearing', 'disputed_payments', data.amountCents);
        book('provider_fees', 'card_clearing', data.feeCents);
        break;
      case 'OrderPaid':
        book('unallocated_payments', 'revenue_orders', data.amountCents);
        day = data.paidOn;
        break;
      default:
    }
    if (lines.length === 0) continue;

    types.add(type);
    const month = (day < open ? open : day).slice(0, 7);
    const company: string = data.accountId;
    owed[company] = (owed[company] ?? 0) + owes;
    balances[company] ??= {};
    months[month] ??= {};
    for (const account of new Set(lines.map(([name]) => name))) {
      const cents = lines.reduce((total, [name, one]) => total + (name === account ? one : 0), 0);
      const [debits, credits] = months[month][account] ?? [0, 0];
      if (cents !== 0) months[month][account] = [debits + Math.max(0, cents), credits + Math.max(0, -cents)];
      balances[company][account] = (balances[company][account] ?? 0) + cents;
    }
  }
  return { months, balances, owed, types };
}
