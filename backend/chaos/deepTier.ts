import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readCommandLine, understood } from '@portal/server/app/cli/commandLine.ts';
import { MUTANTS } from './mutants.ts';
import { onPostgres } from './onPostgres.ts';
import { writeDeepRun } from './report.ts';
import { tryMutants } from './runMutants.ts';
import { PROJECT, VITEST } from './runSpecs.ts';

const CLOSING_LINE = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;
const say = (line: string) => process.stdout.write(`${line}\n`);

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
  await onPostgres(async (postgresUrl, where) => {
    const detected = await tryMutants(MUTANTS, postgresUrl, say);
    const passed = specs.passed + detected;
    const failed = specs.failed + MUTANTS.length - detected;
    const minutes = (performance.now() - began) / 60_000;
    if (failed === 0) await writeDeepRun({ passed, seed, minutes }, where);
    say(`\n${passed} passed, ${failed} failed, ${specs.skipped} skipped`);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}

/** @returns the numbers of tests */
async function runDeepSpecs(seed: number): Promise<Record<'passed' | 'failed' | 'skipped', number>> {
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
  // without a closing line, vitest was aborted
  const [, passed = 0, failed = 1, skipped = 0] = [...tail.matchAll(CLOSING_LINE)].at(-1) ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

// whoever breaks it off leaves no PostgreSQL behind
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
