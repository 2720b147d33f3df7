import fc from 'fast-check';

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Texts that have broken something somewhere: encodings, markup, injections, numbers and days in disguise. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud800y',
  '\u202egnp.exe',
  '\ufeff',
  '\u2028\u2029',
  'e\u0301'.repeat(90),
  'Z̷̧̛'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(8),
  '１２',
  '٣',
  'ſtaten',
  'x'.repeat(201),
  'x'.repeat(5_001),
  'x'.repeat(90_000),
  "'; DROP TABLE es.events; --",
  "' OR '1'='1",
  '%',
  '_',
  '\\',
  '$1',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of an attack, not a template
  '${7*7}',
  '<mj-raw><script>alert(1)</script></mj-raw>',
  '=HYPERLINK("http://evil.example")',
  '../../../../etc/passwd',
  'Ann\r\nBcc: everybody@example.com',
  'constructor',
  '__proto__',
  'toString',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e3',
  '0x10',
  '1e400',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '2026-13',
  'javascript:alert(1)',
  '"><img src=x onerror=alert(1)>',
];

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  0.1 + 0.2,
  1e-7,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  [[]],
  {},
  [null],
  { $ne: null },
  { '': '' },
  { length: 1e9 },
  { toString: 'x', valueOf: 1 },
  { toJSON: 'x' },
  { constructor: { prototype: { isAdmin: true } } },
  nested(400),
  Array(2_000).fill(0),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
];

/** Any value that a field may be sent as. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Keys that no form has. */
export const EXTRA_FIELDS: readonly string[] = [
  'id',
  'account_id',
  'user_id',
  'is_admin',
  'isAdmin',
  'is_approved',
  'status',
  'payment_verified',
  'total_amount',
  'constructor',
  'prototype',
  'hasOwnProperty',
  '',
  'x'.repeat(500),
  'a.b',
  'a[0]',
  '\u0000',
  '\ud800',
];

/** Ids that look like none, encoded as they stand in a path. */
export const HOSTILE_IDS: readonly string[] = [
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c',
  "'%3B%20DROP%20TABLE%20es.events%3B--",
  '%F0%9F%94%90',
  '%ED%A0%80',
  'x'.repeat(101),
  'x'.repeat(5_000),
  'a%20b',
  '%7B%7D',
  '*',
  '$where',
];

/** What cannot be decoded at all. */
export const BROKEN_IDS: readonly string[] = ['%', '%E0%A4%A', '%ZZ'];
/** Ids that could be some, and are nobody's. */
export const ODD_IDS: readonly string[] = [
  '__proto__',
  'constructor',
  'undefined',
  'null',
  'NaN',
  '0',
  '-1',
  '1.5',
  ':id',
  'es.events',
  '99999999999999999999',
  'x'.repeat(100),
];
