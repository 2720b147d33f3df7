import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceSection } from '@portal/tools/markdown.ts';
import { figure, quantile, spread } from '@portal/tools/statistics.ts';
import { describe, expect, it } from 'vitest';
import { BENCHES } from './benches/index.ts';
import { asMarkdown, goalsIn, goalsOverview, goalsSummary } from './report.ts';

const RESULTS = path.join(import.meta.dirname, 'RESULTS.md');
const SUMMARY = path.resolve(import.meta.dirname, '../../docs/performance.md');

const result = {
  tables: [{ columns: ['callers', 'a second'], rows: [['8', '1,234']] }],
  goals: [
    { what: 'speed', goal: '>= 2', measured: '3', met: true },
    { what: 'delay', goal: '<= 2', measured: '3', met: false },
  ],
  notes: ['Proved.'],
};
const where = {
  cpu: 'Some CPU',
  cores: 2,
  memoryGb: 8,
  system: 'Linux 6.1',
  node: '20.20.0',
  postgres: '18.4',
  load: 0.25,
  scale: 1,
  date: new Date('2026-03-04T12:00:00.000Z'),
};

describe('a result of the bench', () => {
  it('names the machine, and whether each goal was met', () => {
    const text = asMarkdown({ title: 'A bench' }, result, where);
    expect(text).toContain(
      '2026-03-04, Some CPU, 2 cores, 8 GB, Linux 6.1, Node 20.20.0, PostgreSQL 18.4; load average 0.3 as the run began.',
    );
    expect(text).toContain('| speed | >= 2 | 3 | met |');
    expect(text).toContain('| delay | <= 2 | 3 | **missed** |');
  });

  it('names other sizes', () => {
    const text = asMarkdown({ title: 'A bench' }, result, { ...where, scale: 5 });
    expect(text).toContain('as the run began. Sizes are 5 times the usual ones.');
    expect(asMarkdown({ title: 'A bench' }, result, where)).not.toContain('usual');
  });

  it('replaces its own section only', () => {
    const document =
      'a\n<!-- results of x -->\nold\n<!-- end of x -->\nb\n<!-- results of y -->\n<!-- end of y -->\n';
    const once = replaceSection(document, 'x', 'new');
    expect(once).toBe(document.replace('old', 'new'));
    expect(replaceSection(once, 'x', 'new')).toBe(once);
    expect(() => replaceSection(document, 'z', 'new')).toThrow('has no place for the results of z');
  });

  // Proves I8-bench-1
  it('has a section in RESULTS.md for each bench', async () => {
    const document = await readFile(RESULTS, 'utf8');
    for (const { name } of BENCHES) {
      expect(replaceSection(document, name, 'new')).toContain(`<!-- results of ${name} -->\nnew\n`);
    }
  });
});

describe('the table of all goals', () => {
  const sectionOf = (name: string, text: string) =>
    `<!-- results of ${name} -->\n${text}\n<!-- end of ${name} -->\n`;

  // Proves I8-bench-1
  it('is read from the results, and names benches without any', () => {
    const document = sectionOf('x', asMarkdown({ title: 'A bench' }, result, where)) + sectionOf('y', '');
    expect(goalsIn(document, 'x')).toEqual([
      ['speed', '>= 2', '3', 'met'],
      ['delay', '<= 2', '3', '**missed**'],
    ]);
    const overview = goalsOverview(document, [{ name: 'x' }, { name: 'y' }]);
    expect(overview.split('\n').slice(2)).toEqual([
      '| `x` | speed | >= 2 | 3 | met |',
      '| `x` | delay | <= 2 | 3 | **missed** |',
      '| `y` |  |  |  | not measured |',
    ]);
  });

  // Proves I8-bench-1
  it('is up to date in RESULTS.md', async () => {
    const document = await readFile(RESULTS, 'utf8');
    expect(replaceSection(document, 'all goals', goalsOverview(document, BENCHES))).toBe(document);
  });

  it('has an up-to-date summary in docs/performance.md', async () => {
    const summary = await readFile(SUMMARY, 'utf8');
    const table = goalsSummary(await readFile(RESULTS, 'utf8'));
    expect(replaceSection(summary, 'summary', table)).toBe(summary);
  });
});

describe('figures', () => {
  it('are quantiles with up to two decimals', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 99 - index);
    expect(quantile(hundred, 0.5)).toBe(50);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect([0.1234, 12.345, 123.45, 12_345.6].map(figure)).toEqual(['0.12', '12.3', '123', '12,346']);
    expect(spread([3, 1, 2])).toBe('2.00 (1.00 to 3.00)');
  });
});
