import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { RUN } from './support/runProgram.ts';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'programs/failsInSources.ts');

it('name the lines of the sources, caught or not, and the files of packages', async () => {
  const failed = await run(process.execPath, [RUN, PROGRAM]).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(
    /^Error: Failed as asked\.\n {4}at fail \(.*failsInSources\.ts:5:9\)\n {4}at .*failsInSources\.ts:9:3/,
  );
  expect(failed.stderr).toMatch(/at .*fail.* \(.*failsInSources\.ts:5:9\)/);
  expect(failed.stderr).toMatch(/at .*node_modules\/zod\/.*\.js:\d+:\d+/);
  // no line of the bundle, which can be as long as a package
  expect(failed.stderr.length).toBeLessThan(5_000);
});

it('name a function only if esbuild renamed it', async () => {
  await run(process.execPath, [RUN, PROGRAM]).catch(() => undefined);
  const file = path.join(path.dirname(RUN), 'dist/backend-server-test-programs-failsInSources.mjs');
  const bundle = await readFile(file, 'utf8');
  expect(bundle).toContain('__name=(target,value)=>target.name===value?target:');
});
