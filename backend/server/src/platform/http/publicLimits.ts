import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './clientAddress.ts';
import { inFlight } from './inFlight.ts';
import { rateLimiter, takePoint } from './rateLimit.ts';

/** Calls without a session that one address may make within an hour. */
export const PUBLIC_CALLS_PER_HOUR = {
  register: 100,
  contact: 30,
  forgotPassword: 30,
  resetLink: 100,
} as const;
/** Registrations of one address at the same moment, in each process: each costs a password hash. */
export const REGISTRATIONS_AT_ONCE = 10;
/** Reset links per email address and hour. */
export const RESET_LINKS_PER_HOUR = 10;
const HOUR_SECONDS = 60 * 60;
const REFUSAL = 'Too many requests. Please try again later.';

export type PublicCallLimits = { readonly [Call in keyof typeof PUBLIC_CALLS_PER_HOUR]: number };

export type PublicLimits = ReturnType<typeof createPublicLimits>;

/**
 * Limits on public calls: 429 with Retry-After. IPv6 addresses count by /64.
 * @param secret keys the hash under which email addresses are counted
 */
export function createPublicLimits(
  pool: pg.Pool,
  secret: Buffer,
  limits: PublicCallLimits = PUBLIC_CALLS_PER_HOUR,
) {
  const limiter = (keyPrefix: string, points: number) =>
    rateLimiter(pool, { keyPrefix, points, duration: HOUR_SECONDS });
  const byAddress = (keyPrefix: string, points: number) => {
    const calls = limiter(keyPrefix, points);
    return (address: string) => takePoint(calls, networkOf(address), REFUSAL);
  };
  const countRegistration = byAddress('register', limits.register);
  const enter = inFlight(REGISTRATIONS_AT_ONCE, REFUSAL);
  const links = limiter('links', RESET_LINKS_PER_HOUR);

  return {
    /** Also takes one of the address's places for concurrent registrations. @returns frees the place */
    async register(address: string): Promise<() => void> {
      const leave = enter(networkOf(address));
      try {
        await countRegistration(address);
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
    contact: byAddress('contact', limits.contact),
    forgotPassword: byAddress('forgot', limits.forgotPassword),
    resetLink: byAddress('resetlink', limits.resetLink),
    /** @returns false if this email address, known or not, has had its links of the hour, so that mailboxes are not flooded */
    async takeResetLink(email: string): Promise<boolean> {
      const key = createHmac('sha256', secret).update(email.toLowerCase(), 'utf8').digest('hex');
      try {
        await links.consume(key);
        return true;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return false;
        throw refused;
      }
    },
  };
}
