import type { Knex } from 'knex';

export const ALERTS_TABLE = 'alerts';

/**
 * `alerts`: trouble that the portal found by itself. Of one kind and subject one is open at most. `told` is what mails
 * said last: that it is there, or that it is over.
 */
export async function createAlertsTable(knex: Knex): Promise<void> {
  await knex.schema.createTable(ALERTS_TABLE, (table) => {
    table.uuid('id').primary();
    table.text('kind').notNullable();
    table.text('subject').notNullable();
    table.text('mark').notNullable();
    table.text('severity').notNullable();
    table.text('title').notNullable();
    table.text('todo').notNullable();
    table.text('link_path').notNullable();
    table.text('link_label').notNullable();
    table.timestamp('opened_at').notNullable();
    table.timestamp('last_seen').notNullable();
    table.timestamp('mailed_at');
    table.text('told');
    table.timestamp('closed_at');
    table.text('acknowledged_by');
    table.timestamp('acknowledged_at');
    table.text('snoozed_by');
    table.timestamp('snoozed_at');
    table.timestamp('snoozed_until');
    table.index(['closed_at']);
  });
  await knex.raw(`ALTER TABLE ${ALERTS_TABLE} ADD CHECK (told IN ('open', 'closed'))`);
  await knex.raw(
    `CREATE UNIQUE INDEX alerts_open ON ${ALERTS_TABLE} (kind, subject) WHERE closed_at IS NULL`,
  );
}

export async function dropAlertsTable(knex: Knex): Promise<void> {
  await knex.schema.dropTable(ALERTS_TABLE);
}
