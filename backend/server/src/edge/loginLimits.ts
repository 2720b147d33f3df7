import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LOGIN_LIMITS_TABLE } from './loginLimitsTable.ts';
import { rateLimiter, takePoint } from './rateLimit.ts';

/** Failed sign-ins allowed within 15 minutes: for one name from one address, and from one address in all. */
export const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
export const FAILURES_PER_ADDRESS = 50;
/** Failures of one account, from wherever, after which each further attempt on it is answered more slowly. */
export const FAILURES_BEFORE_SLOW_DOWN = 10;
/**
 * Wrong codes of one account within an hour, from wherever: whoever gets there knows its password, and out of a million
 * codes three are right at a time.
 */
export const WRONG_CODES_PER_ACCOUNT = 20;
const CODE_WINDOW_SECONDS = 60 * 60;
const WINDOW_SECONDS = 15 * 60;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4_000;
const REFUSAL = 'Too many failed attempts. Please try again later.';

/** How long the `attempts`-th attempt on an account waits, in milliseconds: nothing at first, then doubled up to 4 s. */
export function slowDownMs(attempts: number): number {
  const over = attempts - FAILURES_BEFORE_SLOW_DOWN;
  return over <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(over - 1, 10), LONGEST_DELAY_MS);
}

export interface LoginLimits {
  /**
   * Counts an attempt before the password is looked at, so that many at once can't slip through. Where an account is
   * guessed at from many addresses it waits a while, and then goes on: nobody can lock the owner out.
   * @param account keyed hash of the name, never the name itself
   * @throws HttpProblem 429 with Retry-After
   */
  begin(account: string, address: string): Promise<void>;
  /** The password was right: the name's failures from here are forgotten, and the address gets this attempt back. */
  succeeded(account: string, address: string): Promise<void>;
  /**
   * The password was right and a code is asked for: this attempt is given back, while earlier failures stay, or else
   * knowing the password would allow any number of codes.
   */
  passwordRight(account: string, address: string): Promise<void>;
  /**
   * Counts a code before it is looked at.
   * @throws HttpProblem 429 with Retry-After
   */
  beginCode(account: string): Promise<void>;
  /** The code was right: this one is given back. */
  codeRight(account: string): Promise<void>;
}

/** Limits on sign-in, per account and address together, so that nobody can lock the administrator out (decisions, Data). */
export function createLoginLimits(
  pool: pg.Pool,
  limits: { readonly perAccountAndAddress: number; readonly perAddress: number } = {
    perAccountAndAddress: FAILURES_PER_ACCOUNT_AND_ADDRESS,
    perAddress: FAILURES_PER_ADDRESS,
  },
): LoginLimits {
  const limiter = (keyPrefix: string, points: number, duration = WINDOW_SECONDS) =>
    rateLimiter(pool, { keyPrefix, points, duration });
  const byPair = limiter('pair', limits.perAccountAndAddress);
  const byAddress = limiter('address', limits.perAddress);
  // counts and never refuses
  const byAccount = limiter('account', Number.MAX_SAFE_INTEGER);
  const codes = limiter('codes', WRONG_CODES_PER_ACCOUNT, CODE_WINDOW_SECONDS);
  const pairKey = (account: string, address: string) => `${account}|${address}`;

  return {
    async begin(account, address) {
      await takePoint(byPair, pairKey(account, address), REFUSAL);
      await takePoint(byAddress, address, REFUSAL);
      const { consumedPoints } = await byAccount.consume(account);
      const delay = slowDownMs(consumedPoints);
      if (delay > 0) await sleep(delay);
    },
    async succeeded(account, address) {
      await byPair.delete(pairKey(account, address));
      await byAddress.reward(address);
      // the owner's sign-in takes nothing from what others guessed
      await byAccount.reward(account);
    },
    async passwordRight(account, address) {
      await byPair.reward(pairKey(account, address));
      await byAddress.reward(address);
      await byAccount.reward(account);
    },
    beginCode: (account) => takePoint(codes, account, REFUSAL),
    async codeRight(account) {
      await codes.reward(account);
    },
  };
}

/** Deletes the rows whose window is over. */
export async function purgeLoginLimits(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(`DELETE FROM ${LOGIN_LIMITS_TABLE} WHERE expire < $1`, [now.getTime()]);
}
