import { RateLimiterMemory } from 'rate-limiter-flexible';
import { takePoint } from './rateLimit.ts';
import type { Caller } from './route.ts';

/** Changes that one user, and all users of one company, may make within a minute. */
export const WRITES_PER_MINUTE = { dealer: 120, company: 300, administrator: 1_200 } as const;
export type WritesPerMinute = { readonly [Who in keyof typeof WRITES_PER_MINUTE]: number };

const MINUTE_SECONDS = 60;
const REFUSAL = 'You have made very many changes within a minute. Please wait a moment and try again.';

/**
 * Limits what a session may change, in each process: more than a person does, far less than a program can.
 * @returns counts one change; throws HttpProblem 429 with Retry-After
 */
export function writeLimits(limits: WritesPerMinute = WRITES_PER_MINUTE): (caller: Caller) => Promise<void> {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
  const dealers = limiter(limits.dealer);
  const companies = limiter(limits.company);
  const administrators = limiter(limits.administrator);
  return async ({ id, isAdmin, accountId }) => {
    if (isAdmin) return takePoint(administrators, id, REFUSAL);
    await takePoint(dealers, id, REFUSAL);
    if (accountId !== null) await takePoint(companies, accountId, REFUSAL);
  };
}
