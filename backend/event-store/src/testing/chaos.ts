import { appendFileSync } from 'node:fs';

/** `npm test` runs the short form of every scenario, `npm run chaos` the full one. */
export type ChaosSize = 'short' | 'full';

/** A scenario of the reliability table: R1 to R18. */
export type ScenarioId = `R${number}`;

/** The seed of a run that names none, so that `npm test` does the same every time. */
export const FIXED_SEED = 20_261_121;

/** What a spec did and found: a line of what `npm run chaos` gathers into docs/reliability.md. */
export interface Figure {
  readonly scenario: ScenarioId;
  /** `did`: how often; `lost`: what must be 0; `measured`: a value that the report shows beside its name. */
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

/** Seed of this run, from CHAOS_SEED. @throws Error where that is no whole number */
export function chaosSeed(given = process.env.CHAOS_SEED): number {
  if (given === undefined || given === '') return FIXED_SEED;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`CHAOS_SEED is a whole number, not ${given}.`);
  return seed;
}

/** The value for the size of this run. */
export const sized = <Value>(short: Value, full: Value): Value => (chaosSize() === 'full' ? full : short);

export interface Chance {
  /** From 0 up to but without 1. */
  fraction(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** One of them. */
  oneOf<Item>(items: readonly Item[]): Item;
}

/** Chance that comes out the same for the same seed and name: each thing that happens at random has a name of its own. */
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
  /** So many were done: `did(10_000, 'commands')`. Several calls with the same words add up. */
  did(count: number, what: string): void;
  /** So many were lost, doubled or wrong, as the spec asserts: 0. */
  lost(count: number, what: string): void;
  /** A value beside what was done: `measured('slowest start', '3.1 s')`. Of several under one name the last stands. */
  measured(what: string, value: string): void;
}

/**
 * Prints size and seed, and takes down what a scenario did: for the report where `npm run chaos` gathers
 * (CHAOS_FIGURES names its file), else nowhere.
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
