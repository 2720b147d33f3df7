import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Migration } from '../database/migrate.ts';
import { HttpProblem } from './errors.ts';

export const LOGIN_LIMITS_TABLE = 'login_limits';

/** `login_limits`: counters of rate-limiter-flexible. */
export const loginLimitsMigration: Migration = {
  name: '0005_login_limits',
  async up(knex) {
    await knex.schema.createTable(LOGIN_LIMITS_TABLE, (table) => {
      table.string('key', 255).primary();
      table.integer('points').notNullable().defaultTo(0);
      table.bigInteger('expire');
    });
  },
};

/** Counts in PostgreSQL, across portals: `points` per key within `duration` seconds. */
export const rateLimiter = (
  pool: pg.Pool,
  limit: { readonly keyPrefix: string; readonly points: number; readonly duration: number },
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    ...limit,
    storeClient: pool,
    storeType: 'pool',
    tableName: LOGIN_LIMITS_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
  });

/** Takes one point. @throws HttpProblem 429 with Retry-After where there is none left */
export async function takePoint(limiter: RateLimiterAbstract, key: string, refusal: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    throw new HttpProblem(429, refusal, { headers: { 'Retry-After': String(seconds) } });
  }
}
