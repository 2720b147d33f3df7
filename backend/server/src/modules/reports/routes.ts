import {
  activityMonthSchema,
  paths,
  reportDownloadSchema,
  reportFilterSchema,
  reportRangeSchema,
  reportSchema,
  reportTypeSchema,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { accountById, activityByMonth, type ReportFilter } from '@portal/projections';
import { z } from 'zod';
import { allPages } from '../../platform/database/allPages.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { LAYOUTS } from './layouts.ts';
import { refuseLongPdf, reportPaper, scopeText } from './pdf.ts';
import type { ReportPorts } from './ports.ts';

const READS = ['siteActivity', 'accounts'];

/** @throws HttpProblem for days in reverse order */
export function reportFilter(
  { companyId, startDate, endDate }: z.output<typeof reportFilterSchema>,
  ports: ReportPorts,
): ReportFilter {
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw new HttpProblem(400, 'The end date is before the start date.', { path: 'endDate' });
  }
  return {
    companyId: companyId === undefined || companyId === '' ? null : companyId,
    from: startDate ?? null,
    to: endDate ?? null,
    timeZone: ports.timeZone,
    today: ports.today(),
  };
}

/** GET /api/admin/reports/*: four reports as arrays, their chart, and their download as CSV or PDF (S2-7). */
export function reportRoutes(ports: ReportPorts): Route[] {
  const filterOf = (query: z.output<typeof reportFilterSchema>) => reportFilter(query, ports);
  const typeOf = (type: string) => {
    const known = reportTypeSchema.safeParse(type);
    if (!known.success) throw notFound('There is no such report');
    return known.data;
  };

  return [
    // before /:type, whose pattern would take it
    route('GET', paths.admin.reportDownload, 'staff', {
      summary: 'A report as CSV or PDF',
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: reportDownloadSchema,
      reads: READS,
      handler: async ({ caller, http, query, command }) => {
        const filter = filterOf(query);
        const layout = LAYOUTS[query.type];
        const filename = `${query.type}-${ports.today()}.${query.format}`;
        const turn = turnFor({ caller, http });
        const read = () => allPages(ports.pool, (client) => layout.pages(client, filter), turn.signal);
        if (query.format === 'csv') {
          async function* pages() {
            yield await read();
          }
          return download(filename, await ports.writeCsv(turn, layout.header, pages()));
        }
        const company =
          filter.companyId === null ? null : await accountById(ports.db, filter.companyId, ports.today());
        const scope = scopeText(company?.company_name ?? null, filter.from, filter.to);
        const pdf = await ports.print(turn, async () => {
          refuseLongPdf((await layout.read(ports.db, filter, [0, 0])).total);
          return reportPaper({ layout, rows: await read(), scope, madeAt: command.time });
        });
        return download(filename, pdf);
      },
    }),
    route('GET', '/api/admin/reports/:type', 'staff', {
      summary: 'Active sites or companies, additions or deactivations',
      answers: { 200: reportSchema },
      query: reportFilterSchema.extend({ range: reportRangeSchema.optional() }),
      reads: READS,
      handler: async ({ params, query }) => {
        const type = typeOf(params.type);
        const page = await LAYOUTS[type].read(ports.db, filterOf(query), query.range);
        return listAnswer(type, page, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.activityByMonth, 'staff', {
      summary: 'Sites and readers month by month',
      answers: { 200: z.array(activityMonthSchema) },
      query: reportFilterSchema,
      reads: READS,
      handler: async ({ query }) => ({ body: await activityByMonth(ports.db, filterOf(query)) }),
    }),
  ];
}
