import type { Knex } from 'knex';

/**
 * `saved_views`: the lists an administrator keeps, as JSON, one row a person. A convenience of the pages, no fact of
 * the business: it stands outside the log and goes with the user's credentials.
 */
export async function createSavedViewsTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('saved_views', (table) => {
    table.text('user_id').primary().references('user_id').inTable('credentials').onDelete('CASCADE');
    table.jsonb('views').notNullable();
  });
}

export async function dropSavedViewsTable(knex: Knex): Promise<void> {
  await knex.schema.dropTable('saved_views');
}
