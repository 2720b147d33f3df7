import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGES = [
  'backend/contract',
  'backend/domain',
  'backend/event-store',
  'backend/server',
  'projections',
  'frontend',
];

/** Where dollars and cents meet; it reads digits and never multiplies a fraction, as its own spec proves. */
const MONEY = 'backend/domain/src/values/money.ts';
/** Another company's program, as far as we need it. */
const SIMULATOR = 'backend/stripe-simulator/src/';

/** Whole numbers by what they are made of. */
const EXACT: Readonly<Record<string, string>> = {
  'backend/domain/src/pricing/priceSites.ts':
    'a sum of like prices, divided by that price, is how many there are',
};

/** Words for an amount, whatever else is in the name. */
const AMOUNT = String.raw`(?:\w*(?:[cC]ents|[dD]ollars?|[aA]mounts?|[rR]ates?|[pP]rices?|[cC]harges?|[bB]alance))`;
/** The same on the wire, where amounts are dollars with fractions (rule B14). */
const DOLLARS = String.raw`(?:dollarsFromCents\([^()]*\)|\w*[dD]ollars|\w*\.(?:total_amount|unit_price|amount|charge|rate|balance|total))`;

/** How a fraction of a cent would get in. */
const FRACTIONS: readonly (readonly [string, RegExp])[] = [
  ['parseFloat', /\bparseFloat\(/],
  ['a share of an amount', new RegExp(String.raw`\b${AMOUNT}\)? *(?:/|\*\*) *[\w(]`)],
  [
    'a hundred times an amount',
    new RegExp(String.raw`(?:\b${AMOUNT}\)* *\* *100\b|\b100 *\* *\(*${AMOUNT}\b)`),
  ],
  ['a rounded amount', new RegExp(String.raw`\bMath\.(?:round|floor|ceil|trunc)\([^;]*\b${AMOUNT}\b`)],
  ['dollars in a sum', new RegExp(String.raw`\b${DOLLARS} *[-+*] *[\w(]|[\w)] *[-+*] *${DOLLARS}\b(?!\()`)],
  ['an amount by toFixed before it is computed with', /\bNumber\([^;]*\.toFixed\(/],
];

const findings = (text: string): readonly string[] =>
  FRACTIONS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

/** Source lines without comments and texts, which may say what they like. */
function codeOf(source: string): readonly string[] {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line) =>
      line
        .replace(/(^|\s)\/\/.*$/, '')
        .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
        .replace(/\/(?![/*\s])(?:[^/\\\n]|\\.)+\/[gimsuy]*(?=[.,;)\s]|$)/g, "''"),
    );
}

const files = PACKAGES.flatMap((folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, 'src', name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|d)\.tsx?$/.test(path) && !path.includes('/testing/')),
).filter((path) => {
  const file = relative(root, path);
  return file !== MONEY && !file.startsWith(SIMULATOR) && !(file in EXACT);
});

describe('fractions of a cent', () => {
  it('are searched for in all packages', () => expect(files.length).toBeGreaterThan(400));

  // Proves S6-run-16
  it('occur in no amount', () => {
    const found = files.flatMap((path) =>
      codeOf(readFileSync(path, 'utf8')).flatMap((line, index) =>
        findings(line).map((what) => `${relative(root, path)}:${index + 1}: ${what}: ${line.trim()}`),
      ),
    );
    expect(found).toEqual([]);
  });

  // Proves S6-run-16
  it.each([
    ['const rate = parseFloat(text);', 'parseFloat'],
    ['const tax = totalCents / 12;', 'a share of an amount'],
    ['return dollars * 100;', 'a hundred times an amount'],
    ['return 100 * amount;', 'a hundred times an amount'],
    ['const cents = Math.round(rate);', 'a rounded amount'],
    ['sum + invoice.total_amount', 'dollars in a sum'],
    ['dollarsFromCents(a) + dollarsFromCents(b)', 'dollars in a sum'],
    ['Number((readers * rate).toFixed(2))', 'an amount by toFixed before it is computed with'],
  ])('are found in %s', (line, what) => expect(findings(line)).toContain(what));

  it.each([
    'sum + amountCents',
    'readers * rateCents',
    'formatDollars(totalCents)',
    'const share = done / count;',
    "path.join(root, 'rates/facts.ts')",
    'dollars === null ? empty : dollars.toFixed(2)',
  ])('are not reported in %s', (line) => expect(findings(codeOf(line)[0] ?? '')).toEqual([]));
});
