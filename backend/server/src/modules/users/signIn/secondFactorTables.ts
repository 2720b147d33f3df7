import type { Knex } from 'knex';

/**
 * `second_factors`: set-ups of authenticator apps, their secret encrypted; which one of a user counts is in the log.
 * `second_factor_recovery_codes`: codes that stand in for the app once each, as keyed hashes. Both go with the user's
 * credentials.
 */
export async function createSecondFactorTables(knex: Knex): Promise<void> {
  await knex.schema.createTable('second_factors', (table) => {
    table.uuid('id').primary();
    table
      .text('user_id')
      .notNullable()
      .index()
      .references('user_id')
      .inTable('credentials')
      .onDelete('CASCADE');
    table.binary('secret').notNullable();
    table.timestamp('created_at').notNullable();
    // null while no code of it was given
    table.timestamp('confirmed_at');
    // the 30-second step of the latest code that was taken: that one and all before are used up
    table.integer('last_used_step');
  });
  await knex.schema.createTable('second_factor_recovery_codes', (table) => {
    table.uuid('factor_id').notNullable().references('id').inTable('second_factors').onDelete('CASCADE');
    table.binary('code_hash').notNullable();
    table.timestamp('used_at');
    table.primary(['factor_id', 'code_hash']);
  });
}

export async function dropSecondFactorTables(knex: Knex): Promise<void> {
  await knex.schema.dropTable('second_factor_recovery_codes');
  await knex.schema.dropTable('second_factors');
}
