import { randomInt } from 'node:crypto';
import type { ChaosSize } from '@portal/event-store/testing';
import { readCommandLine, understood } from '@portal/server/app/cli/commandLine.ts';
import { type EventStoreDbServer, eventStoreDbServer } from './eventStoreDbServer.ts';
import { MUTANTS } from './mutants.ts';
import { onPostgres } from './onPostgres.ts';
import { type Circumstances, sumUp, writeEventStoreDb, writeMutant, writeScenario } from './report.ts';
import { tryMutants } from './runMutants.ts';
import { runSpecs } from './runSpecs.ts';
import { SCENARIOS, type Scenario, type ScenarioSpec } from './scenarios.ts';

const STORES = ['postgres', 'eventstoredb'];
const say = (line: string) => process.stdout.write(`${line}\n`);

const NO_EVENTSTOREDB =
  'Not run against EventStoreDB: EVENTSTORE_TEST_URL names no server and no Docker engine answered.';

type Environment = Readonly<Record<string, string>>;

const USAGE = [
  'npm run chaos -- [R1 R14 …] [--seed NUMBER] [--short] [--store postgres|eventstoredb]',
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
  const { seed, names, short, store, ...values } = understood(parsed);
  const isChosen = (name: string) => names.length === 0 || names.includes(name);
  const size: ChaosSize = short ? 'short' : 'full';
  say(`chaos: ${values.mutants ? 'mutants' : size}, seed ${seed}`);
  await onPostgres(async (postgresUrl, where) => {
    if (values.mutants) {
      const chosen = MUTANTS.filter(({ name }) => isChosen(name));
      const detected = await tryMutants(chosen, postgresUrl, say, (result) => writeMutant(result, where));
      process.exitCode = detected === chosen.length ? 0 : 1;
      return;
    }
    const chosen = SCENARIOS.filter(({ id }) => isChosen(id));
    const play = (on: readonly Scenario[], kind: string, environment: Environment) =>
      playAll(on, {
        store: kind,
        size,
        seed,
        where,
        environment: { TEST_DATABASE_URL: postgresUrl, ...environment },
      });
    let held = true;
    if (store !== 'eventstoredb') {
      const onDatabase = having(chosen, ({ cluster }) => cluster !== true);
      held = await play(onDatabase, 'Postgres adapter', {});
    }
    if (store !== 'postgres') {
      const server = await eventStoreDbServer(postgresUrl);
      try {
        if (server === null && store === 'eventstoredb') throw new Error(NO_EVENTSTOREDB);
        const portable = portableOf(chosen).toSorted((a, b) => Number(b.first ?? 0) - Number(a.first ?? 0));
        if (server === null) say(NO_EVENTSTOREDB);
        else held = (await play(portable, server.kind, server.environment)) && held;
        const isAll = portable.length === portableOf(SCENARIOS).length;
        if (size === 'full' && isAll) await writeEventStoreDb(eventStoreDbText(server));
      } finally {
        await server?.stop();
      }
    }
    process.exitCode = held ? 0 : 1;
  });
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

function eventStoreDbText(server: EventStoreDbServer | null): string {
  const portable = portableOf(SCENARIOS).map(({ id }) => id);
  if (server !== null) return `${portable.join(', ')} also ran against ${server.kind}: see the rows above.`;
  return `**${NO_EVENTSTOREDB}** With either, \`npm run chaos\` plays ${portable.join(', ')} there as well. The others test PostgreSQL, read models, or parts before the log.`;
}

/** Runs scenarios, and writes their results in full size. @returns whether all held */
async function playAll(
  scenarios: readonly Scenario[],
  run: {
    /** Its name for the report. */
    readonly store: string;
    readonly size: ChaosSize;
    readonly seed: number;
    readonly where: Circumstances;
    readonly environment: Environment;
  },
): Promise<boolean> {
  const { store, size, seed, where, environment } = run;
  let held = true;
  for (const scenario of scenarios) {
    say(`\n${scenario.id} on ${store}: ${scenario.done}`);
    const ran = await runSpecs(scenario.specs, { size, seed, environment });
    const failed = ran.passed.length + ran.failed.length === 0 ? ['no test was run'] : ran.failed;
    if (failed.length > 0) say(ran.output);
    const { did, lost, measured } = sumUp(ran.figures.filter((figure) => figure.scenario === scenario.id));
    for (const line of [...did, ...measured, ...lost.map((what) => `lost: ${what}`)]) say(`  ${line}`);
    say(`  ${ran.passed.length} passed, ${failed.length} failed, ${ran.seconds.toFixed(0)} s`);
    const { figures, seconds } = ran;
    const result = { scenario, store, seed, passed: ran.passed.length, failed, figures, seconds };
    if (size === 'full') await writeScenario(result, where);
    held &&= failed.length === 0;
  }
  return held;
}

// 'exit' handlers stop PostgreSQL
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
