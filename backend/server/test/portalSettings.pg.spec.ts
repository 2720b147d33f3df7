import { ALERT_KINDS, type PortalSettings, paths, plainStep, type SettingsHistory } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

const PATH = paths.admin.portalSettings;
let time = Date.parse('2026-12-20T15:00:00.000Z');
let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal(
    { now: () => new Date(time) },
    { environment: { PORTAL_ROLES: 'api,projections' } },
  );
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const settings = async (): Promise<PortalSettings> => (await admin.get(PATH)).json;
const history = async (): Promise<SettingsHistory> => (await admin.get(paths.admin.settingsHistory)).json;

describe('what administrators may set', () => {
  // Proves I8-settings-1
  it('has defaults until set; omitted settings stay unchanged', async () => {
    expect(await settings()).toEqual({
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
    });
    const answered = await admin.patch(PATH, {
      dunning_steps: [{ ...plainStep(30), late_fee_cents: 1_500, hold_orders: true }, plainStep(3)],
      alert_mail_kinds: ['clock', 'low_disk', 'clock'],
      alert_addresses: ['ops@example.com', 'OPS@example.com'],
    });
    expect([answered.status, await settings()]).toEqual([200, answered.json]);
    expect(answered.json).toMatchObject({
      remind_days_before_due: 3,
      dunning_steps: [plainStep(3), { ...plainStep(30), late_fee_cents: 1_500, hold_orders: true }],
      alert_mail_kinds: ['low_disk', 'clock'],
      alert_addresses: ['OPS@example.com'],
    });
  });

  // Proves I8-settings-1
  it('is logged with who and when, by setting, the newest first', async () => {
    time += 60_000;
    const at = new Date(time).toISOString();
    await admin.patch(PATH, { low_disk_percent: 20, silent_webhook_hours: 24 });
    const { changes, last, second_factor_fixed } = await history();
    expect(changes[0]).toEqual({ at, by: 'Administrator', setting: 'low_disk_percent', from: 10, to: 20 });
    expect(changes.map(({ setting }) => setting)).toEqual([
      'low_disk_percent',
      'alert_addresses',
      'alert_mail_kinds',
      'dunning_steps',
    ]);
    expect(last.low_disk_percent).toEqual({ at, by: 'Administrator' });
    expect(last.silent_webhook_hours).toBeUndefined();
    expect(second_factor_fixed).toBe(false);
    await admin.patch(PATH, { low_disk_percent: 20 });
    const { rows } = await portal.portal.database.pool.query('SELECT FROM portal_settings');
    expect([rows.length, (await history()).changes.length]).toEqual([2, 4]);
  });

  // Proves I8-settings-1
  it('accepts concurrent changes of two administrators', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.patch(PATH, index % 2 === 0 ? { projection_lag_minutes: 30 } : { silent_webhook_hours: 48 }),
      ),
    );
    expect(await settings()).toMatchObject({ projection_lag_minutes: 30, silent_webhook_hours: 48 });
    expect((await history()).changes).toHaveLength(6);
  });

  // Proves I8-settings-1
  it.each([
    [{ low_disk_percent: 51 }, 'low_disk_percent', 'Please enter a whole number from 1 to 50'],
    [{ silent_webhook_hours: 0 }, 'silent_webhook_hours', 'Please enter a whole number from 1 to 168'],
    [{ projection_lag_minutes: 2.5 }, 'projection_lag_minutes', 'Please enter a whole number from 1 to 240'],
    [{ dunning_steps: [plainStep(0)] }, 'dunning_steps.0.days', 'Please enter a whole number from 1 to 90'],
    [
      { dunning_steps: [plainStep(3), plainStep(3)] },
      'dunning_steps.1.days',
      'Another step has the same day',
    ],
    [
      { dunning_steps: [{ ...plainStep(3), late_fee_cents: -1 }] },
      'dunning_steps.0.late_fee_cents',
      'Please enter an amount from $0.00 to $500.00',
    ],
    [{ dunning_steps: [1, 2, 3, 4, 5, 6].map(plainStep) }, 'dunning_steps', 'Please enter at most 5 steps'],
    [{ remind_days_before_due: '3' }, 'remind_days_before_due', 'Please enter a whole number from 0 to 14'],
    [{ alert_addresses: ['nobody'] }, 'alert_addresses.0', 'Please enter a valid email'],
    [
      { alert_addresses: Array.from({ length: 11 }, (_, index) => `a${index}@example.com`) },
      'alert_addresses',
      'Please enter at most ten addresses',
    ],
  ])('refuses %j', async (body, path, message) => {
    const before = await settings();
    const answered = await admin.patch(PATH, body);
    expect([answered.status, answered.json.errors]).toEqual([400, [{ path, message }]]);
    expect(await settings()).toEqual(before);
  });

  // Proves I38-dunning
  it('reads reminder days that the release before set, and writes them for it', async () => {
    const { pool } = portal.portal.database;
    const { rows } = await pool.query('SELECT settings FROM portal_settings ORDER BY id DESC LIMIT 1');
    expect(rows[0].settings.remind_days_overdue).toEqual([3, 30]);
    const before = await settings();
    const older = { ...rows[0].settings, remind_days_overdue: [5, 30] };
    await pool.query("INSERT INTO portal_settings (settings, saved_by, saved_at) VALUES ($1, 'x', now())", [
      JSON.stringify(older),
    ]);
    const fee = { ...plainStep(30), late_fee_cents: 1_500, hold_orders: true };
    expect(await settings()).toEqual({ ...before, dunning_steps: [plainStep(5), fee] });
    expect((await history()).changes.slice(0, 1)).toMatchObject([
      { setting: 'dunning_steps', from: [plainStep(3), fee], to: [plainStep(5), fee] },
    ]);
  });

  it('is for administrators only', async () => {
    const { client } = await portal.dealer('northgate');
    expect((await client.get(PATH)).status).toBe(403);
    expect((await client.patch(PATH, { low_disk_percent: 9 })).status).toBe(403);
    expect((await client.get(paths.admin.settingsHistory)).status).toBe(403);
  });
});

describe('a second factor for administrators', () => {
  // Proves I8-settings-2
  it('is required from the next request on, except for its set-up', async () => {
    expect((await admin.get(paths.user)).json.second_factor).toBe('off');
    expect((await admin.patch(PATH, { admin_second_factor: true })).status).toBe(200);
    expect((await admin.get(PATH)).status).toBe(403);
    expect((await admin.patch(PATH, { admin_second_factor: false })).status).toBe(403);
    expect((await admin.get(paths.user)).json.second_factor).toBe('required');
    expect((await admin.get(paths.secondFactor.own)).json.state).toBe('required');
    const begun = await admin.post(paths.secondFactor.setup, { currentPassword: 'admin-secret-1' });
    expect(begun.status).toBe(200);
    const { client } = await portal.dealer('eastgate', false);
    expect((await client.get(paths.user)).json.second_factor).toBe('off');
    await portal.portal.database.pool.query(
      `INSERT INTO portal_settings (settings, saved_by, saved_at)
       SELECT settings || '{"admin_second_factor": false}', 'x', now() FROM portal_settings ORDER BY id DESC LIMIT 1`,
    );
    expect((await admin.get(PATH)).status).toBe(200);
    expect((await history()).changes[0]?.by).toBe('A former administrator');
  });

  // Proves I8-settings-2
  it('cannot be switched off if the environment requires it', async () => {
    const strict = await startTestPortal(
      {},
      { environment: { PORTAL_ROLES: 'api,projections', ADMIN_SECOND_FACTOR: 'required' } },
    );
    try {
      const one = await strict.admin();
      expect((await one.get(paths.user)).json.second_factor).toBe('required');
      await strict.portal.database.pool.query(
        `INSERT INTO portal_settings (settings, saved_by, saved_at) VALUES ('{"admin_second_factor": false}', 'x', now())`,
      );
      expect((await one.get(PATH)).status).toBe(403);
    } finally {
      await strict.stop();
    }
  });
});
