import { type CompanyOverview, companyOverviewSchema, paths } from '@portal/contract';
import { accountStream, addPeriods, periodOfDay } from '@portal/domain';
import { dollarsFromCents, firstOfNextMonth } from '@portal/domain/values';
import {
  type AccountRow,
  listDisputes,
  listInvoices,
  listReceipts,
  listReceivables,
  listSites,
  listUsers,
  RECEIPT_READS,
  RECEIVABLE_READS,
  revenueByCompany,
} from '@portal/projections';
import { type Route, route } from '../../platform/http/route.ts';
import { readActivity } from '../audit/module.ts';
import { companyRow } from '../companies/module.ts';
import type { ReportPorts } from './ports.ts';
import { recurringOfCompany } from './recurring.ts';

const READS = [
  'users',
  'dealerSites',
  'disputes',
  'billingFacts',
  'logIndex',
  ...RECEIVABLE_READS,
  ...RECEIPT_READS,
];

/** Twelve are shown beside those of the year before. */
const MONTHS = 24;
const EVENTS = 5;
/** Ranges of lists that are only counted, or of which the first row is shown. */
const NONE = [0, -1] as const;
const FIRST = [0, 0] as const;

/** How a company stands, for the first screen of its page. The number of queries does not depend on its records. */
export function companyOverviewRoutes(ports: ReportPorts): Route[] {
  return [
    route('GET', paths.admin.accountOverview, 'staff', {
      summary: 'How a company stands: recurring revenue, open money, twelve months, last events',
      answers: { 200: companyOverviewSchema },
      reads: [...new Set(READS)],
      handler: async ({ params }) => {
        return { body: await overviewOf(ports, await companyRow(ports, params.id)) };
      },
    }),
  ];
}

async function overviewOf(ports: ReportPorts, company: AccountRow): Promise<CompanyOverview> {
  const { db } = ports;
  const { id: accountId, is_demo: isDemo } = company;
  const today = ports.today();
  const days = { today, billingDate: firstOfNextMonth(today) };
  const own = { account_id: accountId };
  const ofMode = { ...own, is_demo: isDemo };
  const all = { filter: own, range: NONE };
  const [recurring, owed, open, overdue, paid, months, questions, activity, counts, history] =
    await Promise.all([
      recurringNow(ports, accountId, isDemo),
      listReceivables(db, { filter: ofMode, range: FIRST }, days),
      listInvoices(
        db,
        { filter: { ...ofMode, status: 'pending' }, sort: ['invoice_date', 'ASC'], range: FIRST },
        today,
      ),
      listInvoices(
        db,
        { filter: { ...ofMode, is_overdue: true }, sort: ['due_date', 'ASC'], range: FIRST },
        today,
      ),
      listReceipts(db, { filter: { ...ofMode, reversed: false }, sort: ['day', 'DESC'], range: FIRST }),
      revenueByMonth(ports, accountId, isDemo),
      listDisputes(db, { filter: { ...own, status: 'open' }, sort: ['created_at', 'ASC'], range: FIRST }),
      readActivity(ports, { limit: EVENTS }, accountId),
      Promise.all([
        listSites(db, all, today),
        listInvoices(db, all, today),
        listReceipts(db, all),
        listUsers(db, all, days),
      ]),
      ports.readStream(accountStream(accountId)),
    ]);
  const [sites, invoices, payments, people] = counts;
  const [receivable] = owed.rows;
  const [payment] = paid.rows;
  const [question] = questions.rows;
  return {
    is_demo: isDemo,
    recurring,
    open: dollarsFromCents(receivable?.open_cents ?? 0),
    open_invoices: open.total,
    overdue: dollarsFromCents(receivable?.overdue_cents ?? 0),
    overdue_invoices: overdue.total,
    overdue_since: overdue.rows[0]?.due_date ?? null,
    credit: dollarsFromCents(receivable?.credit_cents ?? 0),
    last_payment: payment ? { on: payment.day, amount: dollarsFromCents(payment.receipt_cents) } : null,
    promise: promiseOf(company, open.rows[0]?.invoice_date ?? null),
    months,
    open_questions: questions.total,
    question: question
      ? {
          id: question.id,
          invoice_number: question.invoice_number,
          line_name: question.line_name,
          amount: dollarsFromCents(question.amount_cents),
          opened_at: question.opened_at,
        }
      : null,
    events: activity.entries,
    counts: {
      sites: sites.total,
      invoices: invoices.total,
      payments: payments.total,
      people: people.total,
      history: history.length,
    },
  };
}

/** @param openSince the day of the oldest open invoice, without which nothing is promised any more; null for none */
function promiseOf(
  { promised_on: on, promise_note: note, promise_noted_on: recorded_on }: AccountRow,
  openSince: string | null,
): CompanyOverview['promise'] {
  if (on === null || note === null || recorded_on === null || openSince === null) return null;
  return openSince <= recorded_on ? { on, note, recorded_on } : null;
}

async function recurringNow(
  ports: ReportPorts,
  companyId: string,
  isDemo: boolean,
): Promise<CompanyOverview['recurring']> {
  const { timeZone } = ports;
  const today = ports.today();
  const client = await ports.pool.connect();
  try {
    const { opening, closing } = await recurringOfCompany(
      client,
      { companyId, isDemo, timeZone, today, from: null, to: null },
      periodOfDay(today),
    );
    return { now: dollarsFromCents(closing), month_start: dollarsFromCents(opening) };
  } finally {
    client.release();
  }
}

async function revenueByMonth(
  { db, timeZone, today }: ReportPorts,
  accountId: string,
  isDemo: boolean,
): Promise<CompanyOverview['months']> {
  const to = periodOfDay(today());
  const from = addPeriods(to, 1 - MONTHS);
  const found = await revenueByCompany(db, { from, to, accountId, timeZone });
  const rows = new Map(found.filter((row) => row.is_demo === isDemo).map((row) => [row.period, row]));
  return Array.from({ length: MONTHS }, (_, index) => {
    const period = addPeriods(from, index);
    const row = rows.get(period);
    return {
      period,
      invoiced: dollarsFromCents(row?.invoiced_cents ?? 0),
      paid: dollarsFromCents(row?.paid_cents ?? 0),
    };
  });
}
