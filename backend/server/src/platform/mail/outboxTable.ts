import type { Knex } from 'knex';
import type { Migration } from '../database/migrate.ts';

export const OUTBOX_TABLE = 'mail_outbox';

/**
 * `mail_outbox`: mails as rendered, unique by cause, kind and recipient, so that a repeated event writes none. Erasing the
 * user or account also erases the mail.
 */
const outboxMigration: Migration = {
  name: '0007_mail_outbox',
  async up(knex) {
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
      // expiry of a mail with a secret
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
  },
};

const alteration = (name: string, alter: (table: Knex.AlterTableBuilder) => void): Migration => ({
  name,
  up: (knex) => knex.schema.alterTable(OUTBOX_TABLE, alter),
});

/**
 * `is_secret`: a mail with a secret, e.g. a reset link; `sealed`: its encrypted text until it is sent. Such mails of earlier
 * releases lose their text; an administrator can send a new one.
 */
const sealedBodiesMigration: Migration = {
  name: '0018_mail_sealed',
  async up(knex) {
    await knex.schema.alterTable(OUTBOX_TABLE, (table) => {
      table.boolean('is_secret').notNullable().defaultTo(false);
      table.binary('sealed');
    });
    await knex.raw(
      `UPDATE ${OUTBOX_TABLE} SET is_secret = true, html = NULL, text = NULL, secret_until = NULL, next_attempt_at = NULL,
       last_error = CASE status WHEN 'queued' THEN 'The portal was updated before the mail could be sent' ELSE last_error END,
       status = CASE status WHEN 'queued' THEN 'dead' ELSE status END
     WHERE kind = 'passwordReset'`,
    );
    await knex.raw(
      `ALTER TABLE ${OUTBOX_TABLE} ADD CONSTRAINT mail_outbox_secret_sealed
       CHECK (NOT is_secret AND secret_until IS NULL AND sealed IS NULL OR is_secret AND html IS NULL AND text IS NULL)`,
    );
  },
};

export const outboxMigrations: readonly Migration[] = [
  outboxMigration,
  // references to documents that are rendered when the mail is sent
  alteration('0011_mail_attachments', (table) => {
    table.jsonb('attachments').notNullable().defaultTo('[]');
  }),
  // the span that wrote the mail (W3C), so that sending belongs to the same trace
  alteration('0017_mail_traceparent', (table) => {
    table.text('traceparent');
  }),
  sealedBodiesMigration,
  // the address that answers go to
  alteration('0020_mail_reply_to', (table) => {
    table.text('reply_to');
  }),
];
