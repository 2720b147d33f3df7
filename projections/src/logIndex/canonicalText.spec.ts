import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from './canonicalJson.ts';
import { canonicalText } from './canonicalText.ts';

/** The canonical form by parsing; undefined for invalid JSON. */
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
      const canonical = canonicalText(text);
      if (canonical === undefined) return;
      answers += 1;
      expect(canonical).toBe(parsed(text));
    }),
    RUNS,
  );
  expect(answers).toBeGreaterThan(RUNS.numRuns / 4);
});

// Proves I8-bench-3
it('does not handle text that is not JSON', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '1',
    '-0',
    '01',
    'null',
    'tru',
    ' ',
    '1.5',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
      const text = some.join('');
      const canonical = canonicalText(text);
      if (canonical !== undefined) expect(canonical).toBe(parsed(text));
    }),
    { ...RUNS, numRuns: 20_000 },
  );
});

it.each([
  [
    '{"v":1,"actor":{"kind":"system","id":"é"},"accounts":["b","a"]}',
    '{"accounts":["b","a"],"actor":{"id":"é","kind":"system"},"v":1}',
  ],
  ['{"10":1,"9":-2,"__proto__":[]}', '{"10":1,"9":-2,"__proto__":[]}'],
  ['[{"b":true,"a":null},7,{"a":false}]', '[{"a":null,"b":true},7,{"a":false}]'],
  ['{"a":{},"b":[[{"d":0,"c":"{\'"}]]}', '{"a":{},"b":[[{"c":"{\'","d":0}]]}'],
])('sorts the names of %s', (text, canonical) => {
  expect(canonicalText(text)).toBe(canonical);
  expect(parsed(text)).toBe(canonical);
});

it.each([
  ['white space', '{"a": 1}'],
  ['an escape', '{"a":"\\u00e9"}'],
  ['a fraction', '{"a":1.0}'],
  ['an exponent', '[1e3]'],
  ['more digits than JavaScript keeps', '[12345678901234567890]'],
  ['a zero below zero', '[-0]'],
  ['a name given twice', '{"a":1,"b":2,"a":3}'],
  ['a name given twice, one after the other', '{"a":1,"a":2}'],
  ['something after it', '{}{}'],
  ['a raw control character', '"a\nb"'],
  ['half a character', '"\ud800"'],
  ['no end', '{"a":[1'],
  ['great depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['nothing', ''],
])('does not handle %s', (_, text) => {
  expect(canonicalText(text)).toBeUndefined();
});
