import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bench, BenchResult, ResultTable } from './bench.ts';
import type { Machine } from './machine.ts';

const FILE = path.resolve(import.meta.dirname, '../../../docs/performance.md');

export interface Circumstances extends Machine {
  readonly postgres: string;
  readonly date: Date;
}

/** A result as it is printed: columns of equal width. */
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

function markdownTable({ columns, rows }: ResultTable): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A result as it stands in docs/performance.md. */
export function asMarkdown(bench: Pick<Bench, 'title'>, result: BenchResult, where: Circumstances): string {
  const { cpu, cores, memoryGb, system, node, postgres, load, date } = where;
  const machine = `${date.toISOString().slice(0, 10)}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, PostgreSQL ${postgres}; load average ${load.toFixed(1)} as the run began.`;
  const goals: ResultTable = {
    columns: ['Goal', '', 'Measured', ''],
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

/** Puts a text between the markers of its name. @throws Error where the document has no such markers */
export function replaceSection(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- results of ${name} -->`, `<!-- end of ${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for the results of ${name}.`);
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`;
}

/** Replaces this bench's results in docs/performance.md and leaves all others as they are. */
export async function writeResult(bench: Bench, result: BenchResult, where: Circumstances): Promise<void> {
  const document = await readFile(FILE, 'utf8');
  await writeFile(FILE, replaceSection(document, bench.name, asMarkdown(bench, result, where)));
}
