import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '@portal/tools/machine.ts';
import { markdownTable, type ResultTable, replaceSection } from '@portal/tools/markdown.ts';
import type { Bench, BenchResult } from './bench.ts';
import {
  GOAL_COLUMNS,
  GOALS_SECTION,
  goalsOverview,
  goalsSummary,
  SUMMARY_SECTION,
} from './goalsOverview.ts';

const RESULTS = path.join(import.meta.dirname, 'RESULTS.md');
const SUMMARY = path.resolve(import.meta.dirname, '../../docs/performance.md');

export interface Circumstances extends Machine {
  readonly postgres: string;
  readonly date: Date;
  /** Factor of the usual sizes. */
  readonly scale: number;
}

/** A result for the terminal, with columns of equal width. */
export function asText({ tables, goals, notes }: BenchResult): string {
  const goalTable: ResultTable = {
    columns: ['goal of', 'goal', 'measured', ''],
    rows: goals.map(({ what, goal, measured, met }) => [what, goal, measured, met ? 'met' : 'MISSED']),
  };
  const all = goals.length === 0 ? tables : [...tables, goalTable];
  return [...all.map(textTable), ...notes].join('\n\n');
}

function textTable({ columns, rows }: ResultTable): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [columns, ...rows].map(line).join('\n');
}

/** A result for RESULTS.md. */
export function asMarkdown(bench: Pick<Bench, 'title'>, result: BenchResult, where: Circumstances): string {
  const { cpu, cores, memoryGb, system, node, postgres, load, date, scale } = where;
  const sizes = scale === 1 ? '' : ` Sizes are ${scale} times the usual ones.`;
  const machine = `${date.toISOString().slice(0, 10)}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, PostgreSQL ${postgres}; load average ${load.toFixed(1)} as the run began.${sizes}`;
  const goals: ResultTable = {
    columns: GOAL_COLUMNS,
    rows: result.goals.map(({ what, goal, measured, met }) => [
      what,
      goal,
      measured,
      met ? 'met' : '**missed**',
    ]),
  };
  return [
    `### ${bench.title}`,
    machine,
    ...result.tables.map(markdownTable),
    ...(result.goals.length === 0 ? [] : [markdownTable(goals)]),
    ...result.notes,
  ].join('\n\n');
}

/**
 * Replaces this bench's results in RESULTS.md and updates the tables of goals.
 */
export async function writeResult(
  benches: readonly Pick<Bench, 'name'>[],
  bench: Bench,
  result: BenchResult,
  where: Circumstances,
): Promise<void> {
  const document = replaceSection(
    await readFile(RESULTS, 'utf8'),
    bench.name,
    asMarkdown(bench, result, where),
  );
  await writeFile(RESULTS, document);
  await writeGoals(benches);
}

/** Updates the goals in RESULTS.md and the summary in docs/performance.md. */
export async function writeGoals(benches: readonly Pick<Bench, 'name'>[]): Promise<void> {
  const results = await readFile(RESULTS, 'utf8');
  await writeFile(RESULTS, replaceSection(results, GOALS_SECTION, goalsOverview(results, benches)));
  const summary = await readFile(SUMMARY, 'utf8');
  await writeFile(SUMMARY, replaceSection(summary, SUMMARY_SECTION, goalsSummary(results)));
}
