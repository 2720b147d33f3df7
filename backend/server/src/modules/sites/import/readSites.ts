import { setImmediate as turn } from 'node:timers/promises';
import {
  fieldErrors,
  fieldPath,
  MAX_BROKEN_ROWS,
  MAX_IMPORT_ROWS,
  newSiteSchema,
  PLAIN,
  SITE_IMPORT_COLUMNS,
  type SiteImportAnswer,
} from '@portal/contract';
import { BusinessRefusal, unprocessable } from '@portal/domain';
import { type Price, priceSites } from '@portal/domain/pricing';
import { isDay, MAX_ORDER_SITES, siteKey, US_STATE_CODES } from '@portal/domain/values';
import { type CsvRecord, csvRecords, csvText, delimiterOf } from '../../../platform/csv/readCsv.ts';
import { type DealerTerms, pricedSite, refuseHardware } from '../../orders/module.ts';
import { stateCode, zipOf } from './usStates.ts';

type ImportColumn = keyof typeof SITE_IMPORT_COLUMNS;

const isColumn = (name: string): name is ImportColumn => Object.hasOwn(SITE_IMPORT_COLUMNS, name);
const COLUMNS = Object.keys(SITE_IMPORT_COLUMNS).filter(isColumn);

/** Other names of columns, without signs and `of`. */
const ALSO: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  site_name: ['name', 'site', 'locationname'],
  site_address: ['street', 'streetaddress', 'address1', 'addressline1'],
  site_city: ['town'],
  site_state: ['stateprovince'],
  site_zip: ['zip', 'sitezipcode', 'postalcode', 'postcode'],
  number_of_readers: ['readers', 'readercount'],
  number_of_acu_panels: ['panels', 'acupanels', 'numberpanels', 'panelcount'],
  requested_date: ['date'],
  site_notes: ['note', 'comment', 'comments'],
  ca150_panel: ['ca150'],
};

/** `# of Readers*`, `Number of readers (count)` and `number_of_readers` as `numberreaders`. */
const headerKey = (cell: string) =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/#|\bno\.? /g, 'number ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bof\b| /g, '');

const BY_KEY = new Map(
  COLUMNS.flatMap((column) =>
    [column, SITE_IMPORT_COLUMNS[column].label, ...(ALSO[column] ?? [])].map(
      (name) => [headerKey(name), column] as const,
    ),
  ),
);

const columnOf = (cell: string): ImportColumn | null => BY_KEY.get(headerKey(cell)) ?? null;

const nameOf = (column: ImportColumn) => SITE_IMPORT_COLUMNS[column].label;

/** A longer first line is not a header. */
const MAX_COLUMNS = 200;

/**
 * The column of each header cell, in any order and case; null for unknown ones.
 * @throws BusinessRefusal unprocessable for missing, repeated or too many columns
 */
function readHeader(cells: readonly string[]): readonly (ImportColumn | null)[] {
  if (cells.length > MAX_COLUMNS) {
    throw unprocessable(`The first line of the file has more than ${MAX_COLUMNS} columns.`);
  }
  const columns = cells.map(columnOf);
  const found = new Set<ImportColumn>();
  for (const column of columns) {
    if (column === null) continue;
    if (found.has(column)) {
      throw unprocessable(`The column ${nameOf(column)} is there twice.`, column);
    }
    found.add(column);
  }
  const missing = COLUMNS.filter((name) => SITE_IMPORT_COLUMNS[name].required && !found.has(name));
  if (missing.length === 0) return columns;
  const what = missing.length === 1 ? 'column' : 'columns';
  throw unprocessable(
    `The first line of the file must name its columns. Missing ${what}: ${missing.map(nameOf).join(', ')}.`,
    missing[0],
  );
}

type Row = SiteImportAnswer['rows'][number];
type Problem = Row['errors'][number];

/** Rows checked before other requests get a turn. */
const ROWS_A_TURN = 250;

const TOO_MANY = `An order can hold at most ${MAX_ORDER_SITES} sites. Please put this one into another file.`;
const COUNTS: readonly ImportColumn[] = ['number_of_readers', 'number_of_acu_panels'];
const SWITCHES: readonly ImportColumn[] = ['ca150_panel', 'netcom6p'];
const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO = new Set(['', 'no', 'n', 'false', '0']);

/**
 * Reads sites from a CSV file: each row is validated like the New Site form and priced; a broken row does not stop
 * the rest. Returns at most {@link MAX_ORDER_SITES} valid and {@link MAX_BROKEN_ROWS} broken rows. Formula-like
 * values are plain text.
 * @param existing the dealer's sites: a row with the name and address of one is broken
 * @param gone aborts when the client left; its reason is thrown
 * @throws BusinessRefusal unprocessable for missing sites or columns, or too many rows
 */
export async function readSites(
  text: string,
  terms: DealerTerms,
  existing: readonly ExistingSite[],
  gone: AbortSignal,
): Promise<SiteImportAnswer> {
  const data = parse(text);
  const known = new Map(
    existing.map((site) => [
      siteKey(site),
      `You already have a site with this name and address (${site.status}).`,
    ]),
  );
  const rows: Row[] = [];
  const good: Price[] = [];
  let columns: Columns | null = null;
  let broken = 0;
  for (const [index, { line: at, cells, problem }] of data.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) {
      await turn();
      gone.throwIfAborted();
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (columns === null) {
      if (problem !== null) throw unprocessable(`Line ${at}: ${problem}`);
      columns = readHeader(cells);
      continue;
    }
    const checked =
      problem === null
        ? checkRow(columns, cells, terms, known)
        : { errors: [{ path: quotedColumn(columns, cells), message: problem }] };
    if ('price' in checked && good.length < MAX_ORDER_SITES) {
      good.push(checked.price);
      known.set(
        checked.key,
        `The same site is in line ${at}. Please remove one of them, or name them apart.`,
      );
      const { site, notes, price } = checked;
      rows.push({
        line: at,
        site,
        errors: [],
        ...(notes.length > 0 && { notes }),
        price_cents: price.totalCents,
      });
      continue;
    }
    broken += 1;
    if (broken > MAX_BROKEN_ROWS) continue;
    const errors = 'errors' in checked ? checked.errors : [{ path: '', message: TOO_MANY }];
    rows.push({ line: at, site: null, errors, values: valuesOf(columns, cells), price_cents: 0 });
  }
  if (columns === null) throw unprocessable('The file is empty.');
  if (rows.length === 0) {
    throw unprocessable('The file has a header but no sites.');
  }
  const price = priceSites(good);
  return {
    rows,
    good: good.length,
    broken,
    items: price.lines.map(({ name, priceCents }) => ({ name, price_cents: priceCents })),
    total_cents: price.totalCents,
  };
}

/** A site that the dealer has. */
export type ExistingSite = Parameters<typeof siteKey>[0] & { readonly status: string };

/** @throws BusinessRefusal unprocessable for too many rows, before all are read */
function parse(text: string): readonly CsvRecord[] {
  const { body, named } = csvText(text);
  const delimiter = delimiterOf(body, named, (cell) => columnOf(cell) !== null);
  const records: CsvRecord[] = [];
  let rows = named === null ? 0 : -1;
  for (const record of csvRecords(body, delimiter, looksLikeSite)) {
    records.push(record);
    rows += 1;
    // beside the header
    if (rows <= MAX_IMPORT_ROWS + 1) continue;
    const most = MAX_IMPORT_ROWS.toLocaleString('en-US');
    throw unprocessable(`The file has more than ${most} rows. Please split it.`);
  }
  return records;
}

const STATES: ReadonlySet<string> = new Set(US_STATE_CODES);
const REQUIRED = COLUMNS.filter((name) => SITE_IMPORT_COLUMNS[name].required).length;

/** A line within a quoted value that is a row of its own: the quote before it was left open. */
const looksLikeSite = (cells: readonly string[]) =>
  cells.length >= REQUIRED &&
  cells.some((cell) => STATES.has(stateCode(cell.trim()))) &&
  cells.some((cell) => /^\d+(\.0+)?$/.test(cell.trim()));

type Columns = ReturnType<typeof readHeader>;

/** The cells of the known columns. */
const valuesOf = (columns: Columns, cells: readonly string[]) =>
  Object.fromEntries(
    columns.flatMap((column, index) => (column === null ? [] : [[column, (cells[index] ?? '').trim()]])),
  );

/** The column of a malformed quote; '' where the line may have other cells than it seems. */
const quotedColumn = (columns: Columns, cells: readonly string[]) =>
  (cells.length === columns.length && columns[cells.findIndex((cell) => cell.includes('"'))]) || '';

type Checked =
  | { readonly errors: Problem[] }
  | {
      readonly price: Price;
      readonly site: Record<string, unknown>;
      readonly key: string;
      readonly notes: string[];
    };

function checkRow(
  columns: Columns,
  cells: readonly string[],
  terms: DealerTerms,
  known: ReadonlyMap<string, string>,
): Checked {
  const site: Record<string, unknown> = { software_version: 'aurora' };
  const errors: Problem[] = [];
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    errors.push({ path: '', message: 'This row has more values than the header has columns.' });
  }
  for (const [index, column] of columns.entries()) {
    if (column === null) continue;
    const value = (cells[index] ?? '').trim().normalize();
    if (SWITCHES.includes(column)) {
      const lower = value.toLowerCase();
      if (YES.has(lower) || NO.has(lower)) site[column] = YES.has(lower);
      else errors.push({ path: column, message: 'Please enter yes or no' });
    } else if (column === 'site_state') site[column] = stateCode(value);
    else if (COUNTS.includes(column)) {
      // spreadsheets write whole numbers as 12.0
      if (value !== '' || column === 'number_of_readers') site[column] = value.replace(/\.0+$/, '');
    } else if (column === 'requested_date') {
      if (value !== '') site[column] = isoDay(value);
    } else site[column] = value;
  }
  const notes: string[] = [];
  const { zip, completed } = zipOf(String(site.site_zip), String(site.site_state));
  site.site_zip = zip;
  if (completed) notes.push(`The ZIP code was completed to ${zip}.`);
  const result = newSiteSchema.safeParse(site, PLAIN);
  if (!result.success) {
    const found = fieldErrors(result.error).map((problem) => {
      const given = cells[columns.indexOf('site_state')]?.trim();
      if (problem.path !== 'site_state' || !given) return problem;
      return { ...problem, message: `There is no state ${given}. Please write it like NY or New York.` };
    });
    return { errors: [...errors, ...found] };
  }
  if (errors.length > 0) return { errors };
  const key = siteKey(result.data);
  const twin = known.get(key);
  if (twin !== undefined) return { errors: [{ path: 'site_name', message: twin }] };
  try {
    const { form, price } = pricedSite(result.data, terms);
    refuseHardware(form, terms);
    return { price, site, key, notes };
  } catch (error) {
    if (!(error instanceof BusinessRefusal)) throw error;
    // the form's hardware has a column for each kind
    const path = error.path === 'hardware' ? SWITCHES.find((column) => site[column] === true) : error.path;
    return { errors: [{ path: fieldPath(path ?? ''), message: error.message }] };
  }
}

/** `3/9/2026` as `2026-03-09`; anything else is left for the form's validation. */
function isoDay(value: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  if (month === undefined || day === undefined || year === undefined) return value;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : value;
}
