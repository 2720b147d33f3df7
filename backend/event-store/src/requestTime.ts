import { AsyncLocalStorage } from 'node:async_hooks';

/** Least time for a call, so that a request that waited for other services is still served by a store that answers. */
const LEAST_MS = 1_000;

interface Request {
  /** As `performance.now()`; infinite when the request is over. */
  until: number;
}

const requests = new AsyncLocalStorage<Request>();

/**
 * Runs a request whose calls of a store share `ms` milliseconds: a call gets what is left, at least 1 s. What goes on after
 * `work` has ended is not limited.
 */
export async function withRequestTime<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const request: Request = { until: performance.now() + ms };
  try {
    return await requests.run(request, work);
  } finally {
    request.until = Number.POSITIVE_INFINITY;
  }
}

/** The time limit of a call that begins now, in whole milliseconds: `limitMs`, or less within a request. */
export function timeLeft(limitMs: number): number {
  const left = (requests.getStore()?.until ?? Number.POSITIVE_INFINITY) - performance.now();
  return Math.min(limitMs, Math.max(LEAST_MS, Math.ceil(left)));
}
