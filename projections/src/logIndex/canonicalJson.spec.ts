import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from './canonicalJson.ts';

/** What a stored text is for both: its value, canonical, or a refusal. */
const outcome = (form: (value: unknown) => string | undefined, text: string) => {
  try {
    return form(JSON.parse(text));
  } catch {
    return 'refused';
  }
};

// Proves I8-bench-3
it('gives every JSON value its RFC 8785 form', () => {
  const values = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      expect(outcome(canonicalJson, text)).toBe(outcome(canonicalize, text));
    }),
    { numRuns: 500, seed: 8 },
  );
});

it.each([
  [
    'names out of order',
    '{"b":{"d":1,"c":[{"z":1,"a":2}]},"a":1.0}',
    '{"a":1,"b":{"c":[{"a":2,"z":1}],"d":1}}',
  ],
  ['names that look like numbers', '{"10":1,"9":2,"a":{"2":0,"11":0}}', '{"10":1,"9":2,"a":{"11":0,"2":0}}'],
  ['a name that is no ordinary property', '{"b":1,"__proto__":{"a":2}}', '{"__proto__":{"a":2},"b":1}'],
  ['escapes', '{"a":"\\u00e9\\u0007\\/\\\\ud800"}', '{"a":"é\\u0007/\\\\ud800"}'],
  ['names ordered by code units', '{"\\ufb33":1,"\\ud83d\\ude00":2}', '{"\ud83d\ude00":2,"\ufb33":1}'],
  ['numbers', '[1e2,-0,1e21,0.000001,1E-7]', '[100,0,1e+21,0.000001,1e-7]'],
])('writes %s', (_, text, canonical) => {
  expect(canonicalJson(JSON.parse(text))).toBe(canonical);
});

it.each([
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['a lone surrogate in a name', '{"\\udc00":1}'],
  ['a number past all bounds', '{"b":1,"a":[1e999]}'],
])('has no form for %s', (_, text) => {
  expect(() => canonicalJson(JSON.parse(text))).toThrow('not allowed');
});
