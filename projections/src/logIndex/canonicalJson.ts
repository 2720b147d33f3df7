import canonicalize from 'canonicalize';

/** A value that JSON.stringify does not write canonically; the library does. */
class Unusual extends Error {}

const UNUSUAL = new Unusual();
const [ZERO, NINE] = [0x30, 0x39];

/**
 * A JSON value in the form of RFC 8785, several times as fast as `canonicalize`: for usual values, sorting the names and
 * native JSON.stringify suffice. Lone surrogates, infinite numbers and names that look like numbers are left to the library.
 * @throws Error for values that RFC 8785 can't represent
 */
export function canonicalJson(value: unknown): string {
  try {
    const text = JSON.stringify(inOrder(value));
    if (!text.includes('\\ud')) return text;
  } catch (error) {
    if (!(error instanceof Unusual)) throw error;
  }
  return canonicalize(value) ?? 'null';
}

/** The value with names sorted by UTF-16 code units; itself if they are. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw UNUSUAL;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(inOrder);
    return items.every((item, place) => item === value[place]) ? value : items;
  }
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  let same = true;
  let before = '';
  for (const name of names) {
    const first = name.charCodeAt(0);
    // objects sort numeric names themselves, and __proto__ is not an ordinary property
    if ((first >= ZERO && first <= NINE) || name === '__proto__') throw UNUSUAL;
    if (name < before) same = false;
    before = name;
  }
  if (!same) names.sort();
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const member = object[name];
    const ordered = inOrder(member);
    if (ordered !== member) same = false;
    copy[name] = ordered;
  }
  return same ? object : copy;
}
