import type { Knex } from 'knex';
import type { Migration } from '../../../platform/database/migrate.ts';

/** `credentials`: password hashes and login epochs, outside the log: what is in the log can't be taken back. */
export const credentialsMigration: Migration = {
  name: '0002_credentials',
  up: (knex) =>
    knex.schema.createTable('credentials', (table) => {
      table.text('user_id').primary();
      table.text('password_hash');
      table.integer('auth_epoch').notNullable();
      table.timestamp('changed_at').notNullable();
    }),
  down: (knex) => knex.schema.dropTable('credentials'),
};

/** `sessions`: one row a signed-in browser, found by the SHA-256 of its cookie; a copy of the table signs nobody in. */
export const sessionsMigration: Migration = {
  name: '0003_sessions',
  up: (knex) =>
    knex.schema.createTable('sessions', (table) => {
      table.binary('id_hash').primary();
      table.text('user_id').index();
      table.text('data').notNullable();
      table.timestamp('created_at').notNullable();
      table.timestamp('touched_at').notNullable().index();
    }),
  down: (knex) => knex.schema.dropTable('sessions'),
};

/**
 * `password_reset_requests`: who asked for a link, until it is looked up and answered by mail.
 * `password_reset_tokens`: links that were sent, by the SHA-256 of their token; a copy of the table opens nothing.
 */
export async function createPasswordResetTables(knex: Knex): Promise<void> {
  await knex.schema.createTable('password_reset_requests', (table) => {
    table.uuid('id').primary();
    table.text('email').notNullable();
    table.timestamp('requested_at').notNullable().index();
  });
  await knex.schema.createTable('password_reset_tokens', (table) => {
    table.uuid('id').primary();
    table.text('user_id').notNullable().index();
    table.binary('token_hash').notNullable().unique();
    table.timestamp('expires_at').notNullable().index();
    table.timestamp('used_at');
    // the command that used it, so that its retry after a crash finds the token its own
    table.uuid('used_by');
    table.timestamp('created_at').notNullable();
  });
  await knex.raw(
    'CREATE UNIQUE INDEX password_reset_tokens_open ON password_reset_tokens (user_id) WHERE used_at IS NULL',
  );
}

/** A user may have several links that can be used: `0008_password_reset` allowed one. */
export async function allowSeveralLinks(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX password_reset_tokens_open');
}

export async function allowOneLink(knex: Knex): Promise<void> {
  await knex('password_reset_tokens').whereNull('used_at').delete();
  await knex.raw(
    'CREATE UNIQUE INDEX password_reset_tokens_open ON password_reset_tokens (user_id) WHERE used_at IS NULL',
  );
}

export async function dropPasswordResetTables(knex: Knex): Promise<void> {
  await knex.schema.dropTable('password_reset_tokens');
  await knex.schema.dropTable('password_reset_requests');
}

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
