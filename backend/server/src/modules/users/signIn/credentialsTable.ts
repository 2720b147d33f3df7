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
