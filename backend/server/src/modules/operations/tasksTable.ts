import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.ts';

/**
 * `upkeep_tasks`: verifications and rebuilds with their progress, so that any portal can show what one of them does.
 * One of a kind and subject runs at a time; `touched_at` tells one that died from one that works.
 */
export const upkeepTasksMigration: Migration = {
  name: '0015_upkeep_tasks',
  async up(knex: Knex) {
    await knex.schema.createTable('upkeep_tasks', (table) => {
      table.uuid('id').primary();
      table.text('kind').notNullable();
      table.text('subject').notNullable();
      table.text('started_by').notNullable();
      table.timestamp('started_at').notNullable();
      table.timestamp('touched_at').notNullable();
      table.timestamp('finished_at');
      table.bigInteger('done').notNullable();
      table.bigInteger('total').notNullable();
      table.boolean('ok');
      table.jsonb('findings').notNullable();
      table.index(['started_at']);
    });
    await knex.raw(
      'CREATE UNIQUE INDEX upkeep_tasks_running ON upkeep_tasks (kind, subject) WHERE finished_at IS NULL',
    );
  },
  async down(knex: Knex) {
    await knex.schema.dropTable('upkeep_tasks');
  },
};
