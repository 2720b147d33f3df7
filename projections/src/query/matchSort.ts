/** Shorter texts match most rows; ranking them would sort the whole table. */
const RANKED_LENGTH = 3;

/** A text as an SQL expression without quotes, backslashes or question marks, which query builders interpret. */
const literal = (value: string) =>
  `convert_from(decode('${Buffer.from(value).toString('hex')}', 'hex'), 'UTF8')`;

/**
 * A value to sort by: rows whose name is `q`, then those whose name begins with it, those with a word that begins with
 * it, those whose name contains all its words, then the rest; by name among equals.
 * @param name SQL of the name
 */
export function matchSort(name: string, q: unknown): string {
  const text = typeof q === 'string' ? q.toLowerCase().replaceAll('\0', '').trim().replace(/\s+/g, ' ') : '';
  if (text.length < RANKED_LENGTH) return name;
  const own = `lower(coalesce(${name}, ''))`;
  const contains = (part: string) => `position(${literal(part)} in ${own}) > 0`;
  return `(CASE WHEN ${own} = ${literal(text)} THEN '0' WHEN starts_with(${own}, ${literal(text)}) THEN '1'
    WHEN ${contains(` ${text}`)} THEN '2' WHEN ${text.split(' ').map(contains).join(' AND ')} THEN '3'
    ELSE '4' END || ${own})`;
}
