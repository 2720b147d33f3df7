import fc from 'fast-check';
import { EXTRA_FIELDS, hostileValue } from './hostile.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place in a value, as the keys that lead there; the value itself is the empty one. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) {
    return [path, ...value.slice(0, 5).flatMap((one, index) => placesIn(one, [...path, index]))];
  }
  if (!isFields(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

/** The value with something else at a place; `undefined` takes a field away. */
function placed(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? placed(one, rest, by) : one));
  if (!isFields(value)) return value;
  return { ...value, [key]: placed(value[key], rest, by) };
}

/** A right body with one or two places gone wrong: other types, huge, deep, missing, extra. */
export function spoiled(right: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(right);
  const change = fc.tuple(
    fc.constantFrom(...places),
    fc.oneof({ weight: 6, arbitrary: hostileValue }, fc.constant(undefined)),
  );
  const extra = fc.tuple(fc.constantFrom(...EXTRA_FIELDS), hostileValue);
  return fc
    .tuple(fc.array(change, { minLength: 1, maxLength: 2 }), fc.option(extra, { freq: 3 }))
    .map(([changes, more]) => {
      const changed = changes.reduce<unknown>((body, [place, by]) => placed(body, place, by), right);
      return more === null || !isFields(changed) ? changed : { ...changed, [more[0]]: more[1] };
    });
}

/** A valid body with some fields replaced by others that the schema allows. */
export function varied(right: unknown, others: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (!isFields(right)) return others;
  return fc.tuple(others, fc.array(fc.nat(2), { minLength: 40, maxLength: 40 })).map(([other, dice]) => {
    if (!isFields(other)) return other;
    const keys = [...new Set([...Object.keys(right), ...Object.keys(other)])];
    return Object.fromEntries(
      keys.flatMap((key, index) => {
        const taken = dice[index % dice.length] === 0 || !(key in right) ? other : right;
        return key in taken ? [[key, taken[key]]] : [];
      }),
    );
  });
}

/** Bodies that no route takes, whatever it is for: `[content type, bytes, the status they are refused with]`. */
export const NEVER_TAKEN: readonly (readonly [type: string, body: string | Buffer, status: number])[] = [
  ['application/json', '{', 400],
  ['application/json', '{"a":1}}', 400],
  ['application/json', "{'a':1}", 400],
  ['application/json', '"text"', 400],
  ['application/json', '7', 400],
  ['application/json', 'null', 400],
  ['application/json', '{"a":NaN}', 400],
  ['application/json', '{"__proto__":{"isAdmin":true}}', 400],
  ['application/json', '{"a":{"__proto__":{"isAdmin":true}}}', 400],
  ['application/json', '{"a":{"\\u005f_proto__":{"isAdmin":true}}}', 400],
  ['application/json', Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), 400],
  ['application/json', '\u0000', 400],
  ['text/plain', '{}', 415],
  ['application/x-www-form-urlencoded', 'a=1', 415],
  ['multipart/form-data; boundary=x', '--x--', 415],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 415],
  ['application/jsonp', '{}', 415],
];
