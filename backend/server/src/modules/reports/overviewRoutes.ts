import {
  type COUNTED_LISTS,
  countsQuerySchema,
  listTotalsQuerySchema,
  listTotalsSchema,
  type Overview,
  type OverviewBilled,
  overviewBilledSchema,
  overviewSchema,
  paths,
  type SUMMED_LISTS,
} from '@portal/contract';
import { periodOfDay } from '@portal/domain';
import { addDays, dollarsFromCents, firstOfNextMonth, startOfDay } from '@portal/domain/values';
import {
  accountTotals,
  type BilledRow,
  billedByMode,
  invoiceTotals,
  type ListPage,
  type ListQuery,
  listApprovals,
  listBankLines,
  listCollections,
  listContacts,
  listDisputes,
  listInvoices,
  listMigrations,
  listNotes,
  listOrders,
  listPayments,
  listReceivables,
  listSites,
  listUsers,
  migrationTotals,
  orderTotals,
  type PortfolioRow,
  parkedCount,
  paymentTotals,
  portalProjections,
  portfolioByMode,
  type Queryable,
  userTotals,
  waitingFor,
} from '@portal/projections';
import { z } from 'zod';
import { type Route, route } from '../../platform/http/route.ts';
import { listMails } from '../../platform/mail/outboxQuery.ts';
import type { ReportPorts } from './ports.ts';

const READS = [
  ...['users', 'accounts', 'dealerSites', 'projectedInvoices', 'contacts'],
  ...['migrations', 'payments', 'disputes', 'notes', 'approvals', 'invoices'],
];

type List = (db: Queryable, query: ListQuery, today: string) => Promise<ListPage<unknown>>;

const LISTS: Readonly<Record<(typeof COUNTED_LISTS)[number], List>> = {
  users: (db, query, today) => listUsers(db, query, { today, billingDate: firstOfNextMonth(today) }),
  sites: listSites,
  migrations: listMigrations,
  invoices: listInvoices,
  orders: listOrders,
  payments: listPayments,
  receivables: (db, query, today) =>
    listReceivables(db, query, { today, billingDate: firstOfNextMonth(today) }),
  collections: listCollections,
  'bank-lines': listBankLines,
  disputes: listDisputes,
  notes: listNotes,
  approvals: listApprovals,
  contacts: listContacts,
  mails: listMails,
};
type Totals = (
  db: Queryable,
  query: ListQuery,
  today: string,
) => Promise<readonly ({ readonly is_demo: boolean } & Readonly<Record<string, number | boolean>>)[]>;

/** In cents. */
const TOTALS: Readonly<Record<(typeof SUMMED_LISTS)[number], Totals>> = {
  users: (db, query, today) => userTotals(db, query, firstOfNextMonth(today)),
  accounts: accountTotals,
  migrations: migrationTotals,
  invoices: invoiceTotals,
  orders: orderTotals,
  payments: paymentTotals,
};
const NO_ROWS = [0, -1] as const;

/** Failed payments are shown for this many days. */
const DAYS_OF_FAILED_PAYMENTS = 7;

/** The administrators' home: pending decisions and key figures; the numbers on the tabs of a list, in one call. */
export function adminOverviewRoutes({ db, today, timeZone }: ReportPorts): Route[] {
  return [
    route('GET', paths.admin.overview, 'staff', {
      summary: 'Pending decisions and key figures',
      answers: { 200: overviewSchema },
      reads: READS,
      handler: async () => {
        const day = today();
        const billingDate = firstOfNextMonth(day);
        const since = startOfDay(addDays(day, -DAYS_OF_FAILED_PAYMENTS), timeZone);
        const [waiting, parked, modes] = await Promise.all([
          waitingFor(db, { since, today: day, timeZone }),
          parkedCount(db, portalProjections),
          portfolioByMode(db, billingDate),
        ]);
        const body: Overview = {
          waiting: { ...waiting.counts, parked },
          oldest: { ...waiting.oldest, parked: null },
          live: toPortfolio(modes.find(({ is_demo }) => !is_demo)),
          demo: toPortfolio(modes.find(({ is_demo }) => is_demo)),
          next_billing_date: billingDate,
        };
        return { body };
      },
    }),
    route('GET', paths.admin.overviewBilled, 'staff', {
      summary: "What the present month's invoices charge for readers",
      answers: { 200: overviewBilledSchema },
      reads: ['invoices'],
      handler: async () => {
        const period = periodOfDay(today());
        const modes = await billedByMode(db, period);
        const body: OverviewBilled = {
          period,
          live: toBilled(modes.find(({ is_demo }) => !is_demo)),
          demo: toBilled(modes.find(({ is_demo }) => is_demo)),
        };
        return { body };
      },
    }),
    route('GET', paths.admin.counts, 'staff', {
      summary: 'How many records each tab of a list has',
      answers: { 200: z.array(z.number()) },
      query: countsQuerySchema,
      reads: [...READS, 'orders', 'savedCards', 'receipts', 'bankLines'],
      handler: async ({ query: { list, filter, tabs } }) => {
        const pages = tabs.map((tab) =>
          LISTS[list](db, { filter: { ...filter, ...tab }, range: NO_ROWS, timeZone }, today()),
        );
        return { body: (await Promise.all(pages)).map(({ total }) => total) };
      },
    }),
    route('GET', paths.admin.totals, 'staff', {
      summary: 'Totals of the amounts that a filter of a list finds, by mode',
      answers: { 200: z.array(listTotalsSchema) },
      query: listTotalsQuerySchema,
      reads: [...READS, 'orders', 'savedCards'],
      handler: async ({ query: { list, filter } }) => ({
        body: (await TOTALS[list](db, { filter, timeZone }, today())).map(inListsUnits),
      }),
    }),
  ];
}

/** Dollars, but cents where the list has them. */
function inListsUnits({ is_demo, ...sums }: Awaited<ReturnType<Totals>>[number]) {
  const shown = Object.entries(sums).map(([name, cents]) => [
    name,
    name.endsWith('_cents') ? cents : dollarsFromCents(Number(cents)),
  ]);
  return { is_demo, ...Object.fromEntries(shown) };
}

function toPortfolio(row: PortfolioRow | undefined): Overview['live'] {
  return {
    companies: row?.companies ?? 0,
    active_sites: row?.active_sites ?? 0,
    active_readers: row?.active_readers ?? 0,
    projected_monthly: dollarsFromCents(row?.projected_monthly_cents ?? 0),
  };
}

const toBilled = (row: BilledRow | undefined): OverviewBilled['live'] =>
  row === undefined
    ? null
    : {
        active_sites: row.active_sites,
        active_readers: row.active_readers,
        monthly: dollarsFromCents(row.monthly_cents),
      };
