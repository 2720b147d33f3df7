import type { Knex } from 'knex';

export const LOGIN_LIMITS_TABLE = 'login_limits';

/** `login_limits`: what every limit counts, until its window is over, in the shape rate-limiter-flexible writes. */
export async function createLoginLimitsTable(knex: Knex): Promise<void> {
  await knex.schema.createTable(LOGIN_LIMITS_TABLE, (table) => {
    table.string('key', 255).primary();
    table.integer('points').notNullable().defaultTo(0);
    table.bigInteger('expire');
  });
}

export async function dropLoginLimitsTable(knex: Knex): Promise<void> {
  await knex.schema.dropTable(LOGIN_LIMITS_TABLE);
}
