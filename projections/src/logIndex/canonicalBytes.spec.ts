import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memberValue, writeCanonical } from './canonicalBytes.ts';
import { canonicalJson } from './canonicalJson.ts';

/** Undefined if it is not handled. Other bytes follow the text, as in a row. */
const canonical = (text: string): string | undefined => {
  const bytes = Buffer.from(`#${text}"}],0`);
  const into = Buffer.alloc(bytes.length + 1);
  const to = 1 + Buffer.byteLength(text);
  const end = writeCanonical(bytes, 1, to, into, 1);
  return end === -1 ? undefined : into.toString('utf8', 1, end);
};
/** By parsing; undefined for invalid JSON. */
const parsed = (text: string) => {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return undefined;
  }
};
const RUNS = { numRuns: 1_000, seed: 8 };

// Proves I8-bench-3
it('agrees with parsing for every JSON value it handles', () => {
  let answers = 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), (value) => {
      const text = JSON.stringify(value);
      const written = canonical(text);
      if (written === undefined) return;
      answers += 1;
      expect(written).toBe(parsed(text));
    }),
    RUNS,
  );
  expect(answers).toBeGreaterThan(RUNS.numRuns / 4);
});

// Proves I8-bench-3
it('handles no text that is not JSON', () => {
  const pieces = fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', '"a"', '"b"', '"', '1', '-0', '01', 'null', 'tru', ' ', '1.5', '\\'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
      const text = some.join('');
      const written = canonical(text);
      if (written !== undefined) expect(written).toBe(parsed(text));
    }),
    { ...RUNS, numRuns: 20_000 },
  );
});

it.each([
  ['{"v":1,"actor":{"kind":"system","id":"é"},"accounts":["b","a"]}'],
  ['{"10":1,"9":-2,"__proto__":[]}'],
  ['[{"b":true,"a":null},7,{"a":false}]'],
  ['{"c":{"d":[{"z":0,"y":{"b":1,"a":2}}],"a":{}},"b":[[{"d":0,"c":"{\'"}]],"a":"😀"}'],
])('sorts the names of %s', (text) => {
  expect(canonical(text)).toBe(parsed(text));
});

it.each([
  ['white space', '{"a": 1}'],
  ['an escape', '{"a":"\\u00e9"}'],
  ['a fraction', '{"a":1.0}'],
  ['an exponent', '[1e3]'],
  ['more digits than JavaScript keeps', '[12345678901234567890]'],
  ['a zero below zero', '[-0]'],
  ['a zero in front', '[01]'],
  ['a name given twice', '{"a":1,"b":2,"a":3}'],
  ['a name outside ASCII', '{"é":1}'],
  ['something after it', '{}{}'],
  ['a raw control character', '"a\nb"'],
  ['no end', '{"a":[1'],
  ['a string without an end', '"a'],
  ['great depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['many members', `{${Array.from({ length: 100 }, (_, n) => `"${n}":0`)}}`],
  ['nothing', ''],
])('does not handle %s', (_, text) => {
  expect(canonical(text)).toBeUndefined();
});

it('finds the members of the outermost object', () => {
  const text = '{"b":{"c":1,"a":2},"a":[3],"bb":4}';
  expect(canonical(text)).toBe('{"a":[3],"b":{"a":2,"c":1},"bb":4}');
  const at = (name: string) => memberValue(Buffer.from(name));
  expect([at('a'), at('b'), at('bb'), at('c'), at('')]).toEqual([1 + 23, 1 + 5, 1 + 32, -1, -1]);
  canonical('[]');
  expect(at('a')).toBe(-1);
});
