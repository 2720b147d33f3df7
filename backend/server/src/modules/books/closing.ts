import {
  type BookCheck,
  type BooksStatus,
  booksQuerySchema,
  booksSchema,
  closeMonthSchema,
  paths,
  reopenMonthSchema,
} from '@portal/contract';
import {
  accountNames,
  addPeriods,
  BOOKS_STREAM,
  type BooksEvent,
  type BooksState,
  booksDecider,
  closedThrough,
  cutOffOf,
  formatPeriod,
  type Period,
  periodOfDay,
  refuseUnclosable,
} from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import {
  invoicedCents,
  journalFigures,
  listDisputes,
  listPayments,
  logEndBefore,
  type MonthRange,
  paymentsWithOpenRefunds,
  trialBalance,
  unmatchedBankLines,
} from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { because, describeByTexts } from '../../platform/history/describe.ts';
import { whoOf } from '../../platform/history/people.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { loadRun, periodsToBill } from '../billing/module.ts';
import { booksOf } from '../invoices/module.ts';
import type { BooksPorts } from './ports.ts';

const READS = [
  ...['journal', 'accounts', 'invoices', 'disputes', 'payments', 'logIndex'],
  ...['bankLines', 'receipts'],
];
/** Of them, those that the checklist adds up. */
const COUNTED = ['journal', 'invoices', 'payments', 'disputes'];

/**
 * What a month's files rest on, so that those of a closed month stay equal: the ISO instant at which it was closed, null
 * while it is open, and what accounts were called then, or now.
 */
export async function keptOf({ readStream }: Pick<BooksPorts, 'readStream'>, month: Period) {
  let state = booksDecider.initialState;
  const closings = [];
  for (const { event, metadata } of await readStream(BOOKS_STREAM)) {
    state = booksDecider.evolve(state, event as BooksEvent);
    if (event.type === 'MonthClosed')
      closings.push({ period: event.data.period, at: metadata.recordedAt, accounts: accountNames(state) });
  }
  // a month before the first closed one is closed with it
  const closed = state.closed.find(({ period }) => period >= month);
  const closing = closed && closings.findLast(({ period }) => period === closed.period);
  return { closedAt: closing?.at ?? null, accounts: closing?.accounts ?? accountNames(state) };
}

interface Closing extends MonthRange {
  /** The first instant after `to`. */
  readonly endsAt: string;
}

type Found = Pick<BookCheck, 'ok' | 'detail'> & { readonly link?: BookCheck['link'] };

interface CheckOf {
  readonly name: BookCheck['name'];
  readonly blocks: boolean;
  readonly look: (ports: BooksPorts, closing: Closing) => Promise<Found>;
}

const MODES = [
  ['live', false],
  ['demo', true],
] as const;
const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const SYSTEM = { path: '/system', label: 'Open System' };
const listLink = (list: string, filter: object, label: string) => ({
  path: `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  label,
});

/** Tasks among which the last verification of the log is looked for. */
const TASKS = 50;

/**
 * What is looked at before a month is closed, in the order in which it is shown.
 */
const CHECKS: readonly CheckOf[] = [
  {
    name: 'billing_run',
    blocks: true,
    async look({ billing }, { from, to }) {
      const due = (await periodsToBill(billing)).filter(
        (period) => period <= to && (from === null || period >= from),
      );
      const link = listLink('billing-runs', {}, 'Open the billing runs');
      for (const period of due) {
        const run = await loadRun(billing, period);
        const of = formatPeriod(period);
        if (run.status !== 'completed')
          return { ok: false, detail: `The invoices of ${of} were not all issued.`, link };
        const left = run.result.parked.length;
        if (left > 0) {
          const companies = counted(left, 'company was', 'companies were');
          return { ok: false, detail: `${companies} left out when ${of} was billed.`, link };
        }
      }
      const detail = due.length === 0 ? 'No billing run was due.' : 'The billing run is complete.';
      return { ok: true, detail };
    },
  },
  {
    name: 'read_models',
    blocks: true,
    async look({ projections }) {
      const parked = (await projections.status()).filter(
        (one) => COUNTED.includes(one.projection) && one.parked.length > 0,
      );
      return parked.length === 0
        ? { ok: true, detail: 'The journal and its records are complete.' }
        : { ok: false, detail: 'Events are held back that the journal would lack.', link: SYSTEM };
    },
  },
  {
    name: 'journal',
    blocks: true,
    async look({ db, timeZone }, range) {
      for (const [mode, isDemo] of MODES) {
        const accounts = await trialBalance(db, { month: range.to, isDemo, timeZone });
        const sum = accounts.reduce((cents, { closingCents }) => cents + closingCents, 0);
        if (sum !== 0) return { ok: false, detail: `The ${mode} journal is off by ${formatDollars(sum)}.` };
        const { inJournal, onInvoices } = await invoicedCents(db, range, isDemo);
        if (inJournal !== onInvoices) {
          const [posted, issued] = [formatDollars(inJournal), formatDollars(onInvoices)];
          return { ok: false, detail: `The ${mode} journal has ${posted} of invoices of ${issued}.` };
        }
      }
      return { ok: true, detail: 'The journal sums to zero and equals the invoices.' };
    },
  },
  {
    name: 'log',
    blocks: true,
    async look({ db, maintenanceTasks }, { to, endsAt }) {
      const last = (await maintenanceTasks.newest(TASKS)).find(
        ({ kind, ok, done, total }) =>
          kind === 'verify' && (ok === true || (ok === false && done > 0 && done >= total)),
      );
      if (last?.ok === false) return { ok: false, detail: 'Verification of the log failed.', link: SYSTEM };
      const { seq } = await logEndBefore(db, endsAt);
      const of = formatPeriod(to);
      return last === undefined || last.total < seq
        ? { ok: false, detail: `The log was not verified since ${of} ended.`, link: SYSTEM }
        : { ok: true, detail: `The log is verified up to the end of ${of}.` };
    },
  },
  {
    name: 'questions',
    blocks: false,
    async look({ db }) {
      const filter = { status: 'open' };
      const { total } = await listDisputes(db, { filter, range: [0, 0] });
      const link = listLink('disputes', filter, 'Open the questions');
      return total === 0
        ? { ok: true, detail: 'No charge is questioned.' }
        : { ok: false, detail: `${counted(total, 'charge is', 'charges are')} questioned.`, link };
    },
  },
  {
    name: 'unclaimed_money',
    blocks: false,
    async look({ db }) {
      const filter = { unclaimed: true };
      const { total } = await listPayments(db, { filter, range: [0, 0] });
      const link = listLink('payments', filter, 'Open the payments');
      const some = counted(total, 'card payment belongs', 'card payments belong');
      return total === 0
        ? { ok: true, detail: 'All card payments belong to an invoice or order.' }
        : { ok: false, detail: `${some} to no invoice or order.`, link };
    },
  },
  {
    name: 'bank_lines',
    blocks: false,
    async look({ db }, { from, to }) {
      const { lines, cents } = await unmatchedBankLines(db, { from, to });
      const some = counted(lines, 'line is', 'lines are');
      return lines === 0
        ? { ok: true, detail: 'All lines of bank files are matched or set aside.' }
        : { ok: false, detail: `${some} unmatched in bank files: ${formatDollars(cents)}.` };
    },
  },
  {
    name: 'refunds',
    blocks: false,
    async look({ db }) {
      const filter = { refund_failed: true };
      const { total: failed } = await listPayments(db, { filter, range: [0, 0] });
      const pending = (await paymentsWithOpenRefunds(db)).length;
      const parts = [
        ...(failed === 0
          ? []
          : [counted(failed, 'payment has a failed refund', 'payments have failed refunds')]),
        ...(pending === 0 ? [] : [counted(pending, 'refund is pending', 'refunds are pending')]),
      ];
      if (parts.length > 0) {
        const link = listLink('payments', failed > 0 ? filter : {}, 'Open the payments');
        return { ok: false, detail: `${parts.join(', ')}.`, link };
      }
      return { ok: true, detail: 'No refund failed or is pending.' };
    },
  },
];

/** The checklist of a month. Freshness: {@link READS}. */
const checksOf = (ports: BooksPorts, closing: Closing): Promise<readonly BookCheck[]> =>
  Promise.all(
    CHECKS.map(async ({ name, blocks, look }) => ({
      name,
      blocks,
      link: null,
      ...(await look(ports, closing)),
    })),
  );

function closingFor({ timeZone }: BooksPorts, books: BooksState, to: Period): Closing {
  const last = closedThrough(books);
  const from = last === null ? null : addPeriods(last, 1);
  return { from, to, endsAt: cutOffOf(addPeriods(to, 1), timeZone) };
}

/** The month to close next, `asked` where none is closed; null while it is not over. */
function nextToClose({ today }: BooksPorts, books: BooksState, asked: Period): Period | null {
  const current = periodOfDay(today());
  const last = closedThrough(books);
  if (last === null) return asked !== '' && asked < current ? asked : addPeriods(current, -1);
  const next = addPeriods(last, 1);
  return next < current ? next : null;
}

async function statusOf(ports: BooksPorts, asked: Period): Promise<BooksStatus> {
  const books = await booksOf(ports.commands);
  const month = nextToClose(ports, books, asked);
  const [checks, envelopes] = await Promise.all([
    month === null ? [] : checksOf(ports, closingFor(ports, books, month)),
    ports.readStream(BOOKS_STREAM),
  ]);
  const who = await whoOf(ports, envelopes, { kind: 'admin' });
  return {
    closed_through: closedThrough(books),
    next: month === null ? null : { month, checks: [...checks] },
    history: envelopes
      .flatMap((envelope): BooksStatus['history'] => {
        const event = envelope.event as BooksEvent;
        if (event.type === 'JournalAccountsNamed') return [];
        const isClosing = event.type === 'MonthClosed';
        return [
          {
            month: event.data.period,
            what: isClosing ? 'closed' : 'reopened',
            at: envelope.metadata.recordedAt,
            by: who(envelope).name,
            exceptions: isClosing ? [...event.data.exceptions] : [],
            reason: isClosing ? null : event.data.reason,
          },
        ];
      })
      .reverse(),
  };
}

/** Closing and re-opening in words. */
export const describeBooks = describeByTexts<BooksEvent>({
  MonthClosed: ({ period, exceptions }) => {
    const despite = exceptions.length === 0 ? '' : `, although: ${exceptions.join(' ')}`;
    return `${formatPeriod(period)} closed${despite}`;
  },
  MonthReopened: ({ period, reason }) => `${formatPeriod(period)} re-opened${because(reason)}`,
  JournalAccountsNamed: ({ accounts }) =>
    `Accounts of the journal named: ${accounts.map(({ code, name }) => `${code} ${name}`).join(', ')}`,
});

export const ON_BOOKS = { stream: BOOKS_STREAM, decider: booksDecider, accounts: [] };

/** Closes a month, whose checklist was read. Freshness: `journal`. @throws BusinessRefusal as {@link refuseUnclosable} */
export async function closeMonth(
  { commands, db, timeZone }: Pick<BooksPorts, 'commands' | 'db' | 'timeZone'>,
  { period, exceptions }: { readonly period: Period; readonly exceptions: readonly string[] },
  context: CommandContext,
): Promise<CausalChain> {
  const of = { month: period, timeZone };
  const [live, demo] = await Promise.all([
    journalFigures(db, { ...of, isDemo: false }),
    journalFigures(db, { ...of, isDemo: true }),
  ]);
  const endsAt = cutOffOf(addPeriods(period, 1), timeZone);
  const today = commands.billingDay(context.time);
  const command = { type: 'CloseMonth', period, endsAt, live, demo, exceptions, today } as const;
  return runCommand(commands, { ...ON_BOOKS, command, context });
}

/** Closing months (rule B36): afterwards nothing is posted in them. */
export function closingRoutes(ports: BooksPorts): readonly Route[] {
  const { commands } = ports;
  return [
    route('GET', paths.admin.books, 'staff', {
      summary: 'Which months are closed, and the checklist of the next one',
      answers: { 200: booksSchema },
      query: booksQuerySchema,
      reads: READS,
      handler: async ({ query }) => ({ body: await statusOf(ports, query.month ?? '') }),
    }),
    route('POST', paths.admin.closeMonth, 'money', {
      summary: 'Close a month',
      answers: { 200: booksSchema },
      body: closeMonthSchema,
      handler: async ({ body: { period, confirmed }, command: context, visible }) => {
        const books = await booksOf(commands);
        refuseUnclosable(period, books, ports.today());
        await ports.billing.upToDate(READS);
        const closing = closingFor(ports, books, period);
        const open = (await checksOf(ports, closing)).filter(({ ok }) => !ok);
        const exceptions = open.map(({ detail }) => detail);
        const [first] = open.filter(({ blocks }) => blocks);
        if (first !== undefined)
          throw new HttpProblem(409, `${formatPeriod(period)} can't be closed: ${first.detail}`);
        if (open.length > 0 && confirmed !== true) {
          const message = `Please confirm that ${formatPeriod(period)} is closed although: ${exceptions.join(' ')}`;
          throw new HttpProblem(409, message, { code: 'not_confirmed' });
        }
        const chain = await closeMonth(ports, { period, exceptions }, context);
        await visible(chain);
        return { body: await statusOf(ports, '') };
      },
    }),
    route('POST', paths.admin.reopenMonth, 'money', {
      summary: 'Re-open the last closed month, with a reason',
      answers: { 200: booksSchema },
      body: reopenMonthSchema,
      handler: async ({ body: { period, reason }, command: context, visible }) => {
        const command = { type: 'ReopenMonth', period, reason } as const;
        await visible(await runCommand(commands, { ...ON_BOOKS, command, context, reason }));
        return { body: await statusOf(ports, '') };
      },
    }),
  ];
}
