import type { Figure } from '@portal/event-store/testing';
import { describe, expect, it } from 'vitest';
import { mutantRow, scenarioRow, sumUp, withRows } from './report.ts';
import type { Scenario } from './scenarios.ts';

const WHERE = { cores: 2, node: '20.20.2', postgres: '18.4', date: new Date('2026-11-21T10:00:00Z') };
const SCENARIO: Scenario = { id: 'R2', done: 'this | that', holds: 'all of it', specs: [] };
const figure = (kind: Figure['kind'], what: string, value: number | string): Figure => ({
  scenario: 'R2',
  kind,
  what,
  value,
});
const result = (failed: readonly string[], figures: readonly Figure[]) => ({
  scenario: SCENARIO,
  store: 'Postgres adapter',
  seed: 7,
  passed: 2,
  failed,
  figures,
  seconds: 61.4,
});

describe('docs/reliability.md', () => {
  it('sums up actions and losses, and keeps the last of each measure', () => {
    const told = sumUp([
      figure('did', 'commands', 1_000),
      figure('did', 'commands', 500),
      figure('lost', 'events', 0),
      figure('measured', 'slowest', '2 s'),
      figure('measured', 'slowest', '3 s'),
    ]);
    expect(told).toEqual({ did: ['1,500 commands'], lost: ['0 events'], measured: ['slowest: 3 s'] });
  });

  // Proves I8-chaos-1
  it('shows actions, counts and losses with seed, machine and event store', () => {
    const figures = [figure('did', 'commands', 12), figure('lost', 'events', 0)];
    expect(scenarioRow(result([], figures), WHERE)).toBe(
      '| R2 | Postgres adapter | this \\| that. Must hold: all of it | 12 commands, 2 tests | 0 events |  | seed 7, 61 s; 2026-11-21, 2 cores, Node 20.20.2, PostgreSQL 18.4 |',
    );
  });

  // Proves I8-chaos-1
  it('shows a failure in bold, with any figures', () => {
    const row = scenarioRow(result(['one of them'], [figure('lost', 'events', 0)]), WHERE);
    expect(row).toContain('| **DID NOT HOLD: one of them** |');
    expect(row).not.toContain('0 events');
  });

  // Proves I8-chaos-2
  it('shows a mutant that stayed green', () => {
    const mutant = { name: 'm', scenario: 'R2', fault: 'a fault', spec: { file: 'x/a.spec.ts' } } as const;
    expect(mutantRow({ mutant, red: [] }, WHERE)).toContain('**STAYED GREEN** (a.spec.ts)');
    expect(mutantRow({ mutant, red: ['it holds'] }, WHERE)).toContain('| a.spec.ts: it holds | 2026-11-21 |');
    const red = ['it holds', 'again', 'and again'];
    expect(mutantRow({ mutant, red }, WHERE)).toContain('| a.spec.ts: it holds; 2 more |');
  });

  it('replaces the rows of a run and keeps the others, in order', () => {
    const heads = ['', 'Event store', 'What'];
    const empty = 'Before\n<!-- results of scenarios -->\n<!-- end of scenarios -->\nAfter';
    const first = withRows(empty, 'scenarios', heads, [
      '| R10 | Postgres adapter | ten |',
      '| R2 | Postgres adapter | old |',
    ]);
    const second = withRows(first, 'scenarios', heads, [
      '| R2 | Postgres adapter | two |',
      '| R2 | EventStoreDB | two elsewhere |',
    ]);
    expect(second.split('\n')).toEqual([
      'Before',
      '<!-- results of scenarios -->',
      '|  | Event store | What |',
      '| --- | --- | --- |',
      '| R2 | Postgres adapter | two |',
      '| R2 | EventStoreDB | two elsewhere |',
      '| R10 | Postgres adapter | ten |',
      '<!-- end of scenarios -->',
      'After',
    ]);
    expect(() => withRows('no markers', 'scenarios', heads, [])).toThrow(
      'no place for the results of scenarios',
    );
  });
});
