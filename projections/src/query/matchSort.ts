/** Shorter texts match most rows; ranking them would sort the whole table. */
const RANKED_LENGTH = 3;

/** A text as an SQL expression without quotes, backslashes or question marks, which query builders interpret. */
const literal = (value: string) =>
  `convert_from(decode('${Buffer.from(value).toString('hex')}', 'hex'), 'UTF8')`;

/** Of a field, so that commas of an address don't count. */
const plain = (field: string) => `replace(lower(coalesce(${field}, '')), ',', '')`;

/**
 * A value to sort by: rows with a field that is `q`, then those with a field that begins with it, those with a word that
 * begins with it, those with a field that contains all its words, then the rest; among equals by the order of the fields,
 * then by the first one. The palette marks what fits by the same rules (`parts/palette/match.ts` of the frontend).
 * @param fields SQL of the fields, the name first
 */
export function matchSort(fields: readonly [name: string, ...others: string[]], q: unknown): string {
  const [name] = fields;
  const text =
    typeof q === 'string'
      ? q.toLowerCase().replaceAll('\0', '').replaceAll(',', '').trim().replace(/\s+/g, ' ')
      : '';
  if (text.length < RANKED_LENGTH) return name;
  const ranks: readonly ((field: string) => string)[] = [
    (field) => `${field} = ${literal(text)}`,
    (field) => `starts_with(${field}, ${literal(text)})`,
    (field) => `position(${literal(` ${text}`)} in ${field}) > 0`,
    (field) =>
      text
        .split(' ')
        .map((part) => `position(${literal(part)} in ${field}) > 0`)
        .join(' AND '),
  ];
  const cases = ranks.flatMap((fits, rank) =>
    fields.map((field, place) => `WHEN ${fits(plain(field))} THEN '${rank}${place}'`),
  );
  return `(CASE ${cases.join(' ')} ELSE '9' END || lower(coalesce(${name}, '')))`;
}
