import { describe, expect, it } from 'vitest';
import {
  citedRules,
  coverageDocument,
  isMeasured,
  proofs,
  proofsIn,
  requirementsIn,
  requirementsText,
  rules,
} from './coverage.ts';

const requirements = requirementsIn(requirementsText());
const found = proofs();

describe('docs/requirements.md', () => {
  it('lists requirements with unique ids', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const bullets = requirementsText()
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(bullets.length).toBe(ids.length);
  });

  it('has a test for each requirement', () => {
    const proved = new Set(found.flatMap(({ ids }) => ids));
    expect(requirements.filter(({ id, requirement }) => !proved.has(id) && !isMeasured(requirement))).toEqual(
      [],
    );
  });
});

it('docs/decisions.md has each cited rule once', () => {
  const known = rules();
  expect(known.filter((rule, index) => known.indexOf(rule) !== index)).toEqual([]);
  const cited = citedRules();
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ rule }) => !known.includes(rule))).toEqual([]);
});

describe('comments that name what a test proves', () => {
  it('name requirements that exist', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(found.filter(({ ids }) => ids.some((id) => !known.has(id)))).toEqual([]);
  });

  it('are directly above a test', () => {
    expect(found.filter(({ title }) => title === null)).toEqual([]);
  });

  it.each([
    ["it('adds', () => {", 'adds'],
    ["  it('doesn\\'t', async () => {", "doesn't"],
    ['describe(`every route`, () => {', 'every route'],
    ["test.each([['a', 'b'], ['c', f('d')]])('%s and %s', (", '%s and %s'],
    ["it.runIf(isLinux)(\n  'long title', async () => {", 'long title'],
    ["// biome-ignore lint/x: why\nit('adds', () => {", 'adds'],
    ["const table = ['a'];", null],
  ])('are matched to the title of %s', (test, title) => {
    const text = `// Proves S1-1-1, S1-1-2\n// Proves X-1\n${test}`;
    expect(proofsIn('a.spec.ts', text)).toEqual([
      { file: 'a.spec.ts', title, ids: ['S1-1-1', 'S1-1-2', 'X-1'] },
    ]);
  });
});

it('the coverage document lists each requirement with its tests', () => {
  const document = coverageDocument('## A\n\n- `X-1` One\n- `X-2` Two\n', [
    { file: 'a.spec.ts', title: 'adds', ids: ['X-1'] },
    { file: 'a.spec.ts', title: 'removes', ids: ['X-1'] },
  ]);
  expect(document).toContain('## A\n\n- `X-1` One\n  - `a.spec.ts`: "adds", "removes"\n- `X-2` Two\n');
});
