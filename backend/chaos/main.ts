import { randomInt } from 'node:crypto';
import type { ChaosSize } from '@portal/event-store/testing';
import { readCommandLine, understood } from '@portal/server/app/cli/commandLine.ts';
import { describeMachine, describePostgres } from '@portal/tools/machine.ts';
import { type EventStoreDbServer, eventStoreDbServer } from './eventStoreDbServer.ts';
import { MUTANTS } from './mutants.ts';
import { onPostgres } from './onPostgres.ts';
import {
  type Circumstances,
  type ScenarioResult,
  sumUp,
  writeEventStoreDb,
  writeMutants,
  writeScenarios,
} from './report.ts';
import { tryMutants } from './runMutants.ts';
import { runSpecs } from './runSpecs.ts';
import { SCENARIOS, type Scenario, type ScenarioSpec } from './scenarios.ts';

const POSTGRES = 'Postgres adapter';
const STORES = ['postgres', 'eventstoredb', 'double'];
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Run {
  readonly size: ChaosSize;
  readonly seed: number;
  readonly postgresUrl: string;
  readonly where: Circumstances;
}

const USAGE = [
  'npm run chaos -- [R1 R14 …] [--seed NUMBER] [--short] [--store postgres|eventstoredb|double]',
  'npm run chaos -- --mutants [NAME …]             each fault must fail its spec',
].join('\n');

const OPTIONS = {
  seed: { type: 'string' },
  short: { type: 'boolean', default: false },
  mutants: { type: 'boolean', default: false },
  store: { type: 'string' },
} as const;

/** @throws Error with the usage */
function parsed(parameters: readonly string[]) {
  const { values, words, misuse } = readCommandLine(parameters, OPTIONS, USAGE);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw misuse(`--seed takes a whole number, not ${values.seed}.`);
  const { store } = values;
  if (store !== undefined && !STORES.includes(store))
    throw misuse(`--store is one of ${STORES.join(', ')}, not ${store}.`);
  const known = values.mutants ? MUTANTS.map(({ name }) => name) : SCENARIOS.map(({ id }) => id);
  const unknown = words.filter((name) => !known.some((one) => one === name));
  if (unknown.length > 0) throw misuse(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  return { ...values, seed, names: words };
}

/** `npm run chaos`, see README.md. */
async function main(): Promise<void> {
  const { seed, names, ...values } = understood(parsed);
  const chosen = (name: string) => names.length === 0 || names.includes(name);

  await onPostgres(async (postgresUrl) => {
    const { cores, node } = describeMachine();
    const where = { cores, node, postgres: await describePostgres(postgresUrl), date: new Date() };
    const run: Run = { size: values.short ? 'short' : 'full', seed, postgresUrl, where };
    say(`chaos: ${values.mutants ? 'mutants' : run.size}, seed ${seed}`);
    const sound = values.mutants
      ? await mutants(run, chosen)
      : await scenarios(
          run,
          SCENARIOS.filter(({ id }) => chosen(id)),
          values.store,
        );
    process.exitCode = sound ? 0 : 1;
  });
}

/** @returns whether all held */
async function scenarios(run: Run, chosen: readonly Scenario[], store: string | undefined): Promise<boolean> {
  let sound = true;
  if (store === undefined || store === 'postgres') {
    for (const scenario of having(chosen, ({ cluster }) => cluster !== true)) {
      sound = (await play(run, scenario, POSTGRES, {})) && sound;
    }
  }
  if (store === 'postgres') return sound;
  const server = await eventStoreDbServer(run.postgresUrl, store === 'double');
  try {
    if (server === null && store === 'eventstoredb') throw new Error(NO_EVENTSTOREDB);
    const portable = portableOf(chosen).toSorted((a, b) => Number(b.first ?? 0) - Number(a.first ?? 0));
    if (server !== null) {
      for (const scenario of portable) {
        sound = (await play(run, scenario, server.kind, server.environment)) && sound;
      }
    }
    const isAll = portable.length === portableOf(SCENARIOS).length;
    if (run.size === 'full' && isAll && store !== 'double') await writeEventStoreDb(eventStoreDbText(server));
    if (server === null) say(NO_EVENTSTOREDB);
  } finally {
    await server?.stop();
  }
  return sound;
}

/** Scenarios with those specs alone; none of a scenario leaves it out. */
const having = (
  scenarios: readonly Scenario[],
  which: (spec: ScenarioSpec) => boolean,
): readonly Scenario[] =>
  scenarios
    .map((scenario) => ({ ...scenario, specs: scenario.specs.filter(which) }))
    .filter(({ specs }) => specs.length > 0);

/** Scenarios for EventStoreDB. */
const portableOf = (scenarios: readonly Scenario[]): readonly Scenario[] =>
  having(scenarios, ({ anyStore, cluster }) =>
    cluster === true ? Boolean(process.env.EVENTSTORE_TEST_NODES) : anyStore === true,
  );

const NO_EVENTSTOREDB =
  'Not run against EventStoreDB: EVENTSTORE_TEST_URL names no server and no Docker engine answered.';

function eventStoreDbText(server: EventStoreDbServer | null): string {
  const portable = portableOf(SCENARIOS).map(({ id }) => id);
  if (server !== null) return `${portable.join(', ')} also ran against ${server.kind}: see the rows above.`;
  return `**${NO_EVENTSTOREDB}** With either, \`npm run chaos\` plays ${portable.join(', ')} there as well. The others test PostgreSQL, read models, or parts before the log.`;
}

/** Runs a scenario and writes its result. @returns whether it held */
async function play(
  run: Run,
  scenario: Scenario,
  store: string,
  environment: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { size, seed, postgresUrl, where } = run;
  say(`\n${scenario.id} on ${store}: ${scenario.done}`);
  const ran = await runSpecs(scenario.specs, {
    size,
    seed,
    environment: { TEST_DATABASE_URL: postgresUrl, ...environment },
  });
  const result: ScenarioResult = {
    scenario,
    store,
    seed,
    passed: ran.passed.length,
    failed: ran.passed.length + ran.failed.length === 0 ? ['no test was run'] : ran.failed,
    figures: ran.figures,
    seconds: ran.seconds,
  };
  if (result.failed.length > 0) say(ran.output);
  const { did, lost, measured } = sumUp(ran.figures.filter(({ scenario: id }) => id === scenario.id));
  for (const line of [...did, ...measured, ...lost.map((what) => `lost: ${what}`)]) say(`  ${line}`);
  say(`  ${result.passed} passed, ${result.failed.length} failed, ${result.seconds.toFixed(0)} s`);
  if (size === 'full') await writeScenarios([result], where);
  return result.failed.length === 0;
}

/** @returns whether all turned red */
async function mutants(run: Run, chosen: (name: string) => boolean): Promise<boolean> {
  let sound = true;
  const names = MUTANTS.map(({ name }) => name);
  const untried = await tryMutants(
    MUTANTS.filter(({ name }) => chosen(name)),
    {
      postgresUrl: run.postgresUrl,
      say,
      tried: async (result) => {
        sound &&= result.red.length > 0;
        await writeMutants([result], names, run.where);
      },
    },
  );
  return sound && untried.length === 0;
}

// 'exit' handlers stop PostgreSQL
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
