import type { Migration } from '../database/migrate.ts';

/** `personal_keys`: a wrapped key per subject. An erased one is a row without a key, so that it never gets a new one. */
export const personalKeysMigration: Migration = {
  name: '0001_personal_keys',
  up: (knex) =>
    knex.schema.createTable('personal_keys', (table) => {
      table.text('subject').primary();
      table.binary('wrapped');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('erased_at');
      table.check('(wrapped IS NULL) = (erased_at IS NOT NULL)', [], 'personal_keys_wrapped_or_erased');
    }),
};
