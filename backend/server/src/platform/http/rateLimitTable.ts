import type { Migration } from '../database/migrate.ts';

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
