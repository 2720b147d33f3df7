import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { networkOf } from '../../../platform/http/clientAddress.ts';
import { answerFor } from '../../../platform/http/errors.ts';
import { inFlight } from '../../../platform/http/inFlight.ts';
import { LOGIN_LIMITS_TABLE, rateLimiter, takePoint } from '../../../platform/http/rateLimit.ts';

/** Failed sign-ins allowed within 15 minutes: for one name from one address, and from one address in all. */
export const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
const FAILURES_PER_ADDRESS = 50;
/** Failures of one account, from all addresses, after which further attempts are slowed down. */
export const FAILURES_BEFORE_SLOW_DOWN = 10;
/** Concurrent sign-ins of one address in each process, so that it can't fill the queue of password hashes. */
const ATTEMPTS_AT_ONCE = 10;
/** Wrong codes per hour. */
const WRONG_CODES_PER_ACCOUNT_AND_ADDRESS = 10;
/**
 * Wrong app codes per hour and account, from all addresses without a correct code before. They follow a correct
 * password, and three of a million codes are valid at a time.
 */
const WRONG_CODES_ELSEWHERE = 50;
const CODE_WINDOW_SECONDS = 60 * 60;
/** How long an address with a correct code counts as the owner's, and one that signed in as known. */
const OWN_ADDRESS_SECONDS = 30 * 24 * 60 * 60;
const WINDOW_SECONDS = 15 * 60;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4_000;
const REFUSAL = 'Too many failed attempts. Please try again later.';
const CODES_REFUSAL = 'Too many failed attempts. Please try again later, or use a recovery code.';

/** Delay in milliseconds: none at first, then doubling up to 4 s. */
export function slowDownMs(attempts: number): number {
  const over = attempts - FAILURES_BEFORE_SLOW_DOWN;
  return over <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(over - 1, 10), LONGEST_DELAY_MS);
}

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/**
 * Limits on sign-in, per account and address together, so that nobody can lock the administrator out (rule D16). Accounts
 * are keyed hashes of usernames; IPv6 addresses of one /64 count as one.
 */
export function createLoginLimits(pool: pg.Pool) {
  const limiter = (keyPrefix: string, points: number, duration = WINDOW_SECONDS) =>
    rateLimiter(pool, { keyPrefix, points, duration });
  const byPair = limiter('pair', FAILURES_PER_ACCOUNT_AND_ADDRESS);
  const byAddress = limiter('address', FAILURES_PER_ADDRESS);
  // these only count
  const byAccount = limiter('account', Number.MAX_SAFE_INTEGER);
  const ownAddresses = limiter('own', Number.MAX_SAFE_INTEGER, OWN_ADDRESS_SECONDS);
  const knownAddresses = limiter('known', Number.MAX_SAFE_INTEGER, OWN_ADDRESS_SECONDS);
  const codesByPair = limiter('codes', WRONG_CODES_PER_ACCOUNT_AND_ADDRESS, CODE_WINDOW_SECONDS);
  const codesElsewhere = limiter('codes-elsewhere', WRONG_CODES_ELSEWHERE, CODE_WINDOW_SECONDS);
  const pairKey = (account: string, address: string) => `${account}|${networkOf(address)}`;
  const enter = inFlight(ATTEMPTS_AT_ONCE, REFUSAL);

  /** The password was right and a code is required: uncounts the attempt but keeps earlier failures. */
  const passwordRight = async (account: string, address: string) => {
    await byPair.reward(pairKey(account, address));
    await byAddress.reward(networkOf(address));
    await byAccount.reward(account);
  };

  /** The password, or the code, was right: clears the account's failures from this address and uncounts the attempt. */
  const succeeded = async (account: string, address: string) => {
    await byPair.delete(pairKey(account, address));
    await byAddress.reward(networkOf(address));
    await byAccount.reward(account);
  };

  return {
    passwordRight,
    succeeded,

    /**
     * Limits the concurrent sign-ins of an address.
     * @returns ends this one
     * @throws HttpProblem 429 with Retry-After
     */
    enter: (address: string) => enter(networkOf(address)),

    /**
     * Counts an attempt, then runs it. Guesses from many addresses are delayed, never refused, so that nobody can lock
     * the owner out. Attempts that end in a server error do not count.
     * @throws HttpProblem 429 with Retry-After
     */
    async attempt<Result>(account: string, address: string, work: () => Promise<Result>): Promise<Result> {
      await takePoint(byPair, pairKey(account, address), REFUSAL);
      await takePoint(byAddress, networkOf(address), REFUSAL);
      const { consumedPoints } = await byAccount.consume(account);
      const delay = slowDownMs(consumedPoints);
      if (delay > 0) await sleep(delay);
      try {
        return await work();
      } catch (error) {
        if (answerFor(error).status >= 500) await passwordRight(account, address);
        throw error;
      }
    },

    /** Whether this account has signed in from this address in the last 30 days. */
    async hasSignedIn(account: string, address: string): Promise<boolean> {
      return (await knownAddresses.get(pairKey(account, address))) !== null;
    },

    /** As `succeeded`; also remembers the address. */
    async signedIn(account: string, address: string): Promise<void> {
      await succeeded(account, address);
      await knownAddresses.set(pairKey(account, address), 1, OWN_ADDRESS_SECONDS);
    },

    /**
     * Counts a code before checking it. App codes are also limited across addresses other than the owner's; recovery
     * codes are not, so that nobody can lock the owner out.
     * @returns call it if the code was right: uncounts it and remembers the address
     * @throws HttpProblem 429 with Retry-After
     */
    async beginCode(
      account: string,
      address: string,
      kind: 'app' | 'recovery',
    ): Promise<() => Promise<void>> {
      const pair = pairKey(account, address);
      await takePoint(codesByPair, pair, CODES_REFUSAL);
      const elsewhere = kind === 'app' && (await ownAddresses.get(pair)) === null;
      if (elsewhere) await takePoint(codesElsewhere, account, CODES_REFUSAL);
      return async () => {
        await codesByPair.reward(pair);
        if (elsewhere) await codesElsewhere.reward(account);
        await ownAddresses.set(pair, 1, OWN_ADDRESS_SECONDS);
      };
    },
  };
}

/** Deletes the rows whose window is over. */
export async function purgeLoginLimits(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(`DELETE FROM ${LOGIN_LIMITS_TABLE} WHERE expire < $1`, [now.getTime()]);
}
