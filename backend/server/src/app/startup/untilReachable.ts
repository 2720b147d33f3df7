import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '@portal/event-store';
import type { Logger } from 'pino';
import { OwnerLoginFailed } from '../../platform/eventStore/openEventStore.ts';
import { problemOf } from '../../platform/health/problemOf.ts';
import type { Settings } from '../settings.ts';

/** How long a start waits for unreachable services (docs/operations.md, Start and readiness). */
const FOR_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Unresolvable or unreachable hosts, timeouts, refused connections, a PostgreSQL that is starting or full; gRPC
 * DEADLINE_EXCEEDED (4) and UNAVAILABLE (14).
 */
const CODES = new Set<unknown>([
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '53300', '57P03', 4, 14],
]);
const TEXTS =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout|EventStoreDB did not answer|Failed to discover)/;

/** Whether waiting may help; a wrong password or a missing database fails at once. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (CODES.has((error as { readonly code?: unknown }).code)) return true;
  // a name with several addresses
  if (error instanceof AggregateError) return error.errors.some(isOutOfReach);
  return TEXTS.test(error.message) || isOutOfReach(error.cause);
}

/** Host and port of an address, without its user and password. */
const hostOf = (address: string) => /^[^/]+:\/\/(?:[^/?]*@)?([^/?]+)/.exec(address)?.[1] ?? 'this machine';

/** What can't be used, its host, and the setting that names it. */
function placeOf(error: unknown, { databaseUrl, databaseOwnerUrl, eventStoreUrl }: Places): string {
  if (eventStoreUrl !== null && error instanceof StoreUnavailable) {
    return `EventStoreDB at ${hostOf(eventStoreUrl)} (EVENTSTORE_URL)`;
  }
  if (databaseUrl === null) return 'The embedded PostgreSQL';
  if (databaseOwnerUrl !== null && error instanceof OwnerLoginFailed) {
    return `PostgreSQL at ${hostOf(databaseOwnerUrl)} (DATABASE_OWNER_URL)`;
  }
  return `PostgreSQL at ${hostOf(databaseUrl)} (DATABASE_URL)`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.trim() : String(error);
}

type Places = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'eventStoreUrl'>;

export interface Beginning {
  /** Undoes a failed attempt. */
  undo(): Promise<void>;
  /** Whether a stop was requested. */
  isOver(): boolean;
  readonly settings: Places;
  readonly log: Pick<Logger, 'warn'>;
  /** Default 60 s. */
  readonly forMs?: number;
  /** Default 1 s. */
  readonly pauseMs?: number;
}

/**
 * Retries `work` while PostgreSQL or EventStoreDB is unreachable, for a minute at most.
 * @throws Error of one line with host and setting when the time is over, or if the login is refused
 */
export async function untilReachable<Result>(
  work: () => Promise<Result>,
  { undo, isOver, settings, log, forMs = FOR_MS, pauseMs = PAUSE_MS }: Beginning,
): Promise<Result> {
  const until = performance.now() + forMs;
  let logged: string | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await undo();
      const place = placeOf(error, settings);
      if (problemOf(error) === 'wrong user or password') {
        throw new Error(`${place} refused the login. Correct user, password (@ is written %40) or rights.`, {
          cause: error,
        });
      }
      if (isOver() || !isOutOfReach(error)) throw error;
      const reason = reasonOf(error);
      if (performance.now() + pauseMs > until) {
        throw new Error(`${place} is unreachable: ${reason}`, { cause: error });
      }
      if (logged !== place) log.warn({ reason }, `${place} is unreachable; retrying`);
      logged = place;
      await sleep(pauseMs);
    }
  }
}
