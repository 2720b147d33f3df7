import type { Migration } from '../database/migrate.ts';

export const COMMANDS_TABLE = 'commands';

/**
 * `commands`: one row for each Idempotency-Key and actor: what makes a retry decide alike (id, time) and, once known,
 * the first answer. Rows are kept for {@link KEEP_DAYS} days.
 */
export const commandsMigration: Migration = {
  name: '0004_commands',
  async up(knex) {
    await knex.schema.createTable(COMMANDS_TABLE, (table) => {
      table.text('key').notNullable();
      table.text('actor').notNullable();
      // a keyed hash: the body of a registration holds a password
      table.text('body_hash').notNullable();
      table.uuid('command_id').notNullable();
      table.text('command_time').notNullable();
      table.timestamp('leased_until').notNullable();
      table.integer('status');
      table.text('answer');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['key', 'actor']);
      table.index('created_at');
    });
  },
};

/** Days an answer is kept for a retry. */
export const KEEP_DAYS = 7;
