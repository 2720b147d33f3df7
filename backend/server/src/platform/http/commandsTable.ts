import type { Migration } from '../database/migrate.ts';

export const COMMANDS_TABLE = 'commands';

/**
 * `commands`: id and time of a command and its first response, by Idempotency-Key and actor, for {@link KEEP_DAYS}
 * days.
 */
export const commandsMigration: Migration = {
  name: '0004_commands',
  async up(knex) {
    await knex.schema.createTable(COMMANDS_TABLE, (table) => {
      table.text('key').notNullable();
      table.text('actor').notNullable();
      // a keyed hash: bodies may hold passwords
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
