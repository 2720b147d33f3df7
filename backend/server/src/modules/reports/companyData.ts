import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { paths } from '@portal/contract';
import { notFound } from '@portal/domain';
import { downloadZip } from 'client-zip';
import { type Cell, toCsv } from '../../platform/csv/csv.ts';
import { download } from '../../platform/http/download.ts';
import { type Route, type RouteRequest, route, routeNamed } from '../../platform/http/route.ts';

interface CompanyDataPorts {
  /** All routes: the file holds what the company's own pages read. */
  readonly table: () => readonly Route[];
  readonly today: () => string;
}

type Row = Readonly<Record<string, unknown>>;

/** The files, and what each reads. */
const FILES = [
  ['company', paths.account(':id')],
  ['people', paths.team],
  ['sites', paths.sites],
  ['migrations', paths.migrations],
  ['orders', paths.orders],
  ['invoices', paths.invoices],
  ['questions', paths.disputes],
] as const;

/** All data of one's company as CSV and JSON in a ZIP, made while it is sent. */
export function companyDataRoutes({ table, today }: CompanyDataPorts): Route[] {
  return [
    route('GET', paths.companyData, 'team', {
      summary: "All data of one's company, as CSV and JSON in a ZIP",
      answers: { 200: ['application/zip'] },
      handler: async (request) => {
        const { accountId } = request.caller;
        if (accountId === null) throw notFound('Company not found');
        const files = downloadZip(filesOf(table(), request, accountId), { buffersAreUTF8: true });
        const content = Readable.fromWeb(files.body as ReadableStream);
        return download(`company-data-${today()}.zip`, content);
      },
    }),
  ];
}

type DataRequest = RouteRequest<'team', undefined, undefined, string>;

async function* filesOf(table: readonly Route[], request: DataRequest, companyId: string) {
  const answerOf = async (path: string, id: string) => {
    const pattern = decodeURIComponent(path);
    const line = routeNamed(table, `GET ${pattern}`);
    if (line === undefined) throw new Error(`There is no route GET ${pattern}`);
    const { caller, address, visible, http } = request;
    return line.handler({
      ...{ body: undefined, query: line.query?.parse({}), params: { id }, caller, address, visible, http },
      // read only where a command is made: there is none while an administrator views as the dealer
      get command() {
        return request.command;
      },
    });
  };
  const read = async (path: string, id: string): Promise<unknown> => {
    const answer = await answerOf(path, id);
    return 'body' in answer ? answer.body : null;
  };
  for (const [name, path] of FILES) {
    const body = await read(path, companyId);
    const rows = (Array.isArray(body) ? body : [body]) as readonly Row[];
    yield { name: `${name}.csv`, input: csvOf(rows) };
    if (name !== 'invoices') {
      yield { name: `${name}.json`, input: JSON.stringify(body, null, 2) };
      continue;
    }
    for (const { id, invoice_number: number } of rows as readonly { id: string; invoice_number: string }[]) {
      yield {
        name: `invoices/${number}.json`,
        input: JSON.stringify(await read(paths.invoice(':id'), id), null, 2),
      };
      const lines = await answerOf(paths.invoiceCsv(':id'), id);
      if ('content' in lines) yield { name: `invoices/${number}.csv`, input: lines.content };
    }
  }
}

/** Rows with the fields of all as columns; what is no plain value stands as JSON. */
function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown): Cell => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' || typeof value === 'number') return value;
    return JSON.stringify(value);
  };
  return toCsv(
    columns,
    rows.map((row) => columns.map((column) => cell(row[column]))),
  );
}
