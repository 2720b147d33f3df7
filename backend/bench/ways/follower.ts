import { setTimeout as pause } from 'node:timers/promises';

/** How a follower is set: as it is without any settings, or as fast as its settings make it. */
export type Tuning = 'defaults' | 'tuned';

/** What following the log from its first event to its last took. */
export interface CaughtUp {
  readonly events: number;
  readonly seconds: number;
  /** Rows that are not as one SQL statement computes them from the log. */
  readonly wrongRows: number;
}

/**
 * A store with a read model that follows it: a row a site with its readers and how often they changed. It runs in a
 * process of its own, where nothing else follows.
 */
export interface Follower {
  /** Writes sites whose reader counts change nine times, so many streams at once. @returns how many events */
  writeSites(sites: number, atOnce: number): Promise<number>;
  /** Follows the whole log into an empty table, which is then compared with the log. */
  catchUp(tuning: Tuning): Promise<CaughtUp>;
  /**
   * Appends at random moments while a read model follows, one that has nothing else to do.
   * @returns milliseconds from each call of append until its event was in the read model
   */
  visible(tuning: Tuning, seconds: number): Promise<readonly number[]>;
}

/** What a module of a follower exports. */
export interface FollowerModule {
  /** @param databaseUrl of an empty database */
  open(databaseUrl: string): Promise<Follower>;
}

export const EVENTS_EACH = 10;
const LONGEST_PAUSE_MS = 400;
/** Until a follower that asks less and less often asks as seldom as it does when it is idle. */
const SETTLED_MS = 2_500;

/**
 * Does something again and again, each time at a random moment, whether or not the last has been answered; once before,
 * which warms up.
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
