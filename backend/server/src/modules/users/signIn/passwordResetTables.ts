import type { Knex } from 'knex';

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
