import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Figure } from '@portal/event-store/testing';
import type { Machine } from '@portal/tools/machine.ts';
import { markdownRow, markdownTable, replaceSection, sectionOf } from '@portal/tools/markdown.ts';
import { MUTANTS, type Mutant } from './mutants.ts';
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
  readonly mutant: Pick<Mutant, 'name' | 'scenario' | 'fault' | 'spec'>;
  /** Titles of the tests that turned red. */
  readonly red: readonly string[];
}

/** Sections of docs/reliability.md, each between two markers. */
type Part = 'deep' | 'scenarios' | 'eventstoredb' | 'mutants';

const SCENARIO_HEADS = ['', 'Event store', 'What was done', 'How often', 'Lost', 'Measured', 'Run'];
const MUTANT_HEADS = ['', 'Mutant', 'What is wrong with the code', 'Turned red', 'Run'];

const number = (value: number | string) =>
  typeof value === 'number' ? value.toLocaleString('en-US') : value;

const dayOf = ({ date }: Pick<Circumstances, 'date'>) => date.toISOString().slice(0, 10);

export function circumstancesText({ date, cores, node, postgres }: Circumstances): string {
  return `${dayOf({ date })}, ${cores} cores, Node ${node}, PostgreSQL ${postgres}`;
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

/** A mutant's spec: its file, and the titles that are run. */
export const specText = ({ file, tests }: Mutant['spec']): string =>
  `${path.basename(file)} ${tests ?? ''}`.trim();

export function mutantRow({ mutant, red }: MutantResult, where: Circumstances): string {
  const { scenario, name, fault } = mutant;
  const [first, ...others] = red;
  const more = others.length === 0 ? '' : `; ${others.length} more`;
  const turned =
    first === undefined
      ? `**STAYED GREEN** (${specText(mutant.spec)})`
      : `${path.basename(mutant.spec.file)}: ${first}${more}`;
  return markdownRow([scenario, name, fault, turned, dayOf(where)]);
}

/**
 * Replaces the rows with the same first two cells, and keeps others. Sorted by scenario.
 * @param isKnown whether a row with these first two cells is kept; default: all are
 */
export function withRows(
  document: string,
  part: Part,
  columns: readonly string[],
  rows: readonly string[],
  isKnown: (scenario: string, second: string) => boolean = () => true,
): string {
  const cellsOf = (line: string) => /^\| (R\d+) \| ([^|]+) \|/.exec(line)?.slice(1) ?? [];
  const all = new Map<string, string>();
  for (const line of [...sectionOf(document, part).split('\n'), ...rows]) {
    const [scenario, second = ''] = cellsOf(line);
    if (scenario !== undefined && isKnown(scenario, second)) all.set(`${scenario} ${second}`, line);
  }
  const place = (line: string) => Number(cellsOf(line)[0]?.slice(1));
  const sorted = [...all.values()].sort((a, b) => place(a) - place(b));
  return replaceSection(document, part, [markdownTable({ columns, rows: [] }), ...sorted].join('\n'));
}

async function change(edit: (document: string) => string): Promise<void> {
  await writeFile(FILE, edit(await readFile(FILE, 'utf8')));
}

/** Writes the row of a scenario, and drops rows of unknown ones. */
export const writeScenario = (result: ScenarioResult, where: Circumstances): Promise<void> =>
  change((document) =>
    withRows(document, 'scenarios', SCENARIO_HEADS, [scenarioRow(result, where)], (id) =>
      SCENARIOS.some((scenario) => scenario.id === id),
    ),
  );

export const writeEventStoreDb = (text: string): Promise<void> =>
  change((document) => replaceSection(document, 'eventstoredb', text));

/** Writes the row of a mutant, and drops rows of unknown ones. */
export const writeMutant = (result: MutantResult, where: Circumstances): Promise<void> =>
  change((document) =>
    withRows(document, 'mutants', MUTANT_HEADS, [mutantRow(result, where)], (_, name) =>
      MUTANTS.some((mutant) => mutant.name === name),
    ),
  );

export function writeDeepRun(
  { passed, seed, minutes }: { readonly passed: number; readonly seed: number; readonly minutes: number },
  where: Circumstances,
): Promise<void> {
  const text = `Last green run of \`npm run test:deep\`: ${passed} passed in ${Math.round(minutes)} minutes; seed ${seed}; ${circumstancesText(where)}.`;
  return change((document) => replaceSection(document, 'deep', text));
}
