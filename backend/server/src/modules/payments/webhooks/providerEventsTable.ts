import type { Knex } from 'knex';

/**
 * `provider_events`: webhooks as they were taken, one row an event and mode. Ids alone are kept: payloads hold cards,
 * names and client secrets.
 */
export async function createProviderEventsTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('provider_events', (table) => {
    table.boolean('livemode').notNullable();
    table.text('id').notNullable();
    table.text('type').notNullable();
    table.jsonb('subject').notNullable();
    table.timestamp('received_at').notNullable();
    table.timestamp('applied_at');
    table.integer('tries').notNullable().defaultTo(0);
    table.text('problem');
    table.primary(['livemode', 'id']);
  });
  await knex.raw('CREATE INDEX ON provider_events (received_at) WHERE applied_at IS NULL');
}

export async function dropProviderEventsTable(knex: Knex): Promise<void> {
  await knex.schema.dropTable('provider_events');
}
