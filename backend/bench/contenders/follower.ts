import { setTimeout as pause } from 'node:timers/promises';

/** Settings of a follower: its defaults, or the fastest. */
export type Tuning = 'defaults' | 'tuned';

export interface CaughtUp {
  readonly events: number;
  readonly seconds: number;
  /** Rows that differ from SQL over the log. */
  readonly wrongRows: number;
}

/**
 * A store with a read model: a row per site with its readers and the number of their changes. It runs alone in its
 * process.
 */
export interface Follower {
  /** Writes sites whose reader counts change nine times. @returns the number of events */
  writeSites(sites: number, atOnce: number): Promise<number>;
  /** Fills an empty table from the whole log and compares it. */
  catchUp(tuning: Tuning): Promise<CaughtUp>;
  /**
   * Appends at random times while an idle read model follows.
   * @returns milliseconds from each append until its event was in the read model
   */
  visible(tuning: Tuning, seconds: number): Promise<readonly number[]>;
}

export interface FollowerModule {
  /** @param databaseUrl of an empty database */
  open(databaseUrl: string): Promise<Follower>;
}

export const EVENTS_EACH = 10;
const LONGEST_PAUSE_MS = 400;
/** Until a follower that polls ever less often has reached its longest interval. */
const SETTLED_MS = 2_500;

/**
 * Calls `once` at random times, without waiting for earlier calls; before that once, to warm up.
 */
export async function atRandomMoments(
  seconds: number,
  once: () => Promise<number>,
): Promise<readonly number[]> {
  await once();
  await pause(SETTLED_MS);
  const began = performance.now();
  const done: Promise<number>[] = [];
  while (performance.now() - began < seconds * 1_000) {
    await pause(Math.random() * LONGEST_PAUSE_MS);
    done.push(once());
  }
  return Promise.all(done);
}
