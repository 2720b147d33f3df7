import type { Migration } from './migrate.ts';
import { FIRST_RELEASE } from './release.ts';

/**
 * `data_release`: the newest release that started on this data. Release 0.1.0 does not read it, but deletes from knex's
 * lock table at each start, which a trigger refuses.
 */
export const dataReleaseMigration: Migration = {
  name: '0019_data_release',
  async up(knex) {
    await knex.schema.createTable('data_release', (table) => {
      table.boolean('single').primary().defaultTo(true).checkIn(['true']);
      table.text('name').notNullable();
      table.text('beside').notNullable();
    });
    await knex.raw(`
      CREATE FUNCTION refuse_first_release() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The data is of a later release. Release ${FIRST_RELEASE} does not start here: see docs/upgrading.md of the later one.';
      END $$;
      CREATE TRIGGER refuse_first_release BEFORE DELETE ON server_migrations_lock
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_first_release()`);
  },
};
