import canonicalize from 'canonicalize';

/** A value whose form JSON.stringify alone would get wrong: left to the library. */
class Unusual extends Error {}

const UNUSUAL = new Unusual();
const [ZERO, NINE] = [0x30, 0x39];

/**
 * A JSON value in the form of RFC 8785, as `canonicalize` gives it, several times as fast: for what portals write,
 * putting the names in order is all there is to do, and JSON.stringify is native. What needs more care (lone
 * surrogates, numbers too large for JSON, names that look like numbers) takes the library's way.
 * @throws Error for values that RFC 8785 has no form for
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

/** The same value with every object's names in the order of their UTF-16 code units; itself where they are. */
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
    // objects order such names by themselves, and one of them is no ordinary property
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
