import {
  addPeriods,
  type BookedInvoice,
  type Claimant,
  closedThrough,
  firstDayOf,
  type InvoiceEvent,
  type IssuedInvoice,
  isLateFee,
  JOURNAL_ACCOUNTS,
  type JournalAccount,
  type JournalEntry,
  journalOfInvoice,
  journalOfOrder,
  journalOfPayment,
  lateFeeId,
  type PaymentEvent,
  type PaymentState,
  partsOfInvoiceId,
  recordIdOf,
  type StartedPayment,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import {
  balanceAfter,
  type InvoiceRow,
  ledgerOf,
  portalProjections,
  type StateTax,
  taxByState,
} from '@portal/projections';
import { expect } from 'vitest';
import { foldPage, type RowsByTable } from '../../../../projections/test/agree.ts';
import type { PortalEnvelope } from '../../src/kernel/execute.ts';
import { type Company, inText } from './company.ts';

const READ_MODELS = portalProjections.filter(({ name }) =>
  ['invoices', 'journal', 'creditNotes'].includes(name),
);

interface PostingRow {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly day: string | null;
  readonly recorded_at: string;
  readonly invoice_id: string | null;
  readonly order_id: string | null;
  readonly account: string;
  readonly is_demo: boolean;
  readonly debit_cents: number;
  readonly credit_cents: number;
}

interface AgeingRow {
  readonly is_demo: boolean;
  readonly due_date: string | null;
  readonly open_cents: number;
  readonly receivable_cents: number;
  readonly credit_cents: number;
}

interface NoteRow {
  readonly id: string;
  readonly source: string;
  readonly kind: 'credit' | 'refund' | 'void';
  readonly invoice_id: string;
  readonly amount_cents: number;
  readonly tax_cents: number;
}

/** What became of a credit note's refund. */
interface NotedRefund {
  readonly source: string;
  readonly failed: boolean;
  readonly again_cents: number | null;
  readonly moved: readonly { readonly cents: number }[];
}

interface MonthSums {
  readonly live: Readonly<Record<string, readonly [number, number]>>;
  readonly demo: Readonly<Record<string, readonly [number, number]>>;
}

const textOf = (row: unknown) => JSON.stringify(row, inText);
const centsOf = (parts: readonly { readonly amountCents: number }[]) =>
  sumCents(parts.map(({ amountCents }) => amountCents));

/** Items with the same key together, each group where its first item is. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known === undefined) groups.set(keyOf(item), [item]);
    else known.push(item);
  }
  return [...groups.values()];
}

/** The journal of a company as its events are read, and the read model of its invoices, which it has to agree with. */
export class Books {
  readonly entries: JournalEntry[] = [];
  readonly #rows = new Map<string, RowsByTable>(READ_MODELS.map(({ name }) => [name, new Map()]));
  readonly #booked = new Map<string, BookedInvoice>();
  readonly #payments = new Map<string, PaymentState>();
  readonly #balances = new Map<string, number>();
  #read = 0;
  /** Sales tax that credits and refunds gave back. */
  taxBackCents = 0;
  /** The postings of closed months, by their ids, as they were when the last of these months was closed. */
  #closed: ReadonlyMap<string, PostingRow> = new Map();
  #closedUntil = '';

  /** Reads what was appended since. Each entry balances, in each mode. */
  read(company: Company): void {
    const { log } = company;
    if (log.length === this.#read) return;
    for (const envelope of log.slice(this.#read)) {
      const entry = this.#book(envelope);
      for (const projection of READ_MODELS) {
        const rows = this.#rows.get(projection.name);
        if (rows !== undefined) foldPage(projection, rows, [envelope]);
      }
      if (entry === null) continue;
      this.entries.push(entry);
      for (const isDemo of [false, true]) {
        const own = entry.postings.filter((posting) => posting.isDemo === isDemo);
        const debits = sumCents(own.map(({ debitCents }) => debitCents));
        const credits = sumCents(own.map(({ creditCents }) => creditCents));
        // an assertion costs more than the comparison: a run has millions
        if (debits !== credits) expect(debits, envelope.event.type).toBe(credits);
      }
      for (const { account, isDemo, debitCents, creditCents } of entry.postings) {
        const key = `${account} ${isDemo}`;
        this.#balances.set(key, (this.#balances.get(key) ?? 0) + debitCents - creditCents);
      }
    }
    this.#read = log.length;
    this.#keepClosed(company);
  }

  #book({ event }: PortalEnvelope): JournalEntry | null {
    if (event.type === 'OrderPaid') return journalOfOrder(event);
    if ('invoiceId' in event.data && event.type.startsWith('Invoice')) {
      const { invoiceId } = event.data;
      const before = this.#booked.get(invoiceId) ?? null;
      const isDemoOf = (id: string) => this.#booked.get(id)?.invoice.isDemo;
      const { after, entry } = journalOfInvoice(before, event as InvoiceEvent, isDemoOf);
      // as the read model keeps it
      if (after !== null) this.#booked.set(invoiceId, JSON.parse(JSON.stringify(after)));
      return entry;
    }
    if ('attemptId' in event.data && event.type.startsWith('Payment')) {
      const { attemptId } = event.data;
      const before = this.#payments.get(attemptId) ?? { status: 'none' };
      const { after, entry } = journalOfPayment(before, event as PaymentEvent);
      this.#payments.set(attemptId, after);
      return entry;
    }
    return null;
  }

  /** Debits less credits, in cents. */
  balance(account: JournalAccount, isDemo: boolean): number {
    return this.#balances.get(`${account} ${isDemo}`) ?? 0;
  }

  #table<Row>(projection: string, table: string): readonly Row[] {
    return [...(this.#rows.get(projection)?.get(table)?.values() ?? [])].filter(
      (row) => row !== null,
    ) as unknown as Row[];
  }

  #invoices(isDemo: boolean): readonly InvoiceRow[] {
    return this.#table<InvoiceRow>('invoices', 'invoices').filter((row) => row.is_demo === isDemo);
  }

  #moved(): readonly MonthSums[] {
    const books = this.#table<{ readonly moved: Readonly<Record<string, MonthSums>> }>('journal', 'books');
    return books.flatMap(({ moved }) => Object.values(moved));
  }

  /** Closed months have the postings that they had when they were closed, whatever came afterwards (rule B36). */
  #keepClosed({ books }: Company): void {
    const last = closedThrough(books);
    const until = last === null ? '' : firstDayOf(addPeriods(last, 1));
    const all = [
      ...this.#table<PostingRow>('journal', 'postings'),
      ...this.#table<PostingRow>('journal', 'ageing'),
    ];
    const before = (day: string) =>
      new Map(
        all.filter((row) => (row.day ?? row.recorded_at.slice(0, 10)) < day).map((row) => [row.id, row]),
      );
    if (until === this.#closedUntil) {
      if (until === '') return;
      const now = before(until);
      const isKept =
        now.size === this.#closed.size && [...now].every(([id, row]) => this.#closed.get(id) === row);
      if (!isKept) expect(now, `closed before ${until}`).toEqual(this.#closed);
      return;
    }
    // of two closings in a row the months of the first stay; re-opening leaves the months before
    const still = until < this.#closedUntil ? until : this.#closedUntil;
    const kept = [...this.#closed].filter(([, row]) => (row.day ?? row.recorded_at.slice(0, 10)) < still);
    if (still !== '') expect(before(still), `closed before ${still}`).toEqual(new Map(kept));
    this.#closedUntil = until;
    this.#closed = before(until);
  }

  /** The read model of the journal has the same balances, posting by posting and in its sums. */
  #agreeStored(): void {
    const stored = new Map<string, number>();
    for (const { account, is_demo, debit_cents, credit_cents } of this.#table<PostingRow>(
      'journal',
      'postings',
    )) {
      const key = `${account} ${is_demo}`;
      stored.set(key, (stored.get(key) ?? 0) + debit_cents - credit_cents);
    }
    expect(stored).toEqual(this.#balances);
    for (const [key, cents] of stored) {
      const [account = '', isDemo] = key.split(' ');
      const months = [...this.#table<MonthSums>('journal', 'totals'), ...this.#moved()];
      const sums = months.map(({ live, demo }) => {
        const [debits, credits] = (isDemo === 'true' ? demo : live)[account] ?? [0, 0];
        return debits - credits;
      });
      expect(sumCents(sums), key).toBe(cents);
    }
  }

  /** Agreement with statement and account credit, at any time, also before processes ran. */
  agree(): void {
    const rows = [...this.#invoices(false), ...this.#invoices(true)];
    for (const isDemo of [false, true]) {
      const receivable = this.balance('receivable', isDemo);
      const credit = 0 - this.balance('customer_credit', isDemo);
      const ledger = ledgerOf(rows, { isDemo, timeZone: 'UTC' });
      expect(receivable - credit, 'receivable less credit').toBe(balanceAfter(ledger));
      const own = rows.filter((row) => row.is_demo === isDemo);
      const unused = own.map(({ credits }) =>
        credits.map(
          ({ amountCents, applied, paidOut = [] }) => amountCents - centsOf(applied) - centsOf(paidOut),
        ),
      );
      const promised = own.flatMap(({ refunds }) =>
        refunds.filter(({ status }) => status === 'requested').map(({ paidOutCents = 0 }) => paidOutCents),
      );
      expect(credit, 'customer credit').toBe(sumCents([...unused.flat(), ...promised]));
    }
    const transfers = this.balance('mode_transfers', false) + this.balance('mode_transfers', true);
    expect(transfers, 'transfers').toBe(0);
  }

  /** Credit notes take off what refunds, credits and canceled invoices do; their numbers have no gaps (rule B35). */
  #agreeNotes({ invoices }: Company): void {
    const notes = this.#table<NoteRow>('creditNotes', 'notes');
    const refunds = new Map(
      this.#table<NotedRefund>('creditNotes', 'refunds').map((refund) => [refund.source, refund]),
    );
    const standing = ({ source, amount_cents }: NoteRow): number => {
      const { failed = false, again_cents = null, moved = [] } = refunds.get(source) ?? {};
      return failed ? 0 : (again_cents ?? amount_cents) - sumCents(moved.map(({ cents }) => cents));
    };
    for (const isDemo of [false, true]) {
      const rows = this.#invoices(isDemo);
      const ids = new Set(rows.map(({ id }) => id));
      const own = notes.filter(({ invoice_id }) => ids.has(invoice_id));
      const sumOf = (isVoid: boolean) =>
        sumCents(own.filter(({ kind }) => (kind === 'void') === isVoid).map(standing));
      // a refund that was moved has its note on the invoice that it was moved from
      const movedHere = rows.flatMap(({ refunds: all }) =>
        all
          .filter(({ movedFrom, status }) => movedFrom !== undefined && status === 'refunded')
          .map(({ amountCents, paidOutCents = 0 }) => amountCents - paidOutCents),
      );
      const taxBack = sumCents(
        invoices
          .filter((invoice) => invoice.isDemo === isDemo && invoice.status !== 'voided')
          .map((invoice) => this.#taxBackOf(invoice)),
      );
      expect(sumOf(false) + sumCents(movedHere), 'credit notes').toBe(
        this.balance('refunds_and_credits', isDemo) + taxBack,
      );
      const canceled = rows.filter(({ status }) => status === 'canceled');
      expect(sumOf(true), 'credit notes of canceled invoices').toBe(
        sumCents(canceled.map(({ charges_cents }) => charges_cents)),
      );
    }
    // of a refund that failed once or was moved, the note names what it gave back at first, where it was at first
    const notedOtherwise = new Set([
      ...notes.filter(({ source }) => refunds.has(source)).map(({ invoice_id }) => invoice_id),
      ...[...this.#invoices(false), ...this.#invoices(true)]
        .filter((row) =>
          row.refunds.some(({ movedFrom, moved = [] }) => movedFrom !== undefined || moved.length > 0),
        )
        .map(({ id }) => id),
    ]);
    for (const invoice of invoices) {
      const { invoiceId, taxCents = 0 } = invoice;
      if (notedOtherwise.has(invoiceId)) continue;
      const named = notes
        .filter(({ invoice_id }) => invoice_id === invoiceId)
        .map(({ tax_cents }) => tax_cents);
      const back = invoice.status === 'voided' ? taxCents : this.#taxBackOf(invoice);
      expect(sumCents(named), 'sales tax of credit notes').toBe(back);
    }
    expect(new Set(notes.map(({ source }) => source)).size).toBe(notes.length);
    for (const month of new Set(notes.map(({ id }) => id.slice(0, -5)))) {
      const numbers = notes.filter(({ id }) => id.startsWith(month)).map(({ id }) => Number(id.slice(-4)));
      expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
    }
  }

  /** What the ageing adds up: open amounts by due date, and the balances of both accounts (rule B41). */
  #agreeAgeing(isDemo: boolean): void {
    const changes = this.#table<AgeingRow>('journal', 'ageing').filter((row) => row.is_demo === isDemo);
    const sum = (name: 'receivable_cents' | 'credit_cents') => sumCents(changes.map((row) => row[name]));
    expect(sum('receivable_cents'), 'ageing').toBe(this.balance('receivable', isDemo));
    expect(sum('credit_cents'), 'ageing').toBe(0 - this.balance('customer_credit', isDemo));
    const byDueDate = (rows: readonly Pick<AgeingRow, 'due_date' | 'open_cents'>[]) =>
      Object.fromEntries(
        [...new Set(rows.map(({ due_date }) => due_date))]
          .map((due): [string, number] => [
            String(due),
            sumCents(rows.filter(({ due_date }) => due_date === due).map(({ open_cents }) => open_cents)),
          ])
          .filter(([, cents]) => cents !== 0),
      );
    const pending = this.#invoices(isDemo).filter(({ status }) => status === 'pending');
    expect(byDueDate(changes), 'ageing by due date').toEqual(byDueDate(pending));
  }

  /** The log explains every cent again: the same states of all streams, and, read at once, the same rows. */
  #agreeReplayed(company: Company): void {
    expect(company.notReplayed(), 'replayed').toEqual([]);
    for (const projection of READ_MODELS) {
      const rows: RowsByTable = new Map();
      foldPage(projection, rows, company.log);
      for (const [table, kept] of this.#rows.get(projection.name) ?? []) {
        const again = rows.get(table);
        const differs = [...kept].some(([key, row]) => textOf(row) !== textOf(again?.get(key) ?? null));
        if (differs || (again?.size ?? 0) > kept.size) expect(again, `${table} replayed`).toEqual(kept);
      }
    }
  }

  /** Sales tax of an invoice that credits and refunds gave back: its share of what they did, and all where they gave back all. */
  #taxBackOf(invoice: IssuedInvoice): number {
    const { invoiceId, taxCents = 0, adjustments, totalCents } = invoice;
    const own = this.entries
      .filter((entry) => entry.invoiceId === invoiceId)
      .flatMap(({ postings }) => postings);
    const centsIn = (account: JournalAccount) =>
      sumCents(
        own.map((posting) => (posting.account === account ? posting.debitCents - posting.creditCents : 0)),
      );
    const back = taxCents + centsIn('sales_tax_payable');
    const corrected = centsIn('refunds_and_credits') + back;
    const charged = totalCents - centsOf(adjustments);
    // where credits take all of its charges, money is of amounts that it took over, whose tax is another invoice's
    if (corrected <= 0 || charged === 0) expect(back, 'none of the tax').toBe(0);
    else if (corrected >= charged) expect(back, 'all of the tax').toBe(taxCents);
    else expect(Math.abs(back * charged - taxCents * corrected) * 2).toBeLessThanOrEqual(charged);
    return back;
  }

  /** Receipts are booked once on each of their invoices, and reversed with all shares; a bank's line is the money of one. */
  #agreeBank({ invoices, receipts, bankLines }: Company): void {
    for (const { receiptId, status, shares } of receipts) {
      for (const { invoiceId, amountCents } of shares) {
        const invoice = invoices.find((one) => one.invoiceId === invoiceId);
        const booked = invoice?.payments.filter(({ id }) => id === recordIdOf(receiptId, invoiceId));
        expect(booked, 'share of a receipt').toEqual([
          expect.objectContaining({
            amountCents,
            reversedOn: status === 'reversed' ? expect.any(String) : null,
          }),
        ]);
      }
    }
    for (const { lineId, amountCents, receiptId, ...line } of bankLines) {
      const booked = receipts.filter(({ bankLineId }) => bankLineId === lineId);
      expect(line.matches, 'matches').toBe(booked.length);
      expect(booked.at(-1)?.receiptId ?? null, 'receipt of a line').toBe(receiptId);
      const standing = booked.filter(({ status }) => status === 'recorded');
      const isTaken = line.status === 'matched' && booked.at(-1)?.status === 'recorded';
      expect(centsOf(standing), 'money of a line').toBe(isTaken ? amountCents : 0);
    }
  }

  /** One-off charges and late fees are on invoices once: what they leave waits. A late fee is of one invoice and step. */
  #agreeCharges({ account, invoices, log }: Company): void {
    const firstIssues = invoices.filter(({ invoiceId }) => partsOfInvoiceId(invoiceId)?.issue === 1);
    for (const { chargeId, amountCents, leftCents, status } of account.charges) {
      const added = log.find(
        ({ event }) => event.type === 'OneOffChargeAdded' && event.data.chargeId === chargeId,
      );
      const lines = firstIssues
        .flatMap((invoice) => invoice.lines)
        .filter(({ because }) => because.includes(added?.id ?? ''));
      expect(centsOf(lines), 'one-off charge').toBe(amountCents - leftCents);
      if (status !== 'waiting') expect(leftCents, status).toBe(status === 'billed' ? 0 : amountCents);
      if (isLateFee(chargeId)) expect(lines.every(({ taxState }) => taxState === undefined)).toBe(true);
    }
    const fees = log.flatMap(({ event }) =>
      event.type === 'InvoiceReminderSent' && (event.data.step?.lateFeeCents ?? 0) > 0
        ? [lateFeeId(event.data.invoiceId, event.data.days)]
        : [],
    );
    const charged = account.charges.map(({ chargeId }) => chargeId).filter(isLateFee);
    expect(new Set(charged).size).toBe(charged.length);
    expect(fees).toEqual(expect.arrayContaining(charged));
  }

  /** The report of sales tax adds up to what each month posts to its account, and by state to what is left of each invoice. */
  async #agreeStates({ invoices, log }: Company): Promise<void> {
    const taxesOf = new Map<string, readonly StateTax[]>();
    for (const { invoiceId, lines } of invoices) {
      const taxes = lines.flatMap(({ tax, amountCents: taxCents }) => (tax ? [{ ...tax, taxCents }] : []));
      taxesOf.set(invoiceId, taxes);
    }
    for (const { event } of log)
      if (event.type === 'OrderPlaced') taxesOf.set(event.data.orderId, event.data.taxes ?? []);
    const isTax = ({ account }: PostingRow) => account === 'sales_tax_payable';
    for (const isDemo of [false, true]) {
      const postings = this.#table<PostingRow>('journal', 'postings').filter((row) => row.is_demo === isDemo);
      const monthOf = ({ day, recorded_at }: PostingRow) => (day ?? recorded_at).slice(0, 7);
      const taxIn = (rows: readonly PostingRow[]) =>
        sumCents(rows.filter(isTax).map(({ debit_cents, credit_cents }) => credit_cents - debit_cents));
      const saleOf = ({ invoice_id, order_id }: PostingRow) => invoice_id ?? order_id ?? '';
      const entryOf = (event_type: string, month: string, sale: string, cents = 0) => ({
        ...{ sale, event_type, month, counts: true, cents, taxes: taxesOf.get(sale) ?? [] },
      });
      const own = postings.filter((row) => isTax(row) || row.account.startsWith('revenue_'));
      const posted = grouped(own, ({ event_id }) => event_id).map((rows) =>
        entryOf(rows[0].event_type, monthOf(rows[0]), saleOf(rows[0]), taxIn(rows)),
      );
      const free = this.#invoices(isDemo).filter((row) => row.charges_cents === 0 && row.tax_cents === 0);
      const notPosted = free.flatMap(({ id, invoice_date, voided_at }) => [
        entryOf('InvoiceIssued', invoice_date.slice(0, 7), id),
        ...(voided_at === null ? [] : [entryOf('InvoiceVoided', voided_at.slice(0, 7), id)]),
      ]);
      const pages = grouped([...posted, ...notPosted], ({ sale }) => sale);
      const found = await taxByState(pages);
      expect(found.map(({ state }) => state)).not.toContain(null);
      const net = (rows: typeof found) =>
        sumCents(rows.map(({ charged_cents, back_cents }) => charged_cents + back_cents));
      for (const month of new Set(postings.map(monthOf))) {
        const moved = taxIn(postings.filter((row) => monthOf(row) === month));
        expect(net(found.filter((row) => row.month === month)), `sales tax of ${month}`).toBe(moved);
      }
      const standing = invoices.filter((one) => one.isDemo === isDemo && one.status !== 'voided');
      for (const state of ['TX', 'NY']) {
        const rows = found.filter((row) => row.state === state);
        const exempt = standing.flatMap(({ invoiceId }) =>
          (taxesOf.get(invoiceId) ?? []).filter((tax) => tax.state === state && tax.exempt),
        );
        const sales = sumCents(exempt.map(({ taxableCents }) => taxableCents));
        expect(sumCents(rows.map(({ exempt_cents }) => exempt_cents)), 'exempt sales').toBe(sales);
      }
    }
  }

  /** Sales tax that is to be paid, of invoices or of orders. */
  #payable(isDemo: boolean, of: 'invoiceId' | 'orderId'): number {
    const postings = this.entries.filter((entry) => entry[of] !== null).flatMap((entry) => entry.postings);
    const own = postings.filter((one) => one.account === 'sales_tax_payable' && one.isDemo === isDemo);
    return sumCents(own.map(({ creditCents, debitCents }) => creditCents - debitCents));
  }

  /** Agreement with each record once all processes ran. */
  async agreeAtRest(company: Company): Promise<void> {
    const { payments, orders, invoices, payouts } = company;
    this.#agreeReplayed(company);
    this.agree();
    this.#agreeStored();
    this.#agreeNotes(company);
    this.#agreeBank(company);
    this.#agreeCharges(company);
    await this.#agreeStates(company);
    for (const isDemo of [false, true]) {
      const rows = this.#invoices(isDemo);
      expect(this.balance('receivable', isDemo), 'open invoices').toBe(
        sumCents(rows.map(({ open_cents }) => open_cents)),
      );
      this.#agreeAgeing(isDemo);
      const standing = rows.filter(({ status }) => status !== 'canceled');
      const taxed = invoices.filter((invoice) => invoice.isDemo === isDemo && invoice.status !== 'voided');
      const chargedTax = sumCents(taxed.map(({ taxCents = 0 }) => taxCents));
      expect(chargedTax - this.balance('revenue_invoices', isDemo), 'invoiced').toBe(
        sumCents(standing.map(({ charges_cents }) => charges_cents)),
      );
      const taxBack = sumCents(taxed.map((invoice) => this.#taxBackOf(invoice)));
      expect(this.#payable(isDemo, 'invoiceId'), 'sales tax').toBe(chargedTax - taxBack);
      this.taxBackCents += taxBack;
      const writtenOff = rows.flatMap(({ write_offs }) => write_offs);
      expect(this.balance('bad_debt', isDemo), 'written off').toBe(centsOf(writtenOff));
      const own = payments.filter(({ status, livemode }) => status === 'succeeded' && livemode !== isDemo);
      const sum = (of: (payment: StartedPayment) => number) => sumCents(own.map(of));
      const refunded = ({ refunds }: StartedPayment, matches: (of: Claimant | null) => boolean) =>
        centsOf(refunds.filter(({ status, of }) => status === 'refunded' && matches(of)));
      const taken = ({ disputes }: StartedPayment, matches: (of: Claimant | null) => boolean) =>
        centsOf(disputes.flatMap((dispute) => dispute.taken.filter(({ of }) => matches(of))));
      const any = () => true;
      const isUnclaimed = (of: Claimant | null) => of === null;
      const isOrder = (of: Claimant | null) => of?.kind === 'order';
      const moved = ({ disputeMovements }: StartedPayment) => centsOf(disputeMovements);
      expect(0 - this.balance('unallocated_payments', isDemo), 'unallocated').toBe(
        sum(
          (payment) =>
            payment.amountCents -
            centsOf(payment.claims) -
            refunded(payment, isUnclaimed) -
            taken(payment, isUnclaimed),
        ),
      );
      expect(
        this.balance('card_clearing', isDemo) + this.balance('provider_fees', isDemo),
        'at the card provider',
      ).toBe(sum((payment) => payment.amountCents - refunded(payment, any) + moved(payment)));
      expect(this.balance('disputed_payments', isDemo), 'disputed').toBe(
        sum((payment) => 0 - moved(payment) - taken(payment, any)),
      );
      const paid = orders.filter(({ payment }) => payment !== null && payment.livemode !== isDemo);
      const orderTax = this.#payable(isDemo, 'orderId');
      expect(orderTax - this.balance('revenue_orders', isDemo), 'orders').toBe(
        sumCents(paid.map(({ totalCents }) => totalCents)) -
          sum((payment) => refunded(payment, isOrder) + taken(payment, isOrder)),
      );
      const kept = paid.map((order) => {
        const payment = payments.find(({ attemptId }) => attemptId === order.payment?.paymentId);
        if (payment === undefined) return 0;
        const back = refunded(payment, isOrder) + taken(payment, isOrder);
        const { taxCents = 0, totalCents } = order;
        // half a cent is given back
        return (
          taxCents -
          Math.floor((2 * taxCents * Math.max(0, Math.min(back, totalCents)) + totalCents) / (2 * totalCents))
        );
      });
      expect(orderTax, 'sales tax of orders').toBe(sumCents(kept));
    }
    for (const { payoutId, status, amountCents } of payouts) {
      const shares = invoices.flatMap(({ refunds }) =>
        refunds.filter((refund) => refund.payoutId === payoutId),
      );
      const taken = centsOf(shares.filter((share) => share.status === 'refunded'));
      expect([status, taken], 'payout').toEqual([status, status === 'made' ? amountCents : 0]);
      expect(status, 'payout').not.toBe('requested');
    }
    const checks = invoices.map(({ payments: all, refunds }) => {
      const recorded = all.filter(({ method, reversedOn }) => method !== 'card' && reversedOn === null);
      const sent = refunds.filter(({ method, status }) => method !== 'card' && status === 'refunded');
      return centsOf(recorded) - centsOf(sent);
    });
    expect(this.balance('bank', false) + this.balance('bank', true), 'bank').toBe(sumCents(checks));
  }

  /** Postings that came after their month was closed. */
  get movedPostings(): number {
    const all = this.#table<{ readonly own_day: string | null }>('journal', 'postings');
    return all.filter((row) => row.own_day !== null).length;
  }

  /** Accounts that something was posted to. */
  get touched(): ReadonlySet<string> {
    const accounts = this.entries.flatMap(({ postings }) => postings.map(({ account }) => account));
    return new Set(accounts.filter((account) => account in JOURNAL_ACCOUNTS));
  }
}
