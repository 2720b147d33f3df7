import {
  MONEY_REPORTS,
  type MoneyReportType,
  type MoneyRow,
  moneyReportDownloadSchema,
  moneyReportFilterSchema,
  moneyReportSchema,
  paths,
  reportRangeSchema,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { dollarsFromCents, formatDollars } from '@portal/domain/values';
import { accountById, hasDemoCompaniesOnly, RECEIVABLE_READS } from '@portal/projections';
import type { z } from 'zod';
import { amountCell } from '../../platform/csv/csv.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { ageingReport } from './ageing.ts';
import { correctionsReport } from './corrections.ts';
import { invoiceRegisterReport } from './invoiceRegister.ts';
import {
  cellsOf,
  type MoneyFigures,
  type MoneyFilter,
  type MoneyReportDefinition,
  type MoneyValues,
  totalOf,
} from './moneyReports.ts';
import { orderIncomeReport } from './orderIncome.ts';
import { refuseLongPdf, reportPaper } from './pdf.ts';
import type { ReportPorts } from './ports.ts';
import { recurringCompanies, recurringRevenue } from './recurring.ts';
import { reportFilter } from './routes.ts';
import { salesTaxReport } from './salesTax.ts';

const MONEY_DEFINITIONS: Readonly<Record<MoneyReportType, MoneyReportDefinition>> = {
  'recurring-revenue': recurringRevenue,
  'recurring-companies': recurringCompanies,
  'order-income': orderIncomeReport,
  'sales-tax': salesTaxReport,
  'credits-and-refunds': correctionsReport,
  ageing: ageingReport,
  'invoice-register': invoiceRegisterReport,
};

/** Rows of a file that are completed together. */
const ROWS_AT_ONCE = 500;

const READS = ['billingFacts', 'orders', 'journal', 'invoiceLines', 'logIndex', 'users', ...RECEIVABLE_READS];

const toWire = ({ columns }: MoneyReportDefinition, row: MoneyValues): MoneyRow =>
  Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = row[name] ?? null;
      return [name, kind === 'money' && value !== null ? dollarsFromCents(Number(value)) : value];
    }),
  );

/** GET /api/admin/money-reports/*: reports of money as page, CSV and PDF, each from one definition (I38-reports). */
export function moneyReportRoutes(ports: ReportPorts): Route[] {
  async function filterOf(query: z.output<typeof moneyReportFilterSchema>): Promise<MoneyFilter> {
    const isDemo = query.mode ? query.mode === 'demo' : await hasDemoCompaniesOnly(ports.db);
    return { ...reportFilter(query, ports), isDemo };
  }
  async function read(definition: MoneyReportDefinition, filter: MoneyFilter) {
    const client = await ports.pool.connect();
    try {
      return await definition.read(client, filter);
    } finally {
      client.release();
    }
  }

  async function complete(figures: MoneyFigures, first: number, end: number) {
    const rows = figures.rows.slice(first, end);
    return (await figures.complete?.(ports, rows)) ?? rows;
  }
  /** All rows, some at a time. */
  async function* completed(figures: MoneyFigures) {
    for (let first = 0; first < figures.rows.length; first += ROWS_AT_ONCE)
      yield await complete(figures, first, first + ROWS_AT_ONCE);
  }

  return [
    // before /:type, whose pattern would take it
    route('GET', paths.admin.moneyReportDownload, 'staff', {
      summary: 'A report of money as CSV or PDF',
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: moneyReportDownloadSchema,
      reads: READS,
      handler: async ({ caller, http, query, command }) => {
        const filter = await filterOf(query);
        const definition = MONEY_DEFINITIONS[query.type];
        const header = definition.columns.map(({ label }) => label);
        const name = [query.type, ...(filter.isDemo ? ['demo'] : []), ports.today()].join('-');
        const turn = turnFor({ caller, http });
        if (query.format === 'csv') {
          async function* pages() {
            const figures = await read(definition, filter);
            for await (const rows of completed(figures)) {
              turn.signal?.throwIfAborted();
              yield rows.map((row) => cellsOf(definition, row, { money: amountCell, isForPeople: false }));
            }
          }
          return download(`${name}.csv`, await ports.writeCsv(turn, header, pages()));
        }
        const company =
          filter.companyId === null ? null : await accountById(ports.db, filter.companyId, ports.today());
        const pdf = await ports.print(turn, async () => {
          const figures = await read(definition, filter);
          refuseLongPdf(figures.rows.length);
          const total = totalOf(definition, figures);
          const cells = (row: MoneyValues) =>
            cellsOf(definition, row, { money: formatDollars, isForPeople: true });
          const rows = [];
          for await (const some of completed(figures)) rows.push(...some.map(cells));
          return reportPaper({
            layout: { title: MONEY_REPORTS[query.type], header },
            figures: new Set(
              definition.columns.flatMap(({ kind }, at) =>
                kind === 'money' || kind === 'count' ? [at] : [],
              ),
            ),
            rows,
            ...(total === null ? {} : { total: ['Total', ...cells(total).slice(1)] }),
            scope: [
              company?.company_name ?? 'All companies',
              figures.scope,
              ...(filter.isDemo ? ['demo'] : []),
            ].join(', '),
            madeAt: command.time,
          });
        });
        return download(`${name}.pdf`, pdf);
      },
    }),
    route('GET', '/api/admin/money-reports/:type', 'staff', {
      summary: 'A report of money, with its columns and total',
      answers: { 200: moneyReportSchema },
      query: moneyReportFilterSchema.extend({ range: reportRangeSchema.optional() }),
      reads: READS,
      handler: async ({ params, query }) => {
        if (!Object.hasOwn(MONEY_DEFINITIONS, params.type)) throw notFound('There is no such report');
        const definition = MONEY_DEFINITIONS[params.type as MoneyReportType];
        const filter = await filterOf(query);
        const figures = await read(definition, filter);
        const [first, last] = query.range ?? [0, figures.rows.length];
        const total = totalOf(definition, figures);
        return {
          body: {
            mode: filter.isDemo ? ('demo' as const) : ('live' as const),
            scope: figures.scope,
            note: definition.note,
            columns: [...definition.columns],
            rows: (await complete(figures, first, last + 1)).map((row) => toWire(definition, row)),
            total: total && toWire(definition, total),
            count: figures.rows.length,
          },
        };
      },
    }),
  ];
}
