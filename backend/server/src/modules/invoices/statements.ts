import { dayText, paths } from '@portal/contract';
import { compareDays, type Day, formatDay, formatDollars, sumCents } from '@portal/domain/values';
import {
  balanceAfter,
  creditNotesOfAccount,
  invoicesOfAccount,
  type LedgerEntry,
  ledgerOf,
  type OrderMoney,
  orderMoneyOf,
} from '@portal/projections';
import type { TableCell } from 'pdfmake/interfaces.js';
import { z } from 'zod';
import { amountCell, type Cell } from '../../platform/csv/csv.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Answer, type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import { type PdfDocument, RULED } from '../../platform/pdf/renderPdf.ts';
import { companyRow } from '../companies/module.ts';
import type { InvoicePorts } from './ports.ts';

/** A row of a statement. Cents; null for what the row does not say. */
interface StatementRow {
  readonly day: Day;
  readonly text: string;
  /** Below 0 where less is owed. */
  readonly charge: number | null;
  /** Negative for refunds. */
  readonly payment: number | null;
  /** After it; negative for credit. */
  readonly balance: number;
}

/** An account's movements in a range of days, both included, between the balances before and after them. */
export interface Statement {
  readonly company: string;
  readonly dealerId: string | null;
  readonly from: Day;
  readonly to: Day;
  readonly rows: readonly StatementRow[];
}

const BY = { card: 'card', check: 'check', ach: 'ACH' } as const;

function textOf({
  kind,
  invoice_number: number,
  method,
  reference,
  charge_cents,
  payment_cents,
  other_number,
}: LedgerEntry): string {
  const by = method === null ? '' : ` by ${BY[method]}${reference === null ? '' : ` (${reference})`}`;
  switch (kind) {
    case 'invoice':
      return `Invoice ${number}`;
    case 'canceled':
      return `Invoice ${number} canceled`;
    case 'write_off':
      return charge_cents < 0 ? `Invoice ${number} written off` : `Write-off of ${number} taken back`;
    case 'payment':
      return `Payment of ${number}${by}`;
    case 'reversal':
      if (method !== 'card') return `Reversed payment of ${number}${by}`;
      return `${payment_cents > 0 ? 'Returned chargeback' : 'Chargeback'} of ${number}${by}`;
    case 'refund':
      if (other_number !== null) {
        return `Refund of ${number} moved ${payment_cents > 0 ? 'to' : 'from'} ${other_number}`;
      }
      if (payment_cents > 0) return `Payout of credit of ${number}${by} taken back`;
      return charge_cents === 0 ? `Credit of ${number} paid out${by}` : `Refund of ${number}${by}`;
    case 'credit':
      return `Credit on ${number}`;
    case 'transfer':
      return payment_cents > 0
        ? `Credit of ${other_number} used for ${number}`
        : `Credit of ${number} used for ${other_number}`;
  }
}

type Movement = Pick<LedgerEntry, 'day' | 'charge_cents' | 'payment_cents'> & { readonly text: string };

const ORDER_TEXTS: Readonly<Record<OrderMoney['kind'], (number: string) => string>> = {
  paid: (number) => `Order ${number}, paid by card`,
  refunded: (number) => `Refund of order ${number} by card`,
  taken: (number) => `Chargeback of order ${number} by card`,
  returned: (number) => `Returned chargeback of order ${number} by card`,
};

/** An order is paid when it is placed, so it charges and pays the same: the balance stays (rule B48). */
const ofOrder = ({ day, kind, order_number, cents }: OrderMoney): Movement => ({
  day,
  text: ORDER_TEXTS[kind](order_number),
  charge_cents: cents,
  payment_cents: cents,
});

/** @param numbers of credit notes, by their keys (rule B35) */
const ofInvoice =
  (numbers: ReadonlyMap<string, string>) =>
  (entry: LedgerEntry): Movement => {
    const number = entry.note_key === null ? undefined : numbers.get(entry.note_key);
    return { ...entry, text: number === undefined ? textOf(entry) : `${textOf(entry)}, ${number}` };
  };

/**
 * The statement of an account: balance brought forward, invoices, write-offs, payments, reversals, refunds, credits and
 * orders of the range, and the final balance.
 * @param movements all of the account's in one mode (rule B42), the earliest first
 */
function statementOf(movements: readonly Movement[], head: Omit<Statement, 'rows'>): Statement {
  const { from, to } = head;
  const forward = balanceAfter(movements.filter(({ day }) => day < from));
  const within = movements.filter(({ day }) => day >= from && day <= to);
  let balance = forward;
  const rows = within.map((entry): StatementRow => {
    const { day, text, charge_cents: charge, payment_cents: payment } = entry;
    balance += balanceAfter([entry]);
    return { day, text, charge: charge || null, payment: payment || null, balance };
  });
  const charges = sumCents(within.map(({ charge_cents }) => charge_cents));
  const payments = sumCents(within.map(({ payment_cents }) => payment_cents));
  return {
    ...head,
    rows: [
      { day: from, text: 'Balance brought forward', charge: null, payment: null, balance: forward },
      ...rows,
      { day: to, text: 'Balance', charge: charges, payment: payments, balance },
    ],
  };
}

const HEADER = ['Date', 'Description', 'Charges', 'Payments', 'Balance'];

/** @param shown days and cents as PDF or CSV writes them */
const cellsOf = (
  { rows }: Statement,
  shown: { readonly day: (day: Day) => string; readonly money: (cents: number) => Cell },
): Cell[][] =>
  rows.map(({ day, text, charge, payment, balance }) => [
    shown.day(day),
    text,
    charge === null ? '' : shown.money(charge),
    payment === null ? '' : shown.money(payment),
    shown.money(balance),
  ]);

/** A statement on paper. @param madeAt ISO instant it was asked for */
export function statementPaper(statement: Statement, madeAt: string): PdfDocument {
  const { company, dealerId, from, to } = statement;
  const row = (cells: readonly Cell[], style: { bold?: boolean; style?: string }): TableCell[] =>
    cells.map((text, index) => ({ text: text ?? '', ...style, alignment: index < 2 ? 'left' : 'right' }));
  const rows = cellsOf(statement, { day: formatDay, money: formatDollars });
  const range = `${formatDay(from)} to ${formatDay(to)}`;
  return {
    title: `Statement of account, ${range}`,
    heading: 'STATEMENT',
    madeAt,
    content: [
      { text: company, bold: true },
      { text: dealerId === null ? '' : `Dealer ID ${dealerId}` },
      { text: range, style: 'title' },
      {
        layout: RULED,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [70, '*', 75, 75, 80],
          body: [
            row(HEADER, { style: 'tableHead' }),
            ...rows.map((cells, index) => row(cells, { bold: index === rows.length - 1 })),
          ],
        },
      },
      {
        text: 'A balance below $0.00 is credit, which pays open invoices, then the next ones. Orders are paid when they are placed, so they do not change the balance.',
        style: 'small',
        margin: [0, 10, 0, 0],
      },
    ],
  };
}

const READS = ['invoices', 'orders', 'accounts', 'creditNotes'];

const statementSchema = z.object({
  from: dayText(),
  to: dayText(),
  format: z.enum(['pdf', 'csv'], { error: 'format must be pdf or csv' }).default('pdf'),
  mode: z.enum(['demo', 'live'], { error: 'mode must be demo or live' }).optional(),
});

/** `empty=skip`: null as JSON for a company without movements in the range and with a balance of 0 before it. */
const adminStatementSchema = statementSchema.extend({
  empty: z.enum(['skip'], { error: 'empty must be skip' }).optional(),
});

/** Nothing is owed, and nothing happened. */
const isEmpty = ({ rows }: Statement) => rows.length === 2 && rows[0]?.balance === 0;

/**
 * Statements of an account for any range of days, as PDF or CSV: a dealer's own, any for an administrator; of the
 * account's mode, or of `mode`.
 */
export function statementRoutes(ports: InvoicePorts): Route[] {
  async function answer(
    accountId: string | null,
    { from, to, format, mode, empty }: z.output<typeof adminStatementSchema>,
    { caller, command, http }: Pick<RouteRequest<'approved'>, 'caller' | 'command' | 'http'>,
  ): Promise<Answer> {
    if (from > to) throw new HttpProblem(400, 'The end date is before the start date.', { path: 'to' });
    const account = await companyRow(ports, accountId);
    const head = { company: account.company_name, dealerId: account.dealer_id, from, to };
    const isDemo = mode === undefined ? account.is_demo : mode === 'demo';
    const of = { isDemo, timeZone: ports.timeZone };
    async function read(): Promise<Statement> {
      const invoices = await invoicesOfAccount(ports.db, account.id);
      const orders = await orderMoneyOf(ports.db, account.id, of);
      const notes = await creditNotesOfAccount(ports.db, account.id);
      const numbers = new Map(notes.map(({ source, id }) => [source, id]));
      const movements = [...ledgerOf(invoices, of).map(ofInvoice(numbers)), ...orders.map(ofOrder)];
      return statementOf(
        movements.sort((a, b) => compareDays(a.day, b.day)),
        head,
      );
    }
    async function* pages() {
      yield cellsOf(await read(), { day: (day) => day, money: amountCell });
    }
    const name = `statement-${from}-${to}.${format}`;
    const turn = turnFor({ caller, http });
    if (empty === 'skip' && isEmpty(await read())) return { body: null };
    if (format === 'csv') return download(name, await ports.writeCsv(turn, HEADER, pages()));
    return download(name, await ports.print(turn, async () => statementPaper(await read(), command.time)));
  }

  return [
    route('GET', paths.statement, 'approved', {
      summary: "A statement of one's company for a range of days",
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: statementSchema,
      reads: READS,
      handler: (request) => answer(request.caller.accountId, request.query, request),
    }),
    route('GET', paths.admin.statement, 'staff', {
      summary: 'A statement of a company for a range of days',
      answers: { 200: ['application/pdf', 'text/csv', 'application/json'] },
      query: adminStatementSchema,
      reads: READS,
      handler: (request) => answer(request.params.id, request.query, request),
    }),
  ];
}
