import type { Migration } from '../../../platform/database/migrate.ts';

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
