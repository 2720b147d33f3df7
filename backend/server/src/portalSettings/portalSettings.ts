import type { PortalSettings } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { Knex } from 'knex';
import type { Migration } from '../adapters/database/migrate.ts';

const TABLE = 'portal_settings';

/** What holds until an administrator sets something else. */
export const DEFAULT_PORTAL_SETTINGS: PortalSettings = {
  remind_days_before_due: 3,
  remind_days_overdue: [3, 14],
};

/** `portal_settings`: every saving of what administrators may set, with who saved it and when; the newest counts. */
export const portalSettingsMigration: Migration = {
  name: '0013_portal_settings',
  async up(knex: Knex) {
    await knex.schema.createTable(TABLE, (table) => {
      table.bigIncrements('id');
      table.jsonb('settings').notNullable();
      table.text('saved_by').notNullable();
      table.timestamp('saved_at').notNullable();
    });
  },
  async down(knex: Knex) {
    await knex.schema.dropTable(TABLE);
  },
};

/** What administrators may set. */
export interface PortalSettingsStore {
  read(): Promise<PortalSettings>;
  /** Saves what is given, leaves the rest as it is. @returns the settings after it */
  change(
    changes: { readonly [K in keyof PortalSettings]?: PortalSettings[K] | undefined },
    by: { readonly userId: string; readonly at: string },
  ): Promise<PortalSettings>;
}

export function createPortalSettings(db: Queryable): PortalSettingsStore {
  async function read(): Promise<PortalSettings> {
    const { rows } = await db.query<{ settings: Partial<PortalSettings> }>(
      `SELECT settings FROM ${TABLE} ORDER BY id DESC LIMIT 1`,
    );
    return { ...DEFAULT_PORTAL_SETTINGS, ...rows[0]?.settings };
  }
  return {
    read,
    async change(changes, { userId, at }) {
      const before = await read();
      const overdue = changes.remind_days_overdue ?? before.remind_days_overdue;
      const after: PortalSettings = {
        remind_days_before_due: changes.remind_days_before_due ?? before.remind_days_before_due,
        remind_days_overdue: [...new Set(overdue)].sort((a, b) => a - b),
      };
      await db.query(`INSERT INTO ${TABLE} (settings, saved_by, saved_at) VALUES ($1, $2, $3)`, [
        JSON.stringify(after),
        userId,
        at,
      ]);
      return after;
    },
  };
}
