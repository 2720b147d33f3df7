import type { Knex } from 'knex';

/** `process_checkpoints`: how far the runner has come with each process, and which portal runs it until when. */
export async function createProcessCheckpoints(knex: Knex): Promise<void> {
  await knex.schema.createTable('process_checkpoints', (table) => {
    table.text('process').primary();
    table.text('position');
    table.text('owner');
    table.bigInteger('epoch').notNullable().defaultTo(0);
    table.timestamp('leased_until').notNullable().defaultTo(knex.raw("'-infinity'"));
    table.text('stuck_on');
    table.text('problem');
  });
}

export async function dropProcessCheckpoints(knex: Knex): Promise<void> {
  await knex.schema.dropTable('process_checkpoints');
}
