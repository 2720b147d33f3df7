import {
  ALERT_KINDS,
  type PortalSetting,
  type PortalSettings,
  paths,
  plainStep,
  portalSettingsSchema,
  type SettingChange,
  settingsHistorySchema,
} from '@portal/contract';
import { inTransaction } from '@portal/projections';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import type { Migration } from '../../platform/database/migrate.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { type AdminSecondFactor, namesOfAdministrators } from '../users/module.ts';

const TABLE = 'portal_settings';
const MAX_CHANGES = 200;

const DEFAULT_PORTAL_SETTINGS: PortalSettings = {
  remind_days_before_due: 3,
  dunning_steps: [plainStep(3), plainStep(14)],
  auto_pay_retry_days: [],
  alert_mail_kinds: [...ALERT_KINDS],
  alert_mail_administrators: true,
  alert_addresses: [],
  low_disk_percent: 10,
  silent_webhook_hours: 24,
  projection_lag_minutes: 5,
  admin_second_factor: false,
  approval_limit_cents: null,
};

/** Settings as a row holds them; the release before knows only the days of the steps. */
type StoredSettings = Partial<PortalSettings> & { readonly remind_days_overdue?: readonly number[] };

function settingsOf({ remind_days_overdue: days, ...stored }: StoredSettings): PortalSettings {
  const settings = { ...DEFAULT_PORTAL_SETTINGS, ...stored };
  // the database orders the fields of an object by itself
  const known = settings.dunning_steps.map((step) => ({ ...plainStep(step.days), ...step }));
  const steps = days?.map((day) => known.find((step) => step.days === day) ?? plainStep(day));
  return { ...settings, dunning_steps: steps ?? known };
}

const storedOf = (settings: PortalSettings): StoredSettings => ({
  ...settings,
  remind_days_overdue: settings.dunning_steps.map(({ days }) => days),
});

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
    const { rows } = await db.query<{ settings: StoredSettings }>(
      `SELECT settings FROM ${TABLE} ORDER BY id DESC LIMIT 1`,
    );
    return settingsOf(rows[0]?.settings ?? {});
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
            JSON.stringify(storedOf(after)),
            userId,
            at,
          ]);
        }
        return after;
      }),

    /** Changes, by the user's id, newest first, 200 at most, and the last one of each setting. */
    async history() {
      const { rows } = await pool.query<{
        settings: StoredSettings;
        saved_by: string;
        saved_at: Date;
      }>(`SELECT settings, saved_by, saved_at FROM ${TABLE} ORDER BY id`);
      let before = DEFAULT_PORTAL_SETTINGS;
      const changes: SettingChange[] = [];
      for (const { settings, saved_by: by, saved_at } of rows) {
        const after = settingsOf(settings);
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
    dunning_steps: [...settings.dunning_steps].sort((a, b) => a.days - b.days),
    auto_pay_retry_days: [...new Set(settings.auto_pay_retry_days)].sort((a, b) => a - b),
    alert_mail_kinds: ALERT_KINDS.filter((kind) => settings.alert_mail_kinds.includes(kind)),
    alert_addresses: [...addresses.values()],
  };
}

/** Settings of administrators, and the history of their changes. */
export function portalSettingsRoutes(
  ports: Pick<ReadPorts, 'db' | 'today'> & {
    readonly portalSettings: PortalSettingsStore;
    readonly adminSecondFactor: AdminSecondFactor;
  },
): Route[] {
  const { portalSettings } = ports;
  return [
    route('GET', paths.admin.portalSettings, 'staff', {
      summary: "The portal's settings",
      answers: { 200: portalSettingsSchema },
      handler: async () => ({ body: await portalSettings.read() }),
    }),
    route('PATCH', paths.admin.portalSettings, 'settings', {
      summary: 'Change settings; omitted ones do not change',
      answers: { 200: portalSettingsSchema },
      body: portalSettingsSchema.partial(),
      handler: async ({ body, caller, command }) => ({
        body: await portalSettings.change(body, { userId: caller.id, at: command.time }),
      }),
    }),
    route('GET', paths.admin.settingsHistory, 'staff', {
      summary: 'History of the settings',
      answers: { 200: settingsHistorySchema },
      handler: async () => {
        const { changes, last } = await portalSettings.history();
        const ids = [...changes, ...last.values()].map(({ by }) => by);
        const nameOf = await namesOfAdministrators(ports, ids);
        const named = [...last].map(([setting, { at, by }]) => [setting, { at, by: nameOf(by) }]);
        return {
          body: {
            changes: changes.map((change) => ({ ...change, by: nameOf(change.by) })),
            last: Object.fromEntries(named),
            second_factor_fixed: ports.adminSecondFactor === 'required',
          },
        };
      },
    }),
  ];
}
