import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Machine } from '@portal/tools/machine.ts';
import { markdownTable, replaceSection, sectionOf } from '@portal/tools/markdown.ts';
import type { Bench, BenchResult } from './bench.ts';
import { BENCHES } from './benches/index.ts';

const RESULTS = path.join(import.meta.dirname, 'RESULTS.md');
const SUMMARY = path.resolve(import.meta.dirname, '../../docs/performance.md');
/** Columns of a bench's goals in RESULTS.md, from which the overviews are read. */
const GOAL_COLUMNS = ['Goal', '', 'Measured', ''];

export interface Circumstances extends Machine {
  readonly postgres: string;
  readonly date: Date;
  /** Factor of the usual sizes. */
  readonly scale: number;
}

/** A result for the terminal and RESULTS.md. */
export function asMarkdown(bench: Pick<Bench, 'title'>, result: BenchResult, where: Circumstances): string {
  const { cpu, cores, memoryGb, system, node, postgres, load, date, scale } = where;
  const sizes = scale === 1 ? '' : ` Sizes are ${scale} times the usual ones.`;
  const machine = `${date.toISOString().slice(0, 10)}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, PostgreSQL ${postgres}; load average ${load.toFixed(1)} as the run began.${sizes}`;
  const rows = result.goals.map(({ what, goal, measured, met }) => [
    what,
    goal,
    measured,
    met ? 'met' : '**missed**',
  ]);
  return [
    `### ${bench.title}`,
    machine,
    ...[...result.tables, { columns: GOAL_COLUMNS, rows }].map(markdownTable),
    ...result.notes,
  ].join('\n\n');
}

/** Replaces a bench's results in RESULTS.md, and updates the goals there and in docs/performance.md. */
export async function writeResult(name: string, text: string): Promise<void> {
  const before = await readFile(RESULTS, 'utf8');
  const results = replaceSection(before, name, text);
  await writeFile(RESULTS, replaceSection(results, 'all goals', goalsOverview(results, BENCHES)));
  const summary = await readFile(SUMMARY, 'utf8');
  await writeFile(SUMMARY, replaceSection(summary, 'summary', goalsSummary(results)));
}

/** What, goal, measured and verdict of the goals in a bench's section; none if it has not been run. */
export function goalsIn(document: string, name: string): readonly (readonly string[])[] {
  const [, table] = sectionOf(document, name).split(markdownTable({ columns: GOAL_COLUMNS, rows: [] }));
  const [rows = ''] = table?.trimStart().split('\n\n') ?? [];
  return rows
    .split('\n')
    .filter((row) => row.startsWith('|'))
    .map((row) => row.slice(2, -2).split(' | '));
}

/** The goals of all benches, read from their sections. */
export function goalsOverview(document: string, benches: readonly Pick<Bench, 'name'>[]): string {
  const rows = benches.flatMap(({ name }) => {
    const goals = goalsIn(document, name);
    return goals.length === 0
      ? [[`\`${name}\``, '', '', '', 'not measured']]
      : goals.map((goal) => [`\`${name}\``, ...goal]);
  });
  return markdownTable({ columns: ['Bench', 'What', 'Goal', 'Measured', ''], rows });
}

/** The goals in docs/performance.md: label, bench and name. */
const IN_SUMMARY = [
  ["A dealer's list of 20 sites, 8 at once", 'crud', 'GET /api/sites of 20 sites, 8 callers'],
  ["A change of a site's notes, 8 at once", 'crud', 'PATCH /api/sites/{id} {site_notes}, 8 callers'],
  [
    'A change of status with its mails, 8 at once',
    'crud',
    'PATCH /api/sites/{id} {status}, mails written, 8 callers',
  ],
  ['Changes of notes, 32 at once', 'crud', 'PATCH /api/sites/{id} {site_notes}, 32 callers'],
  ['From an event to its row on a page, no other load', 'visible', 'visible, idle'],
  [
    "An administrator's list of 100,000 sites: filter, search, sort",
    'lists',
    'sites, filter + search + sort',
  ],
  ['The same list with ten times the rows', 'growth', 'admin list page, ten times as much'],
  ['Billing run of 10,000 companies with 100,000 sites', 'invoice-run', 'run'],
  ['Memory of the billing run', 'invoice-run', 'memory'],
  ['Replay of an invoice with 200 sites and 5 years', 'replay', 'replay of one invoice'],
  ['Verification of the log', 'verify', 'verify'],
  ['Rebuild of a read model', 'read-models', 'rebuild, spread'],
  ['First start from a clone', 'start', 'first start from a clone'],
  ['Second start', 'start', 'second start'],
  ['Appends by 32 callers, relative to a bare INSERT', 'appends', 'appends by 32'],
] as const;

/** The summary, read from the results. @throws Error for a goal that was not measured */
export function goalsSummary(results: string): string {
  const rows = IN_SUMMARY.map(([label, bench, what]) => {
    const found = goalsIn(results, bench).find(([name]) => name === what);
    if (found === undefined) throw new Error(`The results of ${bench} have no goal named ${what}.`);
    return [label, ...found.slice(1)];
  });
  return markdownTable({ columns: ['', 'Goal', 'Measured', ''], rows });
}
