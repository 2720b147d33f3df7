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
import { isDay, MAX_ORDER_SITES } from '@portal/domain/values';
import papa from 'papaparse';
import { type DealerTerms, pricedSite, refuseHardware } from '../../orders/module.ts';

type ImportColumn = keyof typeof SITE_IMPORT_COLUMNS;

/** Alternative column names. */
const ALSO: Readonly<Record<string, ImportColumn>> = {
  name: 'site_name',
  site: 'site_name',
  address: 'site_address',
  street: 'site_address',
  city: 'site_city',
  state: 'site_state',
  zip: 'site_zip',
  zip_code: 'site_zip',
  site_zip_code: 'site_zip',
  readers: 'number_of_readers',
  panels: 'number_of_acu_panels',
  acu_panels: 'number_of_acu_panels',
  date: 'requested_date',
  notes: 'site_notes',
  ca_150_panel: 'ca150_panel',
  ca150: 'ca150_panel',
};

const isColumn = (name: string): name is ImportColumn => Object.hasOwn(SITE_IMPORT_COLUMNS, name);

function columnOf(cell: string): ImportColumn | null {
  const name = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (isColumn(name)) return name;
  return Object.hasOwn(ALSO, name) ? (ALSO[name] ?? null) : null;
}

/** A longer first line is not a header. */
const MOST_COLUMNS = 200;

/**
 * The column of each header cell, in any order and case; null for unknown ones.
 * @throws BusinessRefusal unprocessable for missing, repeated or too many columns
 */
function readHeader(cells: readonly string[]): readonly (ImportColumn | null)[] {
  if (cells.length > MOST_COLUMNS) {
    throw unprocessable(`The first line of the file has more than ${MOST_COLUMNS} columns.`);
  }
  const columns = cells.map(columnOf);
  const found = new Set<ImportColumn>();
  for (const column of columns) {
    if (column === null) continue;
    if (found.has(column)) {
      throw unprocessable(`The column ${column} is there twice.`, column);
    }
    found.add(column);
  }
  const missing = Object.entries(SITE_IMPORT_COLUMNS)
    .filter(([name, required]) => required && isColumn(name) && !found.has(name))
    .map(([name]) => name);
  if (missing.length === 0) return columns;
  const what = missing.length === 1 ? 'column' : 'columns';
  throw unprocessable(
    `The first line of the file must name its columns. Missing ${what}: ${missing.join(', ')}.`,
    missing[0],
  );
}

/** Bytes examined for UTF-16 without a mark. */
const DECODED_SAMPLE = 2_000;

/** Decodes UTF-8 and UTF-16 with or without a mark, otherwise Windows-1252, as spreadsheet programs write it. */
export function decodeText(file: Buffer): string {
  if (file.length >= 2 && file[0] === 0xff && file[1] === 0xfe) return decoded(file, 'utf-16le');
  if (file.length >= 2 && file[0] === 0xfe && file[1] === 0xff) return decoded(file, 'utf-16be');
  const wide = unmarkedUtf16(file);
  if (wide !== null) return decoded(file, wide);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return windows1252(file);
  }
}

/** Characters 0x80 to 0x9f of Windows-1252. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node's decoder of this name reads Latin-1. */
const windows1252 = (file: Buffer): string =>
  file.toString('latin1').replace(/[\x80-\x9f]/g, (control) => C1[control.charCodeAt(0) - 0x80] ?? control);

const decoded = (file: Buffer, encoding: string) => new TextDecoder(encoding).decode(file);

/** Western UTF-16 text has a NUL in every other byte; other encodings have none. */
function unmarkedUtf16(file: Buffer): string | null {
  const sample = file.subarray(0, DECODED_SAMPLE);
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = sample.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

type Row = SiteImportAnswer['rows'][number];
type Problem = Row['errors'][number];

/** Rows checked before other requests get a turn. */
const ROWS_A_TURN = 250;

const TOO_MANY = `An order can hold at most ${MAX_ORDER_SITES} sites. Please put this one into another file.`;
const SWITCHES: readonly ImportColumn[] = ['ca150_panel', 'netcom6p'];
const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO = new Set(['', 'no', 'n', 'false', '0']);

/** Characters used to guess the delimiter. */
const SAMPLE = 100_000;

/**
 * Reads sites from a CSV file: each row is validated like the New Site form and priced; a broken row does not stop
 * the rest. Returns at most {@link MAX_ORDER_SITES} valid and {@link MAX_BROKEN_ROWS} broken rows. Formula-like
 * values are plain text.
 * @param gone aborts when the client left; its reason is thrown
 * @throws BusinessRefusal unprocessable for missing sites or columns, or too many rows
 */
export async function readSites(
  text: string,
  terms: DealerTerms,
  gone: AbortSignal,
): Promise<SiteImportAnswer> {
  const data = parse(text);
  const rows: Row[] = [];
  const good: Price[] = [];
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
    if ('price' in checked && good.length < MAX_ORDER_SITES) {
      good.push(checked.price);
      rows.push({ line: at, site: checked.site, errors: [], price_cents: checked.price.totalCents });
      continue;
    }
    broken += 1;
    if (broken > MAX_BROKEN_ROWS) continue;
    const errors = 'errors' in checked ? checked.errors : [{ path: '', message: TOO_MANY }];
    rows.push({ line: at, site: null, errors, price_cents: 0 });
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

/** @throws BusinessRefusal unprocessable for too many rows, before all are read */
function parse(text: string): readonly string[][] {
  const { delimiter } = papa.parse(text.slice(0, SAMPLE), { preview: 10 }).meta;
  // the header and a final line break are not rows
  const preview = MAX_IMPORT_ROWS + 3;
  // fast mode splits the whole text first
  const { data } = papa.parse<string[]>(text, { delimiter, skipEmptyLines: false, fastMode: false, preview });
  const rows = data.length - (data.at(-1)?.every((cell) => cell === '') ? 1 : 0);
  if (rows > MAX_IMPORT_ROWS + 1) {
    const most = MAX_IMPORT_ROWS.toLocaleString('en-US');
    throw unprocessable(`The file has more than ${most} rows. Please split it.`);
  }
  return data;
}

/** A cell may span several lines. */
const lineBreaks = (cell: string) => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

type Checked =
  | { readonly errors: Problem[] }
  | { readonly price: Price; readonly site: Record<string, unknown> };

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
    const { form, price } = pricedSite(result.data, terms);
    refuseHardware(form, terms);
    return { price, site };
  } catch (error) {
    if (!(error instanceof BusinessRefusal)) throw error;
    return { errors: [{ path: fieldPath(error.path ?? ''), message: error.message }] };
  }
}

/** `3/9/2026` as `2026-03-09`; anything else is left for the form's validation. */
function isoDay(value: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
  if (month === undefined || day === undefined || year === undefined) return value;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : value;
}
