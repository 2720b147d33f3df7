import { createHash } from 'node:crypto';
import { BANK_ROWS_SHOWN, MAX_BANK_ROWS, MAX_BROKEN_BANK_ROWS } from '@portal/contract';
import { type BankMapping, type ImportedLine, unprocessable } from '@portal/domain';
import { type Day, isDay, MAX_CENTS, MONTHS } from '@portal/domain/values';
import { type CsvRecord, csvRecords, csvText, delimiterOf } from '../../platform/csv/readCsv.ts';

/** A bank's CSV file, not yet read by a mapping. */
export interface BankTable {
  /** Of its header, for the mapping to be kept. */
  readonly fileId: string;
  /** The header, or `Column 1` etc. where the file has none. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRecord[];
}

/** An incoming line of a file. */
export interface FileLine extends ImportedLine {
  readonly day: Day;
}

/** How one row was read: an incoming line, another amount (null), or why it can't be read. */
type ReadRow = { readonly line: FileLine | null } | { readonly problem: string };

export interface BankFile {
  readonly lines: readonly FileLine[];
  /** Rows of other amounts. */
  readonly skipped: number;
  readonly broken: number;
  /** At most {@link MAX_BROKEN_BANK_ROWS}. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Of the first rows. */
  readonly sample: readonly { readonly cells: readonly string[]; readonly read: FileLine | null }[];
}

/** Rows before the header, e.g. the account's number. */
const MAX_BEFORE_HEADER = 20;
const MAX_COLUMNS = 200;
/** Banks write less; a longer text is cut off. */
const MAX_LINE_TEXT = 500;

const NAMES = {
  date: /\b(?:date|posted|posting|booking|buchungstag|datum|value)\b/i,
  amount: /\b(?:credits?|deposits?|money in|paid in|amount|betrag)\b/i,
  text: /\b(?:description|details?|memo|name|payee|narrative|text|particulars|purpose|transaction)\b/i,
  reference: /\b(?:reference|ref|check|cheque|slip|trace|serial)\b|#/i,
  direction: /\b(?:type|dr\/?cr|cr\/?dr|debit\/credit|credit\/debit|indicator)\b/i,
} as const;

const isFilled = (cell: string) => cell.trim() !== '';
const isNamed = (cell: string) => Object.values(NAMES).some((name) => name.test(cell));
const isData = (cells: readonly string[]) =>
  cells.some((cell) => dayOf(cell, 'mdy') !== null || dayOf(cell, 'dmy') !== null) &&
  cells.some((cell) => centsOf(cell, '.') !== null || centsOf(cell, ',') !== null);

/**
 * The rows of a CSV with its header, which may stand below some lines about the account, or be missing.
 * @throws BusinessRefusal unprocessable for an empty file, or too many rows or columns
 */
export function readBankTable(text: string): BankTable {
  const { body, named } = csvText(text);
  const delimiter = delimiterOf(body, named, isNamed);
  const rows: CsvRecord[] = [];
  for (const record of csvRecords(body, delimiter, isData)) {
    if (!record.cells.some(isFilled)) continue;
    if (record.cells.length > MAX_COLUMNS)
      throw unprocessable(`Line ${record.line} has more than ${MAX_COLUMNS} columns.`);
    rows.push(record);
    if (rows.length > MAX_BANK_ROWS + MAX_BEFORE_HEADER) {
      const most = MAX_BANK_ROWS.toLocaleString('en-US');
      throw unprocessable(`The file has more than ${most} rows. Please split it.`);
    }
  }
  const first = rows.slice(0, MAX_BEFORE_HEADER);
  const header = first.findIndex(({ cells }) => cells.filter(isNamed).length >= 2 && !isData(cells));
  const firstData = first.findIndex(({ cells }) => isData(cells));
  if (rows.length === 0 || (header < 0 && firstData < 0))
    throw unprocessable('The file has no line with a date and an amount.');
  if (header < 0 || (firstData >= 0 && firstData < header)) {
    const data = rows.slice(firstData);
    const width = Math.max(...data.slice(0, MAX_BEFORE_HEADER).map(({ cells }) => cells.length));
    const columns = Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
    return { fileId: idOf(columns), columns, rows: data };
  }
  const columns = (rows[header]?.cells ?? []).map((cell) => cell.trim().normalize());
  return { fileId: idOf(columns), columns, rows: rows.slice(header + 1) };
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const idOf = (columns: readonly string[]) => hashOf(columns).slice(0, 32);

/** What the header and the first rows suggest; null where a date, an amount or a text is not found. */
export function proposedMapping({ columns, rows }: BankTable): BankMapping | null {
  const some = rows.slice(0, 200);
  const valuesOf = (index: number) => some.map(({ cells }) => cells[index] ?? '').filter(isFilled);
  const all = columns.map((_, index) => index);
  // rows of totals are something else
  const fits = (index: number, isIt: (cell: string) => boolean) => {
    const values = valuesOf(index);
    return values.length > 0 && values.filter(isIt).length * 2 > values.length;
  };
  const isDate = (cell: string) => dayOf(cell, 'mdy') !== null || dayOf(cell, 'dmy') !== null;
  const isAmount = (cell: string) => centsOf(cell, '.') !== null || centsOf(cell, ',') !== null;
  const called = (name: keyof typeof NAMES, from: readonly number[]) =>
    from.find((index) => NAMES[name].test(columns[index] ?? ''));

  const dates = all.filter((index) => fits(index, isDate));
  const date = called('date', dates) ?? dates[0];
  const amounts = all.filter((index) => !dates.includes(index) && fits(index, isAmount));
  const credits = amounts.filter((index) => !/balance|debit|withdraw|saldo/i.test(columns[index] ?? ''));
  const amount =
    credits.find((index) => /credit|deposit| in\b/i.test(columns[index] ?? '')) ??
    called('amount', credits) ??
    // amounts of money have cents
    credits.find((index) => fits(index, (cell) => /[.,]\d\d\)?$/.test(cell.trim()))) ??
    credits[0];
  const left = all.filter(
    (index) => index !== amount && !dates.includes(index) && valuesOf(index).length > 0,
  );
  const words = left.filter((index) => !fits(index, isAmount));
  const isSide = (cell: string) => directionOf(cell) !== null;
  const direction = words.find((index) => fits(index, isSide)) ?? null;
  const reference =
    called(
      'reference',
      left.filter((index) => index !== direction),
    ) ?? null;
  const texts = words.filter((index) => index !== direction && index !== reference);
  const named = texts.filter((index) => NAMES.text.test(columns[index] ?? ''));
  const text = (named.length > 0 ? named : texts).slice(0, 3);
  if (date === undefined || amount === undefined || text.length === 0) return null;
  const days = valuesOf(date);
  const decimal = valuesOf(amount).some((cell) => /,\d{2}\D*$/.test(cell)) ? ',' : '.';
  return { date, amount, direction, text, reference, dateFormat: dateFormatOf(days), decimal };
}

/** The order that reads most of them; the one of the United States where both do. */
function dateFormatOf(values: readonly string[]): BankMapping['dateFormat'] {
  if (values.some((value) => /^\s*\d{4}/.test(value))) return 'ymd';
  const read = (format: BankMapping['dateFormat']) => values.filter((value) => dayOf(value, format) !== null);
  return read('dmy').length > read('mdy').length ? 'dmy' : 'mdy';
}

/** A day as banks write it: `12/18/2026`, `18.12.26`, `2026-12-18`, `20261218`, `Dec 18, 2026`, with a time after it or not. */
export function dayOf(cell: string, format: BankMapping['dateFormat']): Day | null {
  const text = cell.trim().replace(/^([^:]*\d)[T ]+\d{1,2}:\d{2}.*$/, '$1');
  const whole = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))$/.exec(text);
  if (whole) return dayFrom(whole[1], whole[2] ?? whole[4], whole[3] ?? whole[5]);
  const named =
    /^(?:(\d{1,2})[-. ]+([a-z]{3})[a-z]*|([a-z]{3})[a-z]*\.? +(\d{1,2}))[-., ]+(\d{2}|\d{4})$/i.exec(text);
  if (named) {
    const name = (named[2] ?? named[3] ?? '').toLowerCase();
    const month = MONTHS.findIndex((one) => one.toLowerCase() === name) + 1;
    return dayFrom(named[5], String(month), named[1] ?? named[4]);
  }
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/.exec(text);
  if (!parts) return null;
  return format === 'dmy' ? dayFrom(parts[3], parts[2], parts[1]) : dayFrom(parts[3], parts[1], parts[2]);
}

function dayFrom(year = '', month = '', day = ''): Day | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** Cents of an amount as banks write it: `1,234.50`, `$5`, `(12.00)`, `12.00-`, `7,5 CR`. Null where it is none. */
export function centsOf(cell: string, decimal: BankMapping['decimal']): number | null {
  const side = /\b(cr|dr)\.?$/i.exec(cell.trim())?.[1]?.toLowerCase();
  const text = cell
    .trim()
    .replace(/\s*\b(?:cr|dr)\.?$/i, '')
    .replace(/[\s$€£]|USD/g, '')
    .replace(/[−–]/g, '-');
  const isBelow = /^\(.*\)$/.test(text) || /^-|-$/.test(text) || side === 'dr';
  const plain = text.replace(/^[(+-]+|[)+-]+$/g, '');
  const thousands = decimal === '.' ? ',' : '.';
  const shape =
    decimal === '.'
      ? /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d{0,2})?$/
      : /^(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d{0,2})?$/;
  if (!/\d/.test(plain) || !shape.test(plain)) return null;
  const [whole = '', fraction = ''] = plain.replaceAll(thousands, '').split(decimal);
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (cents > MAX_CENTS) return null;
  return isBelow && cents > 0 ? -cents : cents;
}

/** 1 for a word of money that comes in, -1 for one that goes out; null for others. */
export function directionOf(cell: string): 1 | -1 | null {
  const text = cell.trim().toLowerCase();
  if (/^(?:\+|c|cr|credit|credits|deposit|in)$/.test(text)) return 1;
  return /^(?:-|d|dr|debit|debits|withdrawal|out|check)$/.test(text) ? -1 : null;
}

const oneLine = (text: string) =>
  text
    .normalize()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LINE_TEXT);

/**
 * Reads the rows by a mapping. A line's id derives from day, amount, the other cells of its row and its place among equal
 * rows of the day, so that overlapping files give the same lines the same ids, whatever columns are chosen as their text.
 * @param today lines after it can't be booked yet and are problems
 */
export function readBankFile(table: BankTable, mapping: BankMapping, today: Day): BankFile {
  const lines: FileLine[] = [];
  const problems: { line: number; message: string }[] = [];
  const sample: { cells: readonly string[]; read: FileLine | null }[] = [];
  const equal = new Map<string, number>();
  let [skipped, broken] = [0, 0];
  for (const record of table.rows.slice(0, MAX_BANK_ROWS)) {
    const read = readRow(record, { ...mapping, columns: table.columns }, today, equal);
    const line = 'problem' in read ? null : read.line;
    if ('problem' in read) {
      broken += 1;
      if (problems.length < MAX_BROKEN_BANK_ROWS) problems.push({ line: record.line, message: read.problem });
    } else if (line === null) skipped += 1;
    else lines.push(line);
    if (sample.length < BANK_ROWS_SHOWN) sample.push({ cells: record.cells, read: line });
  }
  return { lines, skipped, broken, problems, sample };
}

function readRow(
  { cells, problem }: CsvRecord,
  mapping: BankMapping & Pick<BankTable, 'columns'>,
  today: Day,
  equal: Map<string, number>,
): ReadRow {
  if (problem !== null) return { problem };
  const cell = (index: number | null) => (index === null ? '' : (cells[index] ?? '').trim());
  const day = dayOf(cell(mapping.date), mapping.dateFormat);
  if (day === null) return { problem: `“${cell(mapping.date)}” is no date in the chosen order.` };
  const given = cell(mapping.amount);
  // of two columns, one for credits, the other one is filled
  if (given === '') return { line: null };
  const amount = centsOf(given, mapping.decimal);
  if (amount === null) return { problem: `“${given}” is no amount.` };
  const isOut = mapping.direction !== null && directionOf(cell(mapping.direction)) !== 1;
  if (amount <= 0 || isOut) return { line: null };
  if (day > today) return { problem: `${day} is in the future.` };
  const text = oneLine(mapping.text.map(cell).filter(isFilled).join(' '));
  const others = cells
    // a balance may count from the file's first line
    .filter((_, index) => index !== mapping.date && !/balance|saldo/i.test(mapping.columns[index] ?? ''))
    .map(oneLine)
    .filter(isFilled);
  const key = JSON.stringify([day, amount, others]);
  const nth = (equal.get(key) ?? 0) + 1;
  equal.set(key, nth);
  const lineId = `${day}_${hashOf([key, nth]).slice(0, 20)}`;
  return { line: { day, lineId, amountCents: amount, text, reference: oneLine(cell(mapping.reference)) } };
}
