import type { Knex } from 'knex';
import type { Migration } from '../../../platform/database/migrate.ts';

const OPEN_LINK_INDEX =
  'CREATE UNIQUE INDEX password_reset_tokens_open ON password_reset_tokens (user_id) WHERE used_at IS NULL';

/** The column `user_id`; the rows go with the user's credentials. */
const ownedByUser = (table: Knex.CreateTableBuilder) =>
  table
    .text('user_id')
    .notNullable()
    .index()
    .references('user_id')
    .inTable('credentials')
    .onDelete('CASCADE');

export const signInMigrations: readonly Migration[] = [
  {
    // outside the log, from which nothing can be deleted
    name: '0002_credentials',
    up: (knex) =>
      knex.schema.createTable('credentials', (table) => {
        table.text('user_id').primary();
        table.text('password_hash');
        table.integer('auth_epoch').notNullable();
        table.timestamp('changed_at').notNullable();
      }),
  },
  {
    // keyed by the SHA-256 of the cookie, so that a copy of the table signs nobody in
    name: '0003_sessions',
    up: (knex) =>
      knex.schema.createTable('sessions', (table) => {
        table.binary('id_hash').primary();
        table.text('user_id').index();
        table.text('data').notNullable();
        table.timestamp('created_at').notNullable();
        table.timestamp('touched_at').notNullable().index();
      }),
  },
  {
    // requests until they are answered by mail, and links by the SHA-256 of their token
    name: '0008_password_reset',
    async up(knex) {
      await knex.schema.createTable('password_reset_requests', (table) => {
        table.uuid('id').primary();
        table.text('email').notNullable();
        table.timestamp('requested_at').notNullable().index();
      });
      await knex.schema.createTable('password_reset_tokens', (table) => {
        table.uuid('id').primary();
        table.text('user_id').notNullable().index();
        table.binary('token_hash').notNullable().unique();
        table.timestamp('expires_at').notNullable().index();
        table.timestamp('used_at');
        // the command that used it, which may retry after a crash
        table.uuid('used_by');
        table.timestamp('created_at').notNullable();
      });
      await knex.raw(OPEN_LINK_INDEX);
    },
  },
  {
    // encrypted secrets of authenticator apps, and keyed hashes of recovery codes; the log says which factor is on
    name: '0009_second_factors',
    async up(knex) {
      await knex.schema.createTable('second_factors', (table) => {
        table.uuid('id').primary();
        ownedByUser(table);
        table.binary('secret').notNullable();
        table.timestamp('created_at').notNullable();
        table.timestamp('confirmed_at');
        // 30-second step of the latest accepted code; that step and earlier ones are used up
        table.integer('last_used_step');
      });
      await knex.schema.createTable('second_factor_recovery_codes', (table) => {
        table.uuid('factor_id').notNullable().references('id').inTable('second_factors').onDelete('CASCADE');
        table.binary('code_hash').notNullable();
        table.timestamp('used_at');
        table.primary(['factor_id', 'code_hash']);
      });
    },
  },
  {
    // several usable links per user
    name: '0018_password_reset_links',
    up: (knex) => knex.raw('DROP INDEX password_reset_tokens_open'),
  },
  {
    // of the last 90 days, for the owners of a company
    name: '0023_sign_ins',
    up: (knex) =>
      knex.schema.createTable('sign_ins', (table) => {
        ownedByUser(table);
        table.text('address').notNullable();
        table.timestamp('at').notNullable().index();
      }),
  },
  {
    // public keys; the log says which passkeys a user has
    name: '0024_passkeys',
    async up(knex) {
      await knex.schema.createTable('passkeys', (table) => {
        table.uuid('id').primary();
        ownedByUser(table);
        table.text('credential_id').notNullable().unique();
        table.binary('public_key').notNullable();
        table.bigInteger('counter').notNullable();
        table.jsonb('transports').notNullable();
        table.text('name').notNullable();
        table.timestamp('created_at').notNullable();
        table.timestamp('last_used_at');
      });
      await knex.schema.createTable('passkey_challenges', (table) => {
        table.text('challenge').primary();
        // null for a sign-in
        table.text('user_id');
        table.timestamp('expires_at').notNullable().index();
      });
    },
  },
];
