import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpProblem } from './errors.ts';
import { LOGIN_LIMITS_TABLE } from './loginLimitsTable.ts';

/** Failed sign-ins allowed within 15 minutes: for one name from one address, and from one address in all. */
export const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
export const FAILURES_PER_ADDRESS = 50;
const WINDOW_SECONDS = 15 * 60;

export interface LoginLimits {
  /**
   * Counts an attempt before the password is looked at, so that many at once can't slip through.
   * @param account keyed hash of the name, never the name itself
   * @throws HttpProblem 429 with Retry-After
   */
  begin(account: string, address: string): Promise<void>;
  /** The password was right: the name's failures from here are forgotten, and the address gets this attempt back. */
  succeeded(account: string, address: string): Promise<void>;
}

/** Limits on sign-in, per account and address together, so that nobody can lock the administrator out (decisions, Data). */
export function createLoginLimits(
  pool: pg.Pool,
  limits: { readonly perAccountAndAddress: number; readonly perAddress: number } = {
    perAccountAndAddress: FAILURES_PER_ACCOUNT_AND_ADDRESS,
    perAddress: FAILURES_PER_ADDRESS,
  },
): LoginLimits {
  const common = {
    storeClient: pool,
    storeType: 'pool',
    tableName: LOGIN_LIMITS_TABLE,
    tableCreated: true,
    duration: WINDOW_SECONDS,
    clearExpiredByTimeout: false,
  };
  const byPair = new RateLimiterPostgres({
    ...common,
    keyPrefix: 'pair',
    points: limits.perAccountAndAddress,
  });
  const byAddress = new RateLimiterPostgres({ ...common, keyPrefix: 'address', points: limits.perAddress });
  const pairKey = (account: string, address: string) => `${account}|${address}`;

  async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      throw new HttpProblem(429, 'Too many failed attempts. Please try again later.', {
        headers: { 'Retry-After': String(seconds) },
      });
    }
  }

  return {
    async begin(account, address) {
      await consume(byPair, pairKey(account, address));
      await consume(byAddress, address);
    },
    async succeeded(account, address) {
      await byPair.delete(pairKey(account, address));
      await byAddress.reward(address);
    },
  };
}

/** Deletes the rows whose window is over. */
export async function purgeLoginLimits(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(`DELETE FROM ${LOGIN_LIMITS_TABLE} WHERE expire < $1`, [now.getTime()]);
}
