import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { RUN } from './support/runProgram.ts';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'programs/failsInSources.ts');

it('name the lines of the sources, caught or not', async () => {
  const failed = await run(process.execPath, [RUN, PROGRAM]).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(
    /^Error: Failed as asked\.\n {4}at fail \(.*failsInSources\.ts:5:9\)\n {4}at .*failsInSources\.ts:9:3/,
  );
  expect(failed.stderr).toMatch(/at .*fail.* \(.*failsInSources\.ts:5:9\)/);
  // no line of the bundle, which can be as long as a package
  expect(failed.stderr.length).toBeLessThan(5_000);
});
