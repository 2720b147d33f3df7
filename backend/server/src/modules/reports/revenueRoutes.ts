import {
  paths,
  type RevenueSums,
  revenueDownloadSchema,
  revenueFilterSchema,
  revenueReportSchema,
} from '@portal/contract';
import { addPeriods, type Period, periodOfDay } from '@portal/domain';
import { compareNames, dollarsFromCents, formatDollars, sumCents } from '@portal/domain/values';
import { accountById, type RevenueRow, revenueByCompany, salesTax } from '@portal/projections';
import type { z } from 'zod';
import { amountCell, type Cell } from '../../platform/csv/csv.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { companyName, companyOf, dealerId } from './layouts.ts';
import { refuseLongPdf, reportPaper } from './pdf.ts';
import type { ReportPorts } from './ports.ts';

const READS = ['invoices', 'orders', 'accounts', 'journal'];
/** The chart shows at least as many months. */
const CHART_MONTHS = 12;
const MAX_MONTHS = 60;

const AMOUNTS = {
  invoiced_cents: 'Invoiced',
  paid_cents: 'Paid',
  refunded_cents: 'Refunded',
  credit_used_cents: 'Credit used',
  written_off_cents: 'Written off',
  open_cents: 'Open',
  credit_given_cents: 'Credit given',
  order_cents: 'Orders',
} as const;
type Amount = keyof typeof AMOUNTS;
const AMOUNT_NAMES = Object.keys(AMOUNTS) as Amount[];
type Sums = Pick<RevenueRow, Amount | 'invoices'> & {
  /** Undefined where no row has tax. */
  readonly sales_tax_cents?: number | undefined;
};
type Row = RevenueRow & Sums;

const headerOf = (rows: readonly Sums[]) => [
  ...['Month', 'Company', 'Dealer ID', 'Invoices', ...Object.values(AMOUNTS)],
  ...(isTaxed(rows) ? ['Sales tax'] : []),
];
const isTaxed = (rows: readonly Sums[]) => rows.some((row) => row.sales_tax_cents !== undefined);

/** @param money a cell of cents */
const sumCells = (sums: Sums, money: (cents: number) => Cell): Cell[] => [
  sums.invoices,
  ...AMOUNT_NAMES.map((name) => money(sums[name])),
  ...(sums.sales_tax_cents === undefined ? [] : [money(sums.sales_tax_cents)]),
];
const cellsOf = (row: Row, money: (cents: number) => Cell): Cell[] => [
  row.period,
  companyName(row),
  dealerId(row),
  ...sumCells(row, money),
];

const totalOf = (rows: readonly Sums[]): Sums => ({
  ...(Object.fromEntries(
    (['invoices', ...AMOUNT_NAMES] as const).map((name) => [name, sumCents(rows.map((row) => row[name]))]),
  ) as Sums),
  ...(isTaxed(rows) && { sales_tax_cents: sumCents(rows.map((row) => row.sales_tax_cents ?? 0)) }),
});

const toWire = (sums: Sums): RevenueSums => ({
  invoices: sums.invoices,
  invoiced: dollarsFromCents(sums.invoiced_cents),
  paid: dollarsFromCents(sums.paid_cents),
  refunded: dollarsFromCents(sums.refunded_cents),
  credit_used: dollarsFromCents(sums.credit_used_cents),
  written_off: dollarsFromCents(sums.written_off_cents),
  open: dollarsFromCents(sums.open_cents),
  credit_given: dollarsFromCents(sums.credit_given_cents),
  orders: dollarsFromCents(sums.order_cents),
  ...(sums.sales_tax_cents !== undefined && { sales_tax: dollarsFromCents(sums.sales_tax_cents) }),
});

function groupsOf<Key extends string>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(row);
  }
  return groups;
}

interface Months {
  readonly from: Period;
  readonly to: Period;
}

/** By company and by month. @param rows of `from` to `to`, and of earlier months that the chart shows */
function reportOf(rows: readonly Row[], { from, to }: Months) {
  const chosen = rows.filter(({ period }) => period >= from);
  const companies = [...groupsOf(chosen, ({ account_id }) => account_id).values()].map((of) => ({
    account: companyOf(of[0] as RevenueRow),
    ...toWire(totalOf(of)),
  }));
  const ofMonth = groupsOf(rows, ({ period }) => period);
  const months = [];
  for (let period = chartFrom({ from, to }); period <= to; period = addPeriods(period, 1)) {
    months.push({ period, ...toWire(totalOf(ofMonth.get(period) ?? [])) });
  }
  return {
    from,
    to,
    total: toWire(totalOf(chosen)),
    companies: companies.sort((one, other) =>
      compareNames(one.account.company_name, other.account.company_name),
    ),
    months,
  };
}

function chartFrom({ from, to }: Months): Period {
  const first = addPeriods(to, 1 - CHART_MONTHS);
  return from < first ? from : first;
}

/** A file name of these parts, e.g. `revenue-2026-11-acme-security`. */
const fileName = (...parts: readonly string[]) =>
  parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

/** Revenue by month and company (rule B24): page, CSV and PDF. */
export function revenueRoutes(ports: ReportPorts): Route[] {
  const monthsOf = (query: z.output<typeof revenueFilterSchema>): Months => {
    const to = query.to || query.from || periodOfDay(ports.today());
    const from = query.from || to;
    if (from > to) throw new HttpProblem(400, 'The last month is before the first one.', { path: 'to' });
    if (addPeriods(from, MAX_MONTHS) <= to) {
      throw new HttpProblem(400, `Please choose at most ${MAX_MONTHS} months.`, { path: 'to' });
    }
    return { from, to };
  };
  /** Of one mode, with the months of the chart. Without a choice demo companies are shown where there are no others. */
  async function read(query: z.output<typeof revenueFilterSchema>) {
    const months = monthsOf(query);
    const { timeZone } = ports;
    const accountId = query.companyId || null;
    const span = { from: chartFrom(months), to: months.to, accountId, timeZone };
    const [found, taxes] = await Promise.all([revenueByCompany(ports.db, span), salesTax(ports.db, span)]);
    const keyOf = (row: Pick<Row, 'period' | 'account_id' | 'is_demo'>) =>
      `${row.period} ${row.account_id} ${row.is_demo}`;
    const taxOf = new Map(taxes.map((tax) => [keyOf(tax), tax.cents]));
    const all = found.map(
      (row): Row => (taxes.length === 0 ? row : { ...row, sales_tax_cents: taxOf.get(keyOf(row)) ?? 0 }),
    );
    const demo =
      query.demo === undefined
        ? all.length > 0 && all.every(({ is_demo }) => is_demo)
        : query.demo === 'true';
    return { months, demo, rows: all.filter(({ is_demo }) => is_demo === demo) };
  }

  return [
    route('GET', paths.admin.revenueReport, 'staff', {
      summary: 'Revenue by month and company',
      answers: { 200: revenueReportSchema },
      query: revenueFilterSchema,
      reads: READS,
      handler: async ({ query }) => {
        const { rows, months, demo } = await read(query);
        return { body: { ...reportOf(rows, months), demo } };
      },
    }),
    route('GET', paths.admin.revenueDownload, 'staff', {
      summary: 'Revenue by month and company as CSV or PDF',
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: revenueDownloadSchema,
      reads: READS,
      handler: async ({ caller, http, query, command }) => {
        const company = query.companyId ? await accountById(ports.db, query.companyId, ports.today()) : null;
        const turn = turnFor({ caller, http });
        /** Known once the report is read: it tells whether companies are demo ones. */
        let name = '';
        async function readFile() {
          const { months, demo, rows } = await read(query);
          const range = months.from === months.to ? months.from : `${months.from} to ${months.to}`;
          const mode = demo ? ['demo'] : [];
          const of = company === null ? [] : [company.company_name];
          name = `${fileName('revenue', range, ...of, ...mode)}.${query.format}`;
          const scope = [company?.company_name ?? 'All companies', range, ...mode].join(', ');
          return { rows: rows.filter(({ period }) => period >= months.from), scope };
        }
        if (query.format === 'csv') {
          const { rows } = await readFile();
          async function* pages() {
            yield rows.map((row) => cellsOf(row, amountCell));
          }
          const csv = await ports.writeCsv(turn, headerOf(rows), pages());
          return download(name, csv);
        }
        const pdf = await ports.print(turn, async () => {
          const { rows, scope } = await readFile();
          refuseLongPdf(rows.length);
          return reportPaper({
            layout: { title: 'Revenue by company', header: headerOf(rows) },
            // all but month, company and dealer id
            figures: new Set([...headerOf(rows).keys()].slice(3)),
            rows: rows.map((row) => cellsOf(row, formatDollars)),
            total: ['Total', '', '', ...sumCells(totalOf(rows), formatDollars)],
            scope,
            madeAt: command.time,
          });
        });
        return download(name, pdf);
      },
    }),
  ];
}
