import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChaosSize, Figure } from '@portal/event-store/testing';
import type { Scenario } from './scenarios.ts';

export const PROJECT = path.resolve(import.meta.dirname, '../..');
export const VITEST = path.join(PROJECT, 'node_modules/vitest/vitest.mjs');

export interface SpecRunOptions {
  readonly size: ChaosSize;
  readonly seed: number;
  /** Default: this tree. */
  readonly root?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs specs in a separate vitest. */
export async function runSpecs(specs: Scenario['specs'], options: SpecRunOptions) {
  const { size, seed, root = PROJECT, environment = {} } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-chaos-run-'));
  const figuresFile = path.join(folder, 'figures');
  const reportFile = path.join(folder, 'report.json');
  // they share a log and a database
  const inTurn = environment.CHAOS_EVENTSTORE_URL === undefined ? [] : ['--no-file-parallelism'];
  const began = performance.now();
  try {
    const child = spawn(
      process.execPath,
      [VITEST, ...vitestArguments(specs), ...inTurn, `--outputFile=${reportFile}`],
      {
        cwd: root,
        env: {
          ...process.env,
          ...environment,
          TEST_TIER: 'all',
          CHAOS_SIZE: size,
          CHAOS_SEED: String(seed),
          CHAOS_FIGURES: figuresFile,
          NO_COLOR: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    await new Promise((resolve) => child.once('close', resolve));
    const report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => 'null')) as VitestReport | null;
    if (report === null) throw new Error(`vitest wrote no report:\n${output}`);
    const figures = await readFile(figuresFile, 'utf8').catch(() => '');
    return {
      ...outcome(report),
      seconds: (performance.now() - began) / 1_000,
      figures: figures
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Figure),
      output,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function vitestArguments(specs: Scenario['specs']): string[] {
  const titles = specs.map(({ tests }) => tests);
  // a pattern applies to all files of a run
  const selected = titles.every((tests) => tests !== undefined);
  return [
    'run',
    '--config=vitest.workspace.ts',
    '--reporter=default',
    '--reporter=json',
    ...(selected ? [`--testNamePattern=^(${[...new Set(titles)].join('|')})\\b`] : []),
    ...specs.map(({ file }) => file),
  ];
}

/** Titles of tests. @returns loaded: whether all spec files could be loaded; one that could not counts as failed */
function outcome({ testResults }: VitestReport) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const titled = (wanted: string) =>
    tests.filter(({ status }) => status === wanted).map(({ fullName }) => fullName.trim());
  return {
    loaded: broken.length === 0,
    passed: titled('passed'),
    failed: [...titled('failed'), ...broken.map(({ name, message }) => `${path.basename(name)}: ${message}`)],
  };
}
