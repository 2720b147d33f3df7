import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpProblem } from './errors.ts';
import { LOGIN_LIMITS_TABLE } from './loginLimitsTable.ts';

/** Calls without a session that one address may make within an hour. */
export const PUBLIC_CALLS_PER_HOUR = { register: 100, contact: 30, forgotPassword: 30 } as const;
/** Reset links that go to one e-mail address within an hour, whoever asks. */
export const RESET_LINKS_PER_HOUR = 10;
const HOUR_SECONDS = 60 * 60;

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
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: LOGIN_LIMITS_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      duration: HOUR_SECONDS,
      keyPrefix,
      points,
    });
  const register = limiter('register', limits.register);
  const contact = limiter('contact', limits.contact);
  const forgotPassword = limiter('forgot', limits.forgotPassword);
  const links = limiter('links', RESET_LINKS_PER_HOUR);

  return {
    register: (address) => consume(register, address),
    contact: (address) => consume(contact, address),
    async forgotPassword(address, email) {
      await consume(forgotPassword, address);
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

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new HttpProblem(429, 'Too many requests. Please try again later.', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
