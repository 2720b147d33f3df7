import type { Knex } from 'knex';

export const OUTBOX_TABLE = 'mail_outbox';

/**
 * `mail_outbox`: every mail of the portal as it was rendered, until it is sent and after. A cause, a kind and a
 * recipient have one mail at most, so that telling the same event again writes none. `user_id` and `account_id` are
 * whom to erase it for.
 */
export async function createOutboxTable(knex: Knex): Promise<void> {
  await knex.schema.createTable(OUTBOX_TABLE, (table) => {
    table.uuid('id').primary();
    table.text('cause').notNullable();
    table.text('kind').notNullable();
    table.text('recipient').notNullable();
    table.text('user_id').index();
    table.text('account_id').index();
    table.text('status').notNullable();
    table.text('subject').notNullable();
    table.text('html');
    table.text('text');
    table.integer('attempts').notNullable().defaultTo(0);
    table.timestamp('next_attempt_at');
    table.text('last_error');
    // until when html and text may be shown and sent; null for ever
    table.timestamp('secret_until');
    table.timestamp('created_at').notNullable();
    table.timestamp('sent_at');
    table.text('search').notNullable();
    table.unique(['cause', 'kind', 'recipient']);
    table.index(['created_at', 'id']);
  });
  await knex.raw(`ALTER TABLE ${OUTBOX_TABLE} ADD CHECK (status IN ('queued', 'sent', 'kept', 'dead'))`);
  await knex.raw(`CREATE INDEX ON ${OUTBOX_TABLE} (next_attempt_at) WHERE status = 'queued'`);
  await knex.raw(`CREATE INDEX ON ${OUTBOX_TABLE} (secret_until) WHERE secret_until IS NOT NULL`);
}

/** `attachments`: the papers that go with a mail, printed when it is sent. */
export async function addAttachments(knex: Knex): Promise<void> {
  await knex.schema.alterTable(OUTBOX_TABLE, (table) => {
    table.jsonb('attachments').notNullable().defaultTo('[]');
  });
}

export async function dropAttachments(knex: Knex): Promise<void> {
  await knex.schema.alterTable(OUTBOX_TABLE, (table) => {
    table.dropColumn('attachments');
  });
}

/** `traceparent`: the span that wrote a mail, as W3C writes it, so that sending it is told in the same trace. */
export async function addTraceparent(knex: Knex): Promise<void> {
  await knex.schema.alterTable(OUTBOX_TABLE, (table) => {
    table.text('traceparent');
  });
}

export async function dropTraceparent(knex: Knex): Promise<void> {
  await knex.schema.alterTable(OUTBOX_TABLE, (table) => {
    table.dropColumn('traceparent');
  });
}

export async function dropOutboxTable(knex: Knex): Promise<void> {
  await knex.schema.dropTable(OUTBOX_TABLE);
}
