import type { Logger } from 'pino';

/** Time without a refusal after which an outage may be over. */
const QUIET_MS = 10_000;

/** Counts a request that was refused because the database or the event store is away. */
export type CountRefusal = (error: unknown, requestId: string) => void;

/**
 * Logs an outage in two lines, however many requests it refuses: its first error, and at the end the number of refusals and the
 * seconds from its first sign to its last.
 * @param probe rejects while the database or the event store is away
 */
export function logOutages(
  log: Pick<Logger, 'error' | 'warn'>,
  probe: () => Promise<unknown>,
  quietMs = QUIET_MS,
): CountRefusal {
  let outage: { readonly since: number; last: number; refused: number } | undefined;

  const lookIn = (ms: number) => void setTimeout(() => void look(), ms).unref();

  async function look(): Promise<void> {
    const isAway = await probe().then(
      () => false,
      () => true,
    );
    if (outage === undefined) return;
    if (isAway) outage.last = performance.now();
    const quiet = performance.now() - outage.last;
    if (quiet < quietMs) return lookIn(quietMs - quiet);
    const seconds = Math.round((outage.last - outage.since) / 100) / 10;
    log.warn({ refused: outage.refused, seconds }, 'outage over');
    outage = undefined;
  }

  return (error, requestId) => {
    const now = performance.now();
    if (outage === undefined) {
      log.error({ err: error, requestId }, 'outage: requests are refused');
      outage = { since: now, last: now, refused: 0 };
      lookIn(quietMs);
    }
    outage.last = now;
    outage.refused += 1;
  };
}
