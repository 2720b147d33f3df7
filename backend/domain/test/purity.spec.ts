import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** What would let a clock, chance, the outside world or a fraction of a cent into a decision. */
const IMPURE: readonly (readonly [string, RegExp])[] = [
  [
    'the clock',
    /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(|\bperformance\.|\bTemporal\.Now\b|\bnew TZDate\(\s*\)|\bTZDate\.tz\(/,
  ],
  ['chance', /\bMath\.random\b|\bcrypto\b|\brandomUUID\b|\bv[1467]\b[^;]*from 'uuid'/],
  ['Node', /from '(node:|fs\b|path\b|os\b)|\bprocess\.|\brequire\(|\bimport\(/],
  ['the network or timers', /\bfetch\(|\bsetTimeout\b|\bsetInterval\b|\bXMLHttpRequest\b/],
  ['another package', /from '@portal\//],
  ['fractions of money', /\bparseFloat\b|\.toFixed\(|\bMath\.round\(/],
];

const findings = (text: string): string[] =>
  IMPURE.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

describe('the domain is pure', () => {
  it('has files that this test reads', () => expect(sources.length).toBeGreaterThan(30));

  it.each(sources.map(({ file, text }) => [file, text] as const))('%s', (_file, text) =>
    expect(findings(text)).toEqual([]),
  );

  it.each([
    ['const now = Date.now();', 'the clock'],
    ['const now = new Date();', 'the clock'],
    ['const now = Date();', 'the clock'],
    ['const now = new TZDate();', 'the clock'],
    ['const n = Math.random();', 'chance'],
    ["import { v7 } from 'uuid';", 'chance'],
    ['const id = crypto.randomUUID();', 'chance'],
    ["import { readFileSync } from 'node:fs';", 'Node'],
    ['const zone = process.env.TZ;', 'Node'],
    ['await fetch(url);', 'the network or timers'],
    ["import { x } from '@portal/server';", 'another package'],
    ['const cents = Math.round(dollars * 100);', 'fractions of money'],
  ])('finds %s', (text, name) => expect(findings(text)).toEqual([name]));

  it.each([
    'new Date(Date.UTC(2026, 0, 1))',
    'new Date(instant)',
    'Date.parse(instant)',
    'new TZDate(time, zone)',
  ])('allows %s', (text) => expect(findings(text)).toEqual([]));
});

describe('values and pricing know no events', () => {
  const subPaths = sources.filter(({ file }) => /^(values|pricing)\//.test(file));
  const ALLOWED = /^(\.\/[A-Za-z0-9]+\.ts|\.\.\/values\/[A-Za-z0-9]+\.ts|date-fns|@date-fns\/tz)$/;
  it.each(subPaths.map(({ file, text }) => [file, text] as const))('%s', (_file, text) => {
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '');
    expect(imports.filter((from) => !ALLOWED.test(from))).toEqual([]);
  });
});
