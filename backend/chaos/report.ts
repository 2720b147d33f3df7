import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Figure } from '@portal/event-store/testing';
import type { Machine } from '@portal/tools/machine.ts';
import { markdownRow, markdownTable } from '@portal/tools/markdown.ts';
import { PROJECT } from './runSpecs.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

const FILE = path.join(PROJECT, 'docs/reliability.md');

export interface Circumstances extends Pick<Machine, 'cores' | 'node'> {
  readonly postgres: string;
  readonly date: Date;
}

export interface ScenarioResult {
  readonly scenario: Scenario;
  /** Name of the event store. */
  readonly store: string;
  readonly seed: number;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly figures: readonly Figure[];
  readonly seconds: number;
}

export interface MutantResult {
  readonly name: string;
  readonly scenario: string;
  readonly fault: string;
  readonly spec: string;
  /** Titles of the tests that turned red. */
  readonly red: readonly string[];
}

/** Sections of docs/reliability.md, each between two markers. */
type Part = 'deep' | 'scenarios' | 'eventstoredb' | 'mutants';

const SCENARIO_HEADS = ['', 'Event store', 'What was done', 'How often', 'Lost', 'Measured', 'Run'];
const MUTANT_HEADS = ['', 'Mutant', 'What is wrong with the code', 'Turned red', 'Run'];

const number = (value: number | string) =>
  typeof value === 'number' ? value.toLocaleString('en-US') : value;

export function circumstancesText({ date, cores, node, postgres }: Circumstances): string {
  return `${date.toISOString().slice(0, 10)}, ${cores} cores, Node ${node}, PostgreSQL ${postgres}`;
}

/** The figures of a scenario's specs: sums of `did` and `lost`, the last of each measure. */
export function sumUp(figures: readonly Figure[]): Record<Figure['kind'], readonly string[]> {
  const sums = new Map<string, Figure>();
  for (const figure of figures) {
    const key = `${figure.kind} ${figure.what}`;
    const before = sums.get(key)?.value;
    const added = figure.kind === 'measured' ? figure.value : Number(before ?? 0) + Number(figure.value);
    sums.set(key, { ...figure, value: added });
  }
  const linesOf = (kind: Figure['kind']) =>
    [...sums.values()]
      .filter((figure) => figure.kind === kind)
      .map(({ what, value }) => (kind === 'measured' ? `${what}: ${value}` : `${number(value)} ${what}`));
  return { did: linesOf('did'), lost: linesOf('lost'), measured: linesOf('measured') };
}

export function scenarioRow(result: ScenarioResult, where: Circumstances): string {
  const { scenario, store, seed, passed, failed, figures, seconds } = result;
  const { did, lost, measured } = sumUp(figures.filter((figure) => figure.scenario === scenario.id));
  const tests = `${passed + failed.length} tests`;
  const outcome = failed.length > 0 ? `**DID NOT HOLD: ${failed.join('; ')}**` : 'nothing';
  return markdownRow([
    scenario.id,
    store,
    `${scenario.done}. Must hold: ${scenario.holds}`,
    [...did, tests].join(', '),
    failed.length === 0 && lost.length > 0 ? lost.join(', ') : outcome,
    measured.join('; '),
    `seed ${seed}, ${Math.round(seconds)} s; ${circumstancesText(where)}`,
  ]);
}

export const mutantRow = (result: MutantResult, where: Circumstances): string =>
  markdownRow([
    result.scenario,
    result.name,
    result.fault,
    result.red.length === 0
      ? `**STAYED GREEN** (${result.spec})`
      : `${result.spec}: ${result.red.join('; ')}`,
    circumstancesText(where),
  ]);

/** The text between a part's markers. @throws Error if the document has no such part */
function partOf(document: string, part: Part): { before: string; text: string; after: string } {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no place for ${part}.`);
  return {
    before: document.slice(0, from + begin.length),
    text: document.slice(from + begin.length, to),
    after: document.slice(to),
  };
}

const keyOf = (line: string) => line.split(' | ').slice(0, 2).join(' | ');

/** Replaces the rows with the same first two cells, and keeps others. Sorted by scenario. */
export function withRows(
  document: string,
  part: Part,
  heads: readonly string[],
  rows: readonly string[],
): string {
  const { before, text, after } = partOf(document, part);
  const kept = text.split('\n').filter((line) => /^\| R\d+ \|/.test(line));
  const all = new Map([...kept, ...rows].map((line) => [keyOf(line), line]));
  const place = (line: string) => Number(/^\| R(\d+)/.exec(line)?.[1]);
  const sorted = [...all.values()].sort((a, b) => place(a) - place(b));
  const table = [markdownTable({ columns: heads, rows: [] }), ...sorted].join('\n');
  return `${before}\n${table}\n${after}`;
}

export function withText(document: string, part: Part, text: string): string {
  const { before, after } = partOf(document, part);
  return `${before}\n${text}\n${after}`;
}

async function change(edit: (document: string) => string): Promise<void> {
  await writeFile(FILE, edit(await readFile(FILE, 'utf8')));
}

/** Writes rows of scenarios, and drops rows of unknown ones. */
export function writeScenarios(results: readonly ScenarioResult[], where: Circumstances): Promise<void> {
  const known = new Set<string>(SCENARIOS.map(({ id }) => id));
  const rows = results.map((result) => scenarioRow(result, where));
  return change((document) =>
    withRows(document, 'scenarios', SCENARIO_HEADS, rows)
      .split('\n')
      .filter((line) => {
        const id = /^\| (R\d+) \|/.exec(line)?.[1];
        return id === undefined || known.has(id);
      })
      .join('\n'),
  );
}

export const writeEventStoreDb = (text: string): Promise<void> =>
  change((document) => withText(document, 'eventstoredb', text));

/** Writes results of mutants, and drops rows of mutants that are not `known`. */
export const writeMutants = (
  results: readonly MutantResult[],
  known: readonly string[],
  where: Circumstances,
): Promise<void> =>
  change((document) => {
    const rows = results.map((result) => mutantRow(result, where));
    const written = withRows(document, 'mutants', MUTANT_HEADS, rows);
    const { before, text, after } = partOf(written, 'mutants');
    const current = text.split('\n').filter((line) => {
      const name = /^\| R\d+ \| ([^|]+) \|/.exec(line)?.[1];
      return name === undefined || known.includes(name);
    });
    return `${before}${current.join('\n')}${after}`;
  });

export function writeDeepRun(
  { passed, seed, minutes }: { readonly passed: number; readonly seed: number; readonly minutes: number },
  where: Circumstances,
): Promise<void> {
  const text = `Last green run of \`npm run test:deep\`: ${passed} passed in ${Math.round(minutes)} minutes; seed ${seed}; ${circumstancesText(where)}.`;
  return change((document) => withText(document, 'deep', text));
}
