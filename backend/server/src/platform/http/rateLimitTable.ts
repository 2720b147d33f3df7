import type { Migration } from '../database/migrate.ts';

export const LOGIN_LIMITS_TABLE = 'login_limits';

/** `login_limits`: what every limit counts, until its window is over, in the shape rate-limiter-flexible writes. */
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
