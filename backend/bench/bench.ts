import type { ResultTable } from '@portal/tools/markdown.ts';
import { figure } from '@portal/tools/statistics.ts';

/** A goal and its measurement. */
export interface GoalResult {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

export interface BenchResult {
  readonly tables: readonly ResultTable[];
  readonly goals: readonly GoalResult[];
  /** Conditions of the measurement, and what was proved. */
  readonly notes: readonly string[];
}

export interface BenchOptions {
  /** Fewer and shorter rounds, to test a bench; results are not written. */
  readonly quick: boolean;
  /** Factor of the usual sizes. */
  readonly scale: number;
  /** Prints progress. */
  say(line: string): void;
}

/** A measurement of `npm run bench`. It throws if its checks fail: a wrong answer has no speed. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  /** Runs only by name, because it needs another server. */
  readonly onlyWhenNamed?: boolean;
  run(options: BenchOptions): Promise<BenchResult>;
}

/** `usual` times the scale, or the size of a quick run. */
export const sized = ({ quick, scale }: BenchOptions, usual: number, small: number): number =>
  quick ? small : Math.round(usual * scale);

/** A goal with a lower bound. `of` follows the unit, e.g. ` bare`. */
export const atLeast = (
  what: string,
  least: number,
  measured: number,
  unit: string,
  of = '',
): GoalResult => ({
  what,
  goal: `>= ${least.toLocaleString('en-US')}${unit}${of}`,
  measured: `${figure(measured)}${unit}`,
  met: measured >= least,
});

/** A goal with an upper bound. `of` names the figure, e.g. `p99`. */
export const atMost = (what: string, most: number, measured: number, unit: string, of = ''): GoalResult => ({
  what,
  goal: `${of === '' ? '' : `${of} `}<= ${most}${unit}`,
  measured: `${figure(measured)}${unit}`,
  met: measured <= most,
});

/**
 * Each side takes a turn in each round, in alternating order, after a round that warms up.
 * @returns what the turns of each side gave, by round
 */
export async function inTurns<Side extends string, Result>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<Result>>>,
): Promise<Readonly<Record<Side, readonly Result[]>>> {
  const names = Object.keys(sides) as Side[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Result[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await sides[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

/** By round. */
export const ratios = (ones: readonly number[], others: readonly number[]): readonly number[] =>
  ones.map((one, round) => one / (others[round] ?? Number.NaN));

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
