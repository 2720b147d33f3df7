import {
  type BookedInvoice,
  type BooksEvent,
  type BooksState,
  booksDecider,
  creditGivers,
  type InvoiceEvent,
  JOURNAL_EVENTS,
  type JournalAccount,
  type JournalEntry,
  journalDay,
  journalOfInvoice,
  journalOfOrder,
  journalOfPayment,
  journalText,
  openCentsOf,
  type PaymentEvent,
  type PaymentState,
  type Period,
  periodOfDay,
  postingDay,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { boolean, cents, day, instant, json, optional, text } from '../runtime/columns.ts';
import { defineProjection, type Handlers, type PortalEnvelope, type RowsOf } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per posting (rule B37). */
export const journalPostingsTable = defineTable({
  name: 'journal_postings',
  key: 'id',
  columns: {
    /** `<event id> <line>` */
    id: text,
    event_id: text,
    event_type: text,
    position: text,
    recorded_at: instant,
    /** The day on which it is posted; null: the day of `recorded_at`. */
    day: optional(day),
    /** The billing day of an event that came after its month was closed; null where that is `day`. */
    own_day: optional(day),
    account: text,
    is_demo: boolean,
    debit_cents: cents,
    credit_cents: cents,
    account_id: text,
    invoice_id: optional(text),
    order_id: optional(text),
    payment_id: optional(text),
  },
  indexes: [
    '(is_demo, day)',
    '(is_demo, recorded_at) WHERE day IS NULL',
    '(is_demo, own_day) WHERE own_day IS NOT NULL',
  ],
});

/** Debits and credits of an account in one mode. */
export type AccountSums = readonly [debitCents: number, creditCents: number];

/** By account. */
type Sums = Readonly<Partial<Record<JournalAccount, AccountSums>>>;

interface SumsByMode {
  readonly live: Sums;
  readonly demo: Sums;
}

/** Sums of a month, so that an opening balance does not read all postings. */
export const journalTotalsTable = defineTable({
  name: 'journal_totals',
  key: 'id',
  columns: {
    /** A month, or the quarter of an hour (UTC) of postings whose month depends on the time zone. */
    id: text,
    /** By mode, then account. */
    live: json<Sums>(),
    demo: json<Sums>(),
  },
});

/** One row, {@link BOOKS}: which months are closed (rule B36). */
export const journalBooksTable = defineTable({
  name: 'journal_books',
  key: 'id',
  columns: {
    id: text,
    state: json<BooksState>(),
    /** Sums of what is posted later than its own day, by the month in which it is posted. */
    moved: json<Readonly<Record<Period, SumsByMode>>>(),
  },
});

const BOOKS = 'books';

/** What later entries need of an invoice. */
export const journalInvoicesTable = defineTable({
  name: 'journal_invoices',
  key: 'id',
  columns: { id: text, is_demo: boolean, booked: json<BookedInvoice>() },
});

/** What later entries need of a card payment. */
export const journalPaymentsTable = defineTable({
  name: 'journal_payments',
  key: 'id',
  columns: { id: text, state: json<PaymentState>() },
});

/**
 * What an event changes of what a company owes in one mode, on the day on which it is posted: for the ageing as of a day.
 * The open amount is the invoice's. Credit that is used is posted where it was given, and amounts carried are not posted.
 */
export const journalAgeingTable = defineTable({
  name: 'journal_ageing',
  key: 'id',
  columns: {
    /** `<event id> live` or `<event id> demo` */
    id: text,
    account_id: text,
    is_demo: boolean,
    /** As in the postings. */
    day: optional(day),
    recorded_at: instant,
    /** When `open_cents` are due; null where they are 0. */
    due_date: optional(day),
    open_cents: cents,
    /** Debits less credits of accounts receivable. */
    receivable_cents: cents,
    /** Credits less debits of customer credit. */
    credit_cents: cents,
  },
});

const tables = {
  ageing: journalAgeingTable,
  postings: journalPostingsTable,
  totals: journalTotalsTable,
  invoices: journalInvoicesTable,
  payments: journalPaymentsTable,
  books: journalBooksTable,
};
type JournalRows = RowsOf<typeof tables>;

/** Accounts that one entry may post to: an invoice's own and its credit, money, and the transfers of both modes. */
const MAX_POSTINGS = 6;

/** Days of the month on which it is another month somewhere. */
function isAtMonthEnd(recordedAt: string): boolean {
  const month = (days: number) =>
    new Date(Date.parse(recordedAt) + days * 86_400_000).toISOString().slice(0, 7);
  return month(-1) !== month(1);
}

/** The row of totals: every time zone's day begins at a quarter of an hour. */
function totalsOf(day: string | null, recordedAt: string): string {
  if (day !== null) return day.slice(0, 7);
  if (!isAtMonthEnd(recordedAt)) return recordedAt.slice(0, 7);
  const quarter = Math.floor(Number(recordedAt.slice(14, 16)) / 15) * 15;
  return `${recordedAt.slice(0, 14)}${String(quarter).padStart(2, '0')}`;
}

function withPostings(sums: Sums, { postings }: JournalEntry, isDemo: boolean): Sums {
  const after: Record<string, AccountSums> = { ...sums };
  for (const posting of postings) {
    if (posting.isDemo !== isDemo) continue;
    const [debits, credits] = after[posting.account] ?? [0, 0];
    after[posting.account] = [debits + posting.debitCents, credits + posting.creditCents];
  }
  return after;
}

const withEntry = (before: SumsByMode | undefined, entry: JournalEntry): SumsByMode => ({
  live: withPostings(before?.live ?? {}, entry, false),
  demo: withPostings(before?.demo ?? {}, entry, true),
});

/** A change of an invoice's open amount. */
interface OpenChange {
  readonly isDemo: boolean;
  readonly dueDate: string;
  readonly cents: number;
}

/** Writes an entry and a change of an open amount, which are known once the operations before are done. */
function post(
  rows: JournalRows,
  envelope: PortalEnvelope,
  entryOf: () => JournalEntry | null,
  openChangeOf: () => OpenChange | null = () => null,
): void {
  const { id: event_id, event, position, metadata } = envelope;
  const { recordedAt: recorded_at } = metadata;
  const own = journalDay(event);
  let day = own;
  let isMoved = false;
  // as the books are at this place of the log: a rebuild posts it on the same day
  rows.books.upsert(BOOKS, (books) => {
    if (books === undefined) return undefined;
    day = postingDay(own, recorded_at, books.state);
    isMoved = day !== own;
    const entry = entryOf();
    if (!isMoved || day === null || !entry || entry.postings.length === 0) return books;
    const month = periodOfDay(day);
    return { ...books, moved: { ...books.moved, [month]: withEntry(books.moved[month], entry) } };
  });
  for (const isDemo of [false, true]) {
    const id = `${event_id} ${isDemo ? 'demo' : 'live'}`;
    rows.ageing.set(id, () => {
      const entry = entryOf();
      const change = openChangeOf();
      const open = change?.isDemo === isDemo && change.cents !== 0 ? change : null;
      const debited = (account: JournalAccount) =>
        sumCents(
          (entry?.postings ?? [])
            .filter((posting) => posting.account === account && posting.isDemo === isDemo)
            .map(({ debitCents, creditCents }) => debitCents - creditCents),
        );
      const [receivable, credit] = [debited('receivable'), debited('customer_credit')];
      if (entry === null || (open === null && receivable === 0 && credit === 0)) return undefined;
      return {
        id,
        account_id: entry.accountId,
        is_demo: isDemo,
        day,
        recorded_at,
        due_date: open?.dueDate ?? null,
        open_cents: open?.cents ?? 0,
        receivable_cents: receivable,
        credit_cents: 0 - credit,
      };
    });
  }
  if (journalText(event.type) === '') return;
  for (let line = 0; line < MAX_POSTINGS; line += 1) {
    const id = `${event_id} ${line}`;
    rows.postings.set(id, () => {
      const entry = entryOf();
      const posting = entry?.postings[line];
      if (!entry || !posting) return undefined;
      if (entry.postings.length > MAX_POSTINGS) throw new Error(`${event.type} posts to too many accounts.`);
      return {
        id,
        event_id,
        event_type: event.type,
        position,
        recorded_at,
        day,
        own_day: isMoved ? own : null,
        account: posting.account,
        is_demo: posting.isDemo,
        debit_cents: posting.debitCents,
        credit_cents: posting.creditCents,
        account_id: entry.accountId,
        invoice_id: entry.invoiceId,
        order_id: entry.orderId,
        payment_id: entry.paymentId,
      };
    });
  }
  const id = totalsOf(own, recorded_at);
  rows.totals.upsert(id, (before) => {
    const entry = entryOf();
    if (isMoved || !entry || entry.postings.length === 0) return before;
    return { id, ...withEntry(before, entry) };
  });
}

function ofInvoice(event: InvoiceEvent, rows: JournalRows, envelope: PortalEnvelope): void {
  const { invoiceId: id } = event.data;
  const modes = new Map<string, boolean>();
  for (const giver of new Set(creditGivers(event))) {
    rows.invoices.upsert(giver, (row) => {
      if (row !== undefined) modes.set(giver, row.is_demo);
      return row;
    });
  }
  let entry: JournalEntry | null = null;
  let change: OpenChange | null = null;
  rows.invoices.upsert(id, (row) => {
    const booked = journalOfInvoice(row?.booked ?? null, event, (giver) => modes.get(giver));
    entry = booked.entry;
    const invoice = booked.after?.invoice;
    if (invoice !== undefined) {
      const { isDemo, dueDate } = invoice;
      change = { isDemo, dueDate, cents: openCentsOf(booked.after) - openCentsOf(row?.booked ?? null) };
    }
    return booked.after === null
      ? undefined
      : { id, is_demo: booked.after.invoice.isDemo, booked: booked.after };
  });
  post(
    rows,
    envelope,
    () => entry,
    () => change,
  );
}

function ofPayment(event: PaymentEvent, rows: JournalRows, envelope: PortalEnvelope): void {
  const { attemptId: id } = event.data;
  let entry: JournalEntry | null = null;
  rows.payments.upsert(id, (row) => {
    const booked = journalOfPayment(row?.state ?? { status: 'none' }, event);
    entry = booked.entry;
    return { id, state: booked.after };
  });
  post(rows, envelope, () => entry);
}

function handle(_data: unknown, rows: JournalRows, envelope: PortalEnvelope): void {
  const { event } = envelope;
  if (event.type === 'OrderPaid') post(rows, envelope, () => journalOfOrder(event));
  else if ('attemptId' in event.data && event.type.startsWith('Payment'))
    ofPayment(event as PaymentEvent, rows, envelope);
  else ofInvoice(event as InvoiceEvent, rows, envelope);
}

function ofBooks(_data: unknown, rows: JournalRows, { event }: PortalEnvelope): void {
  rows.books.upsert(BOOKS, (books) => ({
    id: BOOKS,
    state: booksDecider.evolve(books?.state ?? booksDecider.initialState, event as BooksEvent),
    moved: books?.moved ?? {},
  }));
}

/** The journal of double entry (rule B37): postings, their sums by month, and what companies owe by due date. */
export const journal = defineProjection({
  name: 'journal',
  version: 3,
  personal: false,
  tables,
  handlers: {
    ...(Object.fromEntries(JOURNAL_EVENTS.map((type) => [type, handle])) as Handlers<typeof tables>),
    MonthClosed: ofBooks,
    MonthReopened: ofBooks,
  },
});
