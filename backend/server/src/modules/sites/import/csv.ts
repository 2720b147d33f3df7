import papa from 'papaparse';

/** Longest row in characters; a quote that is still open then is taken for one that never ends. */
const LONGEST_ROW = 20_000;

const NEVER_ENDS = 'The quote that starts in this line never ends.';
const MALFORMED =
  'A quote in this line does not end its value. Write a quote within a quoted value twice ("").';

export interface CsvRecord {
  /** Of its first line; the first line of the file is 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why its cells can't be trusted; null if they can. */
  readonly problem: string | null;
}

/** The values of one line, or of one row that spans lines. */
function parseOne(text: string, delimiter: string) {
  return papa.parse<string[]>(text, { delimiter, newline: '\n', fastMode: false, preview: 1 });
}

/** The first line of some spreadsheet programs, e.g. `sep=;`. */
const SEP = /^"?sep=(.)"?[,;\t|]*$/i;

/** Text with line feeds alone, and the delimiter that it names in a first line `sep=`. */
export function csvText(text: string): { readonly body: string; readonly named: string | null } {
  const body = text.replace(/\r\n?/g, '\n');
  const [first = ''] = body.split('\n', 1);
  const named = SEP.exec(first.trimEnd())?.[1] ?? (/^sep=\t/i.test(first) ? '\t' : null);
  // the line stays, empty, so that lines keep their numbers
  return named === null ? { body, named } : { body: body.slice(first.length), named };
}

/** The delimiter with which the first line that is not blank has the most columns that `isColumn` knows. */
export function delimiterOf(body: string, named: string | null, isColumn: (cell: string) => boolean): string {
  const header = body.split('\n', 50).find((line) => line.trim() !== '') ?? '';
  const known = (delimiter: string) =>
    parseOne(header.slice(0, LONGEST_ROW), delimiter).data[0]?.filter(isColumn).length ?? 0;
  const candidates = [...(named === null ? [] : [named]), ',', ';', '\t', '|'];
  return candidates.reduce((best, next) => (known(next) > known(best) ? next : best));
}

/**
 * Rows of a CSV with line feeds. Where a quote never ends, is malformed or would swallow a line that `isRow` takes for
 * a row, the line with the quote is a row with a problem, and the next line is read as usual.
 */
export function* csvRecords(
  body: string,
  delimiter: string,
  isRow: (cells: readonly string[]) => boolean,
): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < body.length) {
    const end = body.indexOf('\n', at);
    const lineEnd = end < 0 ? body.length : end;
    const first = body.slice(at, lineEnd);
    // only a quote makes a row longer than its line
    const whole = first.includes('"') ? body.slice(at, Math.max(lineEnd, at + LONGEST_ROW)) : first;
    const { data, errors, meta } = parseOne(whole, delimiter);
    const cells = data[0] ?? [''];
    const [error] = errors.filter(({ type }) => type === 'Quotes');
    const lines = body
      .slice(at, at + meta.cursor)
      .replace(/\n$/, '')
      .split('\n');
    const swallows = lines.slice(1).some((text) => isRow(parseOne(text, delimiter).data[0] ?? []));
    if (error !== undefined || swallows) {
      const problem = error?.code === 'InvalidQuotes' ? MALFORMED : NEVER_ENDS;
      yield { line, cells: first.split(delimiter), problem };
      at = lineEnd + 1;
      line += 1;
      continue;
    }
    yield { line, cells, problem: null };
    at = first.includes('"') ? at + Math.max(meta.cursor, 1) : lineEnd + 1;
    if (lines.length === 1) at = lineEnd + 1;
    line += lines.length;
  }
}
