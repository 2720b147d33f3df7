import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withFolder } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atMost, type Bench, secondsOf } from '../bench.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const GIVE_UP_MS = 180_000;
const GOALS = { firstSeconds: 60, secondSeconds: 1 };

/** From `git clone` until /readyz answers, then a second start. */
export const start: Bench = {
  name: 'start',
  title: 'First start from a clone, and second start',
  run: ({ quick, say }) =>
    withFolder(async (folder) => {
      const clone = path.join(folder, 'portal');
      const report = (name: string, seconds: number) => {
        say(`${name}: ${figure(seconds)} s`);
        return seconds;
      };
      const timed = async (name: string, work: () => Promise<unknown>) => report(name, await secondsOf(work));
      const cloned = await timed('git clone', () => run('git', ['clone', '--quiet', ROOT, clone]));
      const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
      const installed = await timed('npm ci', () => run('npm', ['ci', ...flags], { cwd: clone }));
      const firstStart = report('npm start, first', await secondsToStart(clone));
      const rounds = quick ? 1 : 5;
      const second: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        second.push(report('npm start, again', await secondsToStart(clone)));
      }
      await secondsToStart(clone, 'SIGKILL');
      const killed: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        killed.push(report('npm start, after kill -9', await secondsToStart(clone, 'SIGKILL')));
      }
      // ends the PostgreSQL that a killed portal leaves behind
      await secondsToStart(clone);
      const first = cloned + installed + firstStart;
      const again = median(second);
      return {
        tables: [
          {
            columns: ['', 'seconds'],
            rows: [
              ['git clone', figure(cloned)],
              ['npm ci, npm cache warm', figure(installed)],
              ['npm start until /readyz: pages built, database made', figure(firstStart)],
              ['first start, all of it', figure(first)],
              ['second start until /readyz', spread(second)],
              ['start after kill -9 until /readyz', spread(killed)],
            ],
          },
        ],
        goals: [
          atMost('first start from a clone', GOALS.firstSeconds, first, ' s'),
          atMost('second start', GOALS.secondSeconds, again, ' s'),
          atMost('start after kill -9', GOALS.secondSeconds, median(killed), ' s'),
        ],
        notes: [
          'Ready is an answer of 200 to GET /readyz, looked for every 20 ms from the printed address on. npm itself is part of each figure. PostgreSQL outlives a portal that is killed.',
        ],
      };
    }),
};

/** `npm start` until it is ready, and ended again. @returns the seconds until it was ready */
async function secondsToStart(clone: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number> {
  const environment: NodeJS.ProcessEnv = { ...process.env, PORT: '0', LOG_LEVEL: 'warn' };
  for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'DATA_DIR']) delete environment[name];
  const began = performance.now();
  // a process group, to end npm, its shell and the portal together
  const child = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const end = () => endGroup(child, 'SIGKILL');
  process.once('exit', end);
  try {
    await ready(child);
    return (performance.now() - began) / 1_000;
  } finally {
    endGroup(child, signal);
    await gone;
    process.off('exit', end);
  }
}

function endGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // gone already
  }
}

/** Waits for the printed address, then for /readyz. */
async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const giveUp = performance.now() + GIVE_UP_MS;
  while (child.exitCode === null && performance.now() < giveUp) {
    const url = /ready at (http:\S+)/.exec(output)?.[1];
    const answer = url === undefined ? null : await fetch(`${url}/readyz`);
    await answer?.text();
    if (answer?.ok) return;
    await sleep(url === undefined ? 5 : 20);
  }
  throw new Error(`The portal did not get ready: ${output}`);
}
