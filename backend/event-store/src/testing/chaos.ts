import { appendFileSync } from 'node:fs';

/** `npm test` runs the short form of every scenario, `npm run chaos` the full one. */
export type ChaosSize = 'short' | 'full';

/** A scenario of the reliability table: R1 to R18. */
export type ScenarioId = `R${number}`;

/** The default seed, so that `npm test` is repeatable. */
export const FIXED_SEED = 20_261_121;

/** A figure of a scenario, for docs/reliability.md. */
export interface Figure {
  readonly scenario: ScenarioId;
  /** `did`: a count; `lost`: must be 0; `measured`: a value shown in the report. */
  readonly kind: 'did' | 'lost' | 'measured';
  readonly what: string;
  readonly value: number | string;
}

/** Size of this run, from CHAOS_SIZE. @throws Error on another word */
export function chaosSize(given = process.env.CHAOS_SIZE): ChaosSize {
  if (given === undefined || given === '') return 'short';
  if (given === 'short' || given === 'full') return given;
  throw new Error(`CHAOS_SIZE is short or full, not ${given}.`);
}

/** Seed of this run, from CHAOS_SEED. @throws Error unless it is a whole number */
export function chaosSeed(given = process.env.CHAOS_SEED): number {
  if (given === undefined || given === '') return FIXED_SEED;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`CHAOS_SEED is a whole number, not ${given}.`);
  return seed;
}

/** The value for the size of this run. */
export const sized = <Value>(short: Value, full: Value): Value => (chaosSize() === 'full' ? full : short);

export interface Chance {
  /** From 0, below 1. */
  fraction(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** Picks one. */
  oneOf<Item>(items: readonly Item[]): Item;
}

/** Random numbers that depend on seed and name only; use a separate name for each purpose. */
export function chanceOf(name: string, seed = chaosSeed()): Chance {
  let state = seed >>> 0;
  for (const character of name) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  // mulberry32
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    between,
    oneOf: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to choose from.');
      return item;
    },
  };
}

export interface ScenarioReport {
  /** Records a count: `did(10_000, 'commands')`. Calls with the same words add up. */
  did(count: number, what: string): void;
  /** Records how many were lost, doubled or wrong: 0. */
  lost(count: number, what: string): void;
  /** Records a value: `measured('slowest start', '3.1 s')`. The last one of a name counts. */
  measured(what: string, value: string): void;
}

/**
 * Prints size and seed and records a scenario's figures in the file CHAOS_FIGURES, which `npm run chaos` sets.
 */
export function scenario(id: ScenarioId, gatheredIn = process.env.CHAOS_FIGURES): ScenarioReport {
  process.stdout.write(`${id}: ${chaosSize()}, seed ${chaosSeed()}\n`);
  const take = (kind: Figure['kind'], what: string, value: number | string) => {
    if (gatheredIn === undefined || gatheredIn === '') return;
    const figure: Figure = { scenario: id, kind, what, value };
    appendFileSync(gatheredIn, `${JSON.stringify(figure)}\n`);
  };
  return {
    did: (count, what) => take('did', what, count),
    lost: (count, what) => take('lost', what, count),
    measured: (what, value) => take('measured', what, value),
  };
}
