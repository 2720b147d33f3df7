import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** So long a start waits for a database that does not answer yet (docs/operations.md, Started and ready). */
const FOR_MS = 60_000;
const PAUSE_MS = 1_000;

/** A connection that was not made in time or was refused, and a PostgreSQL that is starting or full of others. */
const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '53300', '57P03']);
const TEXTS =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Whether waiting helps: a wrong password or a missing database is told at once. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string' && CODES.has(code)) return true;
  // an address with several machines behind it: all of them
  if (error instanceof AggregateError) return error.errors.some(isOutOfReach);
  return TEXTS.test(error.message) || isOutOfReach(error.cause);
}

export interface Beginning {
  /** Takes back what a try has begun. */
  undo(): Promise<void>;
  /** Whether somebody has asked to stop meanwhile. */
  isOver(): boolean;
  readonly log: Pick<Logger, 'warn'>;
  /** Default 60 s. */
  readonly forMs?: number;
  /** Default 1 s. */
  readonly pauseMs?: number;
}

/**
 * Begins `work` anew while the database is out of reach, for a minute at most: one that is just starting, or that takes
 * longer than 5 s for a connection, is no reason to go away.
 */
export async function untilReachable<Result>(
  work: () => Promise<Result>,
  { undo, isOver, log, forMs = FOR_MS, pauseMs = PAUSE_MS }: Beginning,
): Promise<Result> {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await undo();
      if (isOver() || performance.now() + pauseMs > until || !isOutOfReach(error)) throw error;
      log.warn({ err: error }, 'the database is out of reach; the start goes on trying');
      await sleep(pauseMs);
    }
  }
}
