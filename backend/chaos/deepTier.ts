import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readCommandLine, understood } from '@portal/server/app/cli/commandLine.ts';
import { describeMachine, describePostgres } from '@portal/tools/machine.ts';
import { MUTANTS } from './mutants.ts';
import { onPostgres } from './onPostgres.ts';
import { writeDeepRun } from './report.ts';
import { tryMutants } from './runMutants.ts';
import { PROJECT, VITEST } from './runSpecs.ts';

const CLOSING_LINE = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * `npm run test:deep`: specs that `npm test` leaves out, with a new seed (`--seed N` repeats a run), then all mutants.
 * A detected mutant counts as passed. Writes a green run into docs/reliability.md.
 */
async function main(): Promise<void> {
  const { values } = understood((parameters) =>
    readCommandLine(parameters, { seed: { type: 'string' } }, 'npm run test:deep -- [--seed NUMBER]'),
  );
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const began = performance.now();
  say(`test:deep: seed ${seed}`);
  const specs = await runDeepSpecs(seed);
  const { caught, missed, postgres } = await runMutants();
  const passed = specs.passed + caught;
  const failed = specs.failed + missed;
  if (failed === 0) {
    const { cores, node } = describeMachine();
    const minutes = (performance.now() - began) / 60_000;
    await writeDeepRun({ passed, seed, minutes }, { cores, node, postgres, date: new Date() });
  }
  say(`\n${passed} passed, ${failed} failed, ${specs.skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function runDeepSpecs(seed: number): Promise<Counts> {
  const child = spawn(process.execPath, [VITEST, 'run', '--config', 'vitest.workspace.ts'], {
    cwd: PROJECT,
    env: { ...process.env, TEST_TIER: 'deep', CHAOS_SEED: String(seed) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let tail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    tail = (tail + chunk.toString()).slice(-2_000);
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [, passed, failed, skipped] = [...tail.matchAll(CLOSING_LINE)].at(-1) ?? [];
  // without a closing line, vitest was aborted
  if (passed === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

async function runMutants(): Promise<{ caught: number; missed: number; postgres: string }> {
  let caught = 0;
  let postgres = '';
  await onPostgres(async (postgresUrl) => {
    postgres = await describePostgres(postgresUrl);
    await tryMutants(MUTANTS, {
      postgresUrl,
      say,
      tried: async ({ red }) => {
        if (red.length > 0) caught += 1;
      },
    });
  });
  return { caught, missed: MUTANTS.length - caught, postgres };
}

// whoever breaks it off leaves no PostgreSQL behind
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
