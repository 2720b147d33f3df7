import {
  csvCell,
  IDEMPOTENCY_KEY,
  MAX_IMPORT_BYTES,
  type NewSiteRequest,
  newSiteSchema,
  PLAIN,
  paths,
  quotesCsvCell,
  SITE_IMPORT_COLUMNS,
  type SiteImportAnswer,
  siteImportAnswerSchema,
} from '@portal/contract';
import { sessionExpired } from '../../shared/http/askedPage.ts';
import { keep } from '../../shared/http/download.ts';
import { call, randomId } from '../../shared/http/http.ts';
import { problemIn, UserError } from '../../shared/http/problem.ts';

export interface GoodRow {
  readonly id: string;
  readonly line: number;
  readonly site: NewSiteRequest;
  /** What the server completed. */
  readonly notes: readonly string[];
}

/** Cells of a row by column. */
type Values = Readonly<Record<string, string>>;

export interface BrokenRow {
  readonly id: string;
  readonly line: number;
  /** Empty where the server does not give them. */
  readonly values: Values;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

export interface CheckedRows {
  readonly good: readonly GoodRow[];
  readonly broken: readonly BrokenRow[];
  /** Number of invalid rows that the server does not list. */
  readonly unnamed: number;
}

function checkedRows({ rows, broken: count }: Pick<SiteImportAnswer, 'rows' | 'broken'>): CheckedRows {
  const good: GoodRow[] = [];
  const broken: BrokenRow[] = [];
  const file = randomId();
  for (const { line, site, errors, values = {}, notes = [] } of rows) {
    const id = `${file} ${line}`;
    const read = newSiteSchema.safeParse(site, PLAIN);
    if (errors.length === 0 && read.success) good.push({ id, line, site: read.data, notes });
    else {
      const problems = errors.length > 0 ? errors : [{ path: '', message: 'Not a site' }];
      broken.push({ id, line, values, errors: problems });
    }
  }
  return { good, broken, unnamed: Math.max(0, count - broken.length) };
}

/** POST /api/site-import. @throws UserError for an empty or large file, HttpError, TypeError when the network fails */
async function uploadSites(file: File): Promise<SiteImportAnswer> {
  if (file.size > MAX_IMPORT_BYTES) throw new UserError('The file is larger than 5 MB. Please split it.');
  if (file.size === 0) throw new UserError('The file is empty.');
  const response = await call(paths.siteImport, {
    method: 'POST',
    body: file,
    // each upload is a new action, whatever the outcome of the last one
    headers: { 'Content-Type': 'text/csv', [IDEMPOTENCY_KEY]: randomId() },
  });
  const text = await response.text();
  if (response.ok) return siteImportAnswerSchema.parse(JSON.parse(text));
  if (response.status === 401) await sessionExpired();
  throw problemIn(text, response);
}

/** A file's rows, checked by the server. @throws as uploadSites does */
export const checkFile = async (file: File): Promise<CheckedRows> => checkedRows(await uploadSites(file));

type Column = keyof typeof SITE_IMPORT_COLUMNS;
const isColumn = (name: string): name is Column => Object.hasOwn(SITE_IMPORT_COLUMNS, name);

/** A column's name for people; '' for a problem of the whole row. */
export const columnLabel = (name: string): string =>
  isColumn(name) ? SITE_IMPORT_COLUMNS[name].label : name;

async function csvOf(fields: readonly string[], data: readonly (readonly string[])[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  return papa.unparse({ fields: [...fields], data: data.map((row) => [...row]) }, { quotes: quotesCsvCell });
}

/** A corrected row, checked by the server as a file of one row. @throws as uploadSites does */
export async function checkRow({ id, line, values }: BrokenRow): Promise<GoodRow | BrokenRow> {
  const csv = await csvOf(Object.keys(values), [Object.values(values)]);
  const { good, broken } = await checkFile(new File([csv], 'row.csv'));
  const [row] = [...good, ...broken];
  if (row === undefined) throw new UserError('The row is empty.');
  return { ...row, id, line };
}

/** Invalid rows as a file that can be corrected and uploaded, with what is wrong in the last column. */
export async function brokenCsv(rows: readonly BrokenRow[]): Promise<string> {
  const columns = Object.keys(rows[0]?.values ?? {});
  const problems = ({ errors }: BrokenRow) =>
    errors.map(({ path, message }) => (path === '' ? message : `${columnLabel(path)}: ${message}`)).join(' ');
  return csvOf(
    [...columns.map(columnLabel), 'Problem'],
    rows.map((row) => [...columns.map((column) => csvCell(row.values[column] ?? '')), problems(row)]),
  );
}

/** Downloads CSV; the mark makes spreadsheets read UTF-8. */
const keepCsv = (csv: string, name: string) =>
  keep(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), name);

export const downloadBroken = async (rows: readonly BrokenRow[]): Promise<void> =>
  keepCsv(await brokenCsv(rows), 'sites-to-correct.csv');

const SITES: readonly Readonly<Partial<Record<Column, string>>>[] = [
  {
    site_name: 'Harbor View Apartments',
    site_address: '2 Harbor Road',
    site_city: 'Staten Island',
    site_state: 'NY',
    site_zip: '10311',
    number_of_readers: '12',
    number_of_acu_panels: '2',
    requested_date: '2027-01-15',
    site_notes: 'Front gate first',
    ca150_panel: 'no',
    netcom6p: 'no',
  },
  {
    site_name: 'Mill Street Offices',
    site_address: '9 Mill Street',
    site_city: 'Albany',
    site_state: 'NY',
    site_zip: '12207',
    number_of_readers: '4',
    number_of_acu_panels: '1',
    ca150_panel: 'no',
    netcom6p: 'no',
  },
];

/** A valid import file. */
export function sampleCsv(): string {
  const columns = Object.keys(SITE_IMPORT_COLUMNS) as Column[];
  const lines = SITES.map((site) => columns.map((column) => site[column] ?? '').join(','));
  const header = columns.map((column) => SITE_IMPORT_COLUMNS[column].label).join(',');
  return [header, ...lines, ''].join('\r\n');
}

export const downloadSample = (): void => keepCsv(sampleCsv(), 'sites-sample.csv');
