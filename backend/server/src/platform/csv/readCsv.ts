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

/** Bytes examined for UTF-16 without a mark. */
const DECODED_SAMPLE = 2_000;

/**
 * Decodes UTF-8 and UTF-16 with or without a mark. Bytes that are not valid UTF-8 are read as Windows-1252, as
 * spreadsheet programs write it: all of a file, or a few that another program has added.
 */
export function decodeText(file: Buffer): string {
  if (file.length >= 2 && file[0] === 0xff && file[1] === 0xfe) return decoded(file, 'utf-16le');
  if (file.length >= 2 && file[0] === 0xfe && file[1] === 0xff) return decoded(file, 'utf-16be');
  const wide = unmarkedUtf16(file);
  if (wide !== null) return decoded(file, wide);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return mixed(file);
  }
}

/** Characters 0x80 to 0x9f of Windows-1252. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A character of several bytes in UTF-8, or one byte that is none. */
const NOT_ASCII =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/** Node's own decoder of Windows-1252 reads Latin-1. */
const mixed = (file: Buffer): string =>
  file
    .toString('latin1')
    .replace(NOT_ASCII, (bytes) =>
      bytes.length > 1
        ? Buffer.from(bytes, 'latin1').toString('utf8')
        : (C1[bytes.charCodeAt(0) - 0x80] ?? bytes),
    )
    .replace(/^\uFEFF/, '');

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
