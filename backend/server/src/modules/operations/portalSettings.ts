import {
  ALERT_KINDS,
  type PortalSetting,
  type PortalSettings,
  portalSettingsSchema,
  type SettingChange,
} from '@portal/contract';
import { inTransaction } from '@portal/projections';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import type { Migration } from '../../platform/database/migrate.ts';

const TABLE = 'portal_settings';
const MAX_CHANGES = 200;

const DEFAULT_PORTAL_SETTINGS: PortalSettings = {
  remind_days_before_due: 3,
  remind_days_overdue: [3, 14],
  alert_mail_kinds: [...ALERT_KINDS],
  alert_mail_administrators: true,
  alert_addresses: [],
  low_disk_percent: 10,
  silent_webhook_hours: 24,
  projection_lag_minutes: 5,
  admin_second_factor: false,
};

/** `portal_settings`: every change of settings with author and time; the newest counts. */
export const portalSettingsMigration: Migration = {
  name: '0013_portal_settings',
  async up(knex) {
    await knex.schema.createTable(TABLE, (table) => {
      table.bigIncrements('id');
      table.jsonb('settings').notNullable();
      table.text('saved_by').notNullable();
      table.timestamp('saved_at').notNullable();
    });
  },
};

export type PortalSettingsStore = ReturnType<typeof createPortalSettings>;

export function createPortalSettings(pool: pg.Pool) {
  async function read(db: Pick<pg.Pool, 'query'> = pool): Promise<PortalSettings> {
    const { rows } = await db.query<{ settings: Partial<PortalSettings> }>(
      `SELECT settings FROM ${TABLE} ORDER BY id DESC LIMIT 1`,
    );
    return { ...DEFAULT_PORTAL_SETTINGS, ...rows[0]?.settings };
  }
  return {
    read: () => read(),

    /** Changes the given settings. @returns all settings */
    change: (
      changes: { readonly [K in keyof PortalSettings]?: PortalSettings[K] | undefined },
      { userId, at }: { readonly userId: string; readonly at: string },
    ): Promise<PortalSettings> =>
      inTransaction(pool, async (transaction) => {
        await transaction.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.portalSettings]);
        const before = await read(transaction);
        const given = Object.entries(changes).filter(([, value]) => value !== undefined);
        const after = tidied({ ...before, ...Object.fromEntries(given) });
        if (changesBetween(before, after).length > 0) {
          await transaction.query(`INSERT INTO ${TABLE} (settings, saved_by, saved_at) VALUES ($1, $2, $3)`, [
            JSON.stringify(after),
            userId,
            at,
          ]);
        }
        return after;
      }),

    /** Changes, by the user's id, newest first, 200 at most, and the last one of each setting. */
    async history() {
      const { rows } = await pool.query<{
        settings: Partial<PortalSettings>;
        saved_by: string;
        saved_at: Date;
      }>(`SELECT settings, saved_by, saved_at FROM ${TABLE} ORDER BY id`);
      let before = DEFAULT_PORTAL_SETTINGS;
      const changes: SettingChange[] = [];
      for (const { settings, saved_by: by, saved_at } of rows) {
        const after = { ...DEFAULT_PORTAL_SETTINGS, ...settings };
        const at = new Date(saved_at).toISOString();
        for (const setting of changesBetween(before, after)) {
          changes.push({ at, by, setting, from: before[setting], to: after[setting] });
        }
        before = after;
      }
      const last = new Map(changes.map((change) => [change.setting, change]));
      return { changes: changes.reverse().slice(0, MAX_CHANGES), last };
    },
  };
}

const SETTINGS = portalSettingsSchema.keyof().options;

function changesBetween(before: PortalSettings, after: PortalSettings): readonly PortalSetting[] {
  return SETTINGS.filter((setting) => JSON.stringify(before[setting]) !== JSON.stringify(after[setting]));
}

/** Removes duplicates and sorts lists. */
function tidied(settings: PortalSettings): PortalSettings {
  const addresses = new Map(settings.alert_addresses.map((address) => [address.toLowerCase(), address]));
  return {
    ...settings,
    remind_days_overdue: [...new Set(settings.remind_days_overdue)].sort((a, b) => a - b),
    alert_mail_kinds: ALERT_KINDS.filter((kind) => settings.alert_mail_kinds.includes(kind)),
    alert_addresses: [...addresses.values()],
  };
}
