import { setImmediate as turn } from 'node:timers/promises';
import {
  fieldErrors,
  MAX_BROKEN_ROWS,
  MAX_IMPORT_ROWS,
  type NewSiteRequest,
  newSiteSchema,
  PLAIN,
  type SiteImportAnswer,
} from '@portal/contract';
import { BusinessRefusal } from '@portal/domain';
import { priceSites } from '@portal/domain/pricing';
import { isDay, MAX_ORDER_SITES } from '@portal/domain/values';
import papa from 'papaparse';
import { type DealerTerms, equipmentOf, pricedSite } from '../../orders/module.ts';
import { type ImportColumn, readHeader } from './columns.ts';

type Row = SiteImportAnswer['rows'][number];
type Problem = Row['errors'][number];

/** Rows that are checked before others get a turn: a large file holds up nobody. */
const ROWS_A_TURN = 250;
const TOO_MANY = `An order can hold at most ${MAX_ORDER_SITES} sites. Please put this one into another file.`;
const SWITCHES: readonly ImportColumn[] = ['ca150_panel', 'netcom6p'];
const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO = new Set(['', 'no', 'n', 'false', '0']);

/** Characters by which the delimiter is guessed. */
const SAMPLE = 100_000;

/**
 * The sites of a CSV file: each row checked as the New Site form checks its fields, priced, and answered with its line;
 * a broken row stops nothing. What begins like a formula is text like any other. Beyond {@link MAX_ORDER_SITES} good
 * rows the others are told to go into another file; of the broken ones the first {@link MAX_BROKEN_ROWS} are answered.
 * @param gone aborts when nobody waits for the answer any more; its reason is thrown
 * @throws BusinessRefusal unprocessable for a file without sites, without the columns, or with too many rows
 */
export async function readSites(
  text: string,
  terms: DealerTerms,
  gone: AbortSignal,
): Promise<SiteImportAnswer> {
  const data = parse(text);
  const rows: Row[] = [];
  const good: NewSiteRequest[] = [];
  let columns: ReturnType<typeof readHeader> | null = null;
  let broken = 0;
  let line = 1;
  for (const [index, cells] of data.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) {
      await turn();
      gone.throwIfAborted();
    }
    const at = line;
    line += 1 + cells.reduce((sum, cell) => sum + lineBreaks(cell), 0);
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (columns === null) {
      columns = readHeader(cells);
      continue;
    }
    const checked = checkRow(columns, cells, terms);
    if ('request' in checked && good.length < MAX_ORDER_SITES) {
      good.push(checked.request);
      rows.push({ line: at, site: checked.site, errors: [], price_cents: checked.cents });
      continue;
    }
    broken += 1;
    if (broken > MAX_BROKEN_ROWS) continue;
    const errors = 'errors' in checked ? checked.errors : [{ path: '', message: TOO_MANY }];
    rows.push({ line: at, site: null, errors, price_cents: 0 });
  }
  if (columns === null) throw new BusinessRefusal('unprocessable', 'The file is empty.');
  if (rows.length === 0) {
    throw new BusinessRefusal('unprocessable', 'The file names its columns, but holds no site.');
  }
  const price = priceSites(
    good.map((request) => equipmentOf(request, terms)),
    terms,
  );
  return {
    rows,
    good: good.length,
    broken,
    items: price.lines.map(({ name, priceCents }) => ({ name, price_cents: priceCents })),
    total_cents: price.totalCents,
  };
}

/** The cells of each row. @throws BusinessRefusal unprocessable where there are too many rows, before all are read */
function parse(text: string): readonly string[][] {
  const { delimiter } = papa.parse(text.slice(0, SAMPLE), { preview: 10 }).meta;
  // the header, and a line break at the end, are no rows of their own
  const preview = MAX_IMPORT_ROWS + 3;
  // the fast mode splits the whole text before it stops
  const { data } = papa.parse<string[]>(text, { delimiter, skipEmptyLines: false, fastMode: false, preview });
  const rows = data.length - (data.at(-1)?.every((cell) => cell === '') ? 1 : 0);
  if (rows > MAX_IMPORT_ROWS + 1) {
    const most = MAX_IMPORT_ROWS.toLocaleString('en-US');
    throw new BusinessRefusal('unprocessable', `The file has more than ${most} rows. Please split it.`);
  }
  return data;
}

/** A cell may span several lines. */
const lineBreaks = (cell: string) => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

type Checked =
  | { readonly errors: Problem[] }
  | { readonly request: NewSiteRequest; readonly site: Record<string, unknown>; readonly cents: number };

function checkRow(
  columns: readonly (ImportColumn | null)[],
  cells: readonly string[],
  terms: DealerTerms,
): Checked {
  const site: Record<string, unknown> = { software_version: 'aurora' };
  const errors: Problem[] = [];
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    errors.push({ path: '', message: 'This row has more values than the header has columns.' });
  }
  for (const [index, column] of columns.entries()) {
    if (column === null) continue;
    const value = (cells[index] ?? '').trim();
    if (SWITCHES.includes(column)) {
      const lower = value.toLowerCase();
      if (YES.has(lower) || NO.has(lower)) site[column] = YES.has(lower);
      else errors.push({ path: column, message: 'Please enter yes or no' });
    } else if (column === 'site_state') site[column] = value.toUpperCase();
    else if (column === 'requested_date') {
      if (value !== '') site[column] = isoDay(value);
    } else if (column !== 'number_of_acu_panels' || value !== '') site[column] = value;
  }
  const result = newSiteSchema.safeParse(site, PLAIN);
  if (!result.success) return { errors: [...errors, ...fieldErrors(result.error)] };
  if (errors.length > 0) return { errors };
  try {
    const { price } = pricedSite(result.data, terms);
    return { request: result.data, site, cents: price.totalCents };
  } catch (error) {
    if (!(error instanceof BusinessRefusal)) throw error;
    return { errors: [{ path: error.path ?? '', message: error.message }] };
  }
}

/** `3/9/2026`, as American spreadsheets write a day, as `2026-03-09`; anything else stays for the form to judge. */
function isoDay(value: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  if (month === undefined || day === undefined || year === undefined) return value;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : value;
}
