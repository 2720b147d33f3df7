import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimiter, takePoint } from './rateLimit.ts';

/** Calls without a session that one address may make within an hour. */
export const PUBLIC_CALLS_PER_HOUR = { register: 100, contact: 30, forgotPassword: 30 } as const;
/** Reset links that go to one e-mail address within an hour, whoever asks. */
export const RESET_LINKS_PER_HOUR = 10;
const HOUR_SECONDS = 60 * 60;
const REFUSAL = 'Too many requests. Please try again later.';

export type PublicCallLimits = { readonly [Call in keyof typeof PUBLIC_CALLS_PER_HOUR]: number };

/** Limits on what anybody may call; an address over its limit is refused with 429 and Retry-After. */
export interface PublicLimits {
  /** @throws HttpProblem 429 */
  register(address: string): Promise<void>;
  /** @throws HttpProblem 429 */
  contact(address: string): Promise<void>;
  /**
   * @returns false where this e-mail address got its links for the hour: known and unknown ones alike, and unsaid, so
   * that nobody's mailbox is flooded from many addresses
   * @throws HttpProblem 429
   */
  forgotPassword(address: string, email: string): Promise<boolean>;
}

/** @param secret keys the hash under which e-mail addresses are counted */
export function createPublicLimits(
  pool: pg.Pool,
  secret: Buffer,
  limits: PublicCallLimits = PUBLIC_CALLS_PER_HOUR,
): PublicLimits {
  const limiter = (keyPrefix: string, points: number) =>
    rateLimiter(pool, { keyPrefix, points, duration: HOUR_SECONDS });
  const register = limiter('register', limits.register);
  const contact = limiter('contact', limits.contact);
  const forgotPassword = limiter('forgot', limits.forgotPassword);
  const links = limiter('links', RESET_LINKS_PER_HOUR);

  return {
    register: (address) => takePoint(register, address, REFUSAL),
    contact: (address) => takePoint(contact, address, REFUSAL),
    async forgotPassword(address, email) {
      await takePoint(forgotPassword, address, REFUSAL);
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
