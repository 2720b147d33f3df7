/**
 * `npm run lighthouse`: measures the landing page as Lighthouse's mobile preset does (a slow phone on slow 4G,
 * simulated), on a portal of its own that runs as `npm start` runs it. Prints each run and the medians; ends with 1
 * where a median misses its bar. A figure means something on a calm machine only.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { launchChromium } from './e2e/chromium.ts';

const PROJECT = path.join(import.meta.dirname, '..');
const START_MS = 120_000;
const RUNS = 5;

/** Audit, its bar, and how its figure reads. */
const BARS = [
  { audit: 'largest-contentful-paint', name: 'LCP', bar: 1_500, unit: ' ms' },
  { audit: 'total-blocking-time', name: 'TBT', bar: 200, unit: ' ms' },
  { audit: 'cumulative-layout-shift', name: 'CLS', bar: 0.05, unit: '' },
] as const;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

/** A portal with the embedded PostgreSQL in a folder for temporary files. */
async function startPortal() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-lighthouse-'));
  const child = spawn(process.execPath, ['backend/server/src/app/start.mjs'], {
    cwd: PROJECT,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await rm(dataDir, { recursive: true, force: true });
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The portal did not start:\n${output}`)), START_MS);
    child.once('exit', () => reject(new Error(`The portal ended:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

async function measure(url: string, port: number): Promise<number[]> {
  const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' });
  const audits = result?.lhr.audits ?? {};
  if (result?.lhr.runtimeError !== undefined) throw new Error(result.lhr.runtimeError.message);
  return BARS.map(({ audit }) => audits[audit]?.numericValue ?? Number.NaN);
}

const median = (figures: readonly number[]) =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
const shown = (figure: number, unit: string) =>
  `${unit === '' ? figure.toFixed(3) : Math.round(figure)}${unit}`;
const line = (figures: readonly number[]) =>
  BARS.map(({ name, unit }, index) => `${name} ${shown(figures[index] ?? Number.NaN, unit)}`).join(', ');

const say = (text: string) => process.stdout.write(`${text}\n`);

const port = await freePort();
const portal = await startPortal();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
try {
  const runs: number[][] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const figures = await measure(`${portal.url}/`, port);
    runs.push(figures);
    say(`${run} of ${RUNS}: ${line(figures)}`);
  }
  const medians = BARS.map((_, index) => median(runs.map((figures) => figures[index] ?? Number.NaN)));
  say(`median: ${line(medians)}`);
  const missed = BARS.filter(({ bar }, index) => !((medians[index] ?? Number.NaN) <= bar));
  for (const { name, bar, unit } of missed) say(`${name} misses its bar of ${shown(bar, unit)}.`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await portal.stop();
}
