import { type AlertKind, type AlertRecord, type Alerts, type PortalSettings, paths } from '@portal/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DiskSpace } from '../src/modules/operations/check.ts';
import { deadMail } from '../src/modules/operations/checks/mails.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Nothing is looked after but when the spec says so. */
const QUIET = { PORTAL_ROLES: 'api,projections,reactions' };
const ROOMY: DiskSpace = { device: 1, free: 50, total: 100 };

let database: TestDatabase;
let portals: readonly TestPortal[];
let admin: HttpClient;
let dealer: HttpClient;
let time = Date.parse('2026-12-20T15:00:00.000Z');
/** An error: it can't be measured. */
let disk: DiskSpace | Error;
/** How far the machine's clock is off. */
let skewMs: number;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  const start = () =>
    startTestPortal(
      {
        now: () => new Date(time),
        machine: { diskSpace: async () => measured(disk), clock: () => new Date(Date.now() + skewMs) },
      },
      { database, environment: QUIET },
    );
  portals = [await start(), await start()];
  await first().dealer('northgate');
});
afterAll(async () => {
  for (const portal of portals) await portal.stop();
  await database.close();
});
beforeEach(async () => {
  [disk, skewMs] = [ROOMY, 0];
  // long after whatever was before
  time += 60 * 24 * HOUR;
  await tick();
  await database.pool.query("DELETE FROM projection_parked WHERE key LIKE 'account-%'");
  await database.pool.query('DELETE FROM alerts');
  await database.pool.query('DELETE FROM mail_outbox');
  [admin, dealer] = [await first().admin(), await first().signedIn('northgate')];
});

function measured(space: DiskSpace | Error): DiskSpace {
  if (space instanceof Error) throw space;
  return space;
}
const first = (): TestPortal => portals[0] as TestPortal;
const tick = () => first().portal.tick();
/** Read by an administrator who has just signed in: days pass here, and sessions end. */
const alerts = async (): Promise<Alerts> => {
  admin = await first().admin();
  return (await admin.get(paths.admin.alerts)).json;
};
const open = async (kind?: AlertKind): Promise<readonly AlertRecord[]> =>
  (await alerts()).open.filter((alert) => kind === undefined || alert.kind === kind);
const set = async (settings: Partial<PortalSettings>) => {
  admin = await first().admin();
  expect((await admin.patch(paths.admin.portalSettings, settings)).status).toBe(200);
};

/** Subjects of the mails about alerts to this address, the oldest first. */
async function mailed(address = 'admin@localhost'): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ subject: string }>(
    "SELECT subject FROM mail_outbox WHERE kind = 'alerts' AND recipient = $1 ORDER BY created_at, id",
    [address],
  );
  return rows.map(({ subject }) => subject);
}

async function later(milliseconds: number): Promise<void> {
  time += milliseconds;
  await tick();
}

const LOW: DiskSpace = { device: 1, free: 7, total: 100 };
const LOW_TITLE = 'Only 7% of the disk is free (0.0 GB).';

describe('an alert', () => {
  // Proves I8-alerts-1
  it('is opened and mailed once by several portals that check at the same time', async () => {
    disk = LOW;
    for (let round = 0; round < 3; round += 1) await Promise.all(portals.map(({ portal }) => portal.tick()));
    const { rows } = await database.pool.query('SELECT kind, title FROM alerts');
    expect(rows).toEqual([{ kind: 'low_disk', title: LOW_TITLE }]);
    expect(await mailed()).toEqual([`Alert: ${LOW_TITLE}`]);
  });

  // Proves I8-alerts-1
  it('shows problem, action and link, and closes when resolved', async () => {
    disk = LOW;
    await tick();
    const at = new Date(time).toISOString();
    expect(await open()).toEqual([
      {
        id: expect.any(String),
        kind: 'low_disk',
        severity: 'warning',
        title: LOW_TITLE,
        todo: expect.stringContaining('Free space on the disk of'),
        link: { path: '/settings', label: 'Open the settings' },
        opened_at: at,
        last_seen: at,
        mailed_at: at,
        closed_at: null,
        acknowledged: null,
        snoozed: null,
      },
    ]);
    disk = ROOMY;
    await later(MINUTE);
    const { open: none, closed } = await alerts();
    expect(none).toEqual([]);
    expect(closed).toMatchObject([{ title: LOW_TITLE, closed_at: new Date(time).toISOString() }]);
  });

  // Proves I8-alerts-2
  it('is mailed daily while it lasts, and once when it stays resolved', async () => {
    disk = LOW;
    await tick();
    for (let hours = 0; hours < 50; hours += 2) await later(2 * HOUR);
    const still = `Still: ${LOW_TITLE}`;
    expect(await mailed()).toEqual([`Alert: ${LOW_TITLE}`, still, still]);
    disk = ROOMY;
    await later(MINUTE);
    expect(await mailed()).toHaveLength(3);
    await later(11 * MINUTE);
    await later(HOUR);
    expect((await mailed()).slice(3)).toEqual([`Resolved: ${LOW_TITLE}`]);
  }, 60_000);

  // Proves I8-alerts-1
  it('continues if it recurs within the hour; later it is a new one', async () => {
    disk = LOW;
    await tick();
    const [before] = await open();
    disk = ROOMY;
    await later(MINUTE);
    disk = LOW;
    await later(MINUTE);
    expect((await open()).map(({ id, opened_at }) => [id, opened_at])).toEqual([
      [before?.id, before?.opened_at],
    ]);
    expect(await mailed()).toHaveLength(1);
    disk = ROOMY;
    await later(MINUTE);
    disk = LOW;
    await later(2 * HOUR);
    expect((await open())[0]?.id).not.toBe(before?.id);
  });

  // Proves I8-alerts-2
  it.each([
    [4, 1],
    [15, 6],
  ])(
    'that comes and goes every %d minutes sends few mails',
    async (minutes, most) => {
      for (let round = 0; round < (3 * 60) / minutes; round += 1) {
        disk = round % 2 === 0 ? LOW : ROOMY;
        await later(minutes * MINUTE);
      }
      const told = await mailed();
      expect(told.length).toBeGreaterThan(0);
      expect(told.length).toBeLessThanOrEqual(most);
    },
    90_000,
  );

  // Proves I8-alerts-2
  it('is mailed together with all new ones', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database.pool.query(
          `INSERT INTO projection_parked (projection, version, generation, key, event_id, stream, stream_revision, position, reason)
           SELECT projection, version, generation, $1, 'e1', 's', 0, '0', 'broken'
           FROM projection_generations WHERE projection = 'users' AND state = 'live'`,
          [`account-${index}`],
        ),
      ),
    );
    await tick();
    expect(await open('parked')).toHaveLength(40);
    expect(await mailed()).toEqual(['Alert: 40 alerts need attention']);
    await database.pool.query("DELETE FROM projection_parked WHERE key LIKE 'account-%'");
    await later(MINUTE);
    await later(11 * MINUTE);
    expect(await open('parked')).toEqual([]);
    expect((await mailed()).at(-1)).toBe('Resolved: 40 alerts');
  });

  // Proves I8-alerts-1
  it('stays open while its check fails, and reports that too', async () => {
    disk = LOW;
    await tick();
    // for all portals of this machine, each of which looks once a minute
    disk = new Error('no disk');
    for (let minutes = 0; minutes <= 4; minutes += 1) await later(MINUTE);
    expect((await open()).map(({ kind }) => kind)).toEqual(['unchecked', 'low_disk']);
    disk = ROOMY;
    await later(MINUTE);
    expect(await open()).toEqual([]);
  });
});

describe('mail about alerts', () => {
  // Proves I8-alerts-2
  it('goes once to administrators and further addresses, for the chosen kinds', async () => {
    await set({ alert_addresses: ['oncall@example.com', 'ADMIN@localhost.test'] });
    disk = LOW;
    await tick();
    expect(await mailed()).toHaveLength(1);
    expect(await mailed('oncall@example.com')).toHaveLength(1);
    await set({ alert_mail_kinds: ['dead_mail'], alert_mail_administrators: false });
    await later(25 * HOUR);
    expect(await mailed()).toHaveLength(1);
    await set({ alert_mail_kinds: ['low_disk'] });
    await later(MINUTE);
    expect([(await mailed()).length, (await mailed('oncall@example.com')).length]).toEqual([1, 2]);
    await set({ alert_addresses: [], alert_mail_administrators: true });
  });

  // Proves I8-alerts-2
  it('has the usual layout, links the page that helps, and stops once acknowledged', async () => {
    disk = LOW;
    await tick();
    const { rows } = await database.pool.query<{ text: string; html: string }>(
      "SELECT text, html FROM mail_outbox WHERE kind = 'alerts'",
    );
    expect(rows[0]?.text).toContain(`Open the settings: ${first().url}/admin-dashboard/settings`);
    expect(rows[0]?.html).toContain('The portal needs attention');
    const [alert] = await open();
    expect((await admin.post(paths.admin.acknowledgeAlert(alert?.id ?? ''))).status).toBe(200);
    await later(25 * HOUR);
    expect(await mailed()).toHaveLength(1);
  });
});

describe('administrators', () => {
  // Proves I8-alerts-3
  it('can acknowledge an alert, until it grows', async () => {
    const dead = () =>
      database.pool.query(
        `INSERT INTO mail_outbox (id, cause, kind, recipient, status, subject, created_at, search)
         VALUES (gen_random_uuid(), gen_random_uuid()::text, 'x', 'a@b.example', 'dead', 's', $1, '')`,
        [new Date(time)],
      );
    await dead();
    await tick();
    const [alert] = await open('dead_mail');
    const answered = await admin.post(paths.admin.acknowledgeAlert(alert?.id ?? ''));
    const seen = { by: 'Administrator', at: new Date(time).toISOString() };
    expect(answered.json.open[0].acknowledged).toEqual(seen);
    time += MINUTE;
    await admin.post(paths.admin.acknowledgeAlert(alert?.id ?? ''));
    expect((await open('dead_mail'))[0]?.acknowledged).toEqual(seen);
    await later(MINUTE);
    expect((await open('dead_mail'))[0]?.acknowledged).toEqual(seen);
    // a newer one has a greater id
    await database.pool.query(
      "UPDATE mail_outbox SET id = '00000000-0000-0000-0000-000000000001' WHERE kind = 'x'",
    );
    await dead();
    await later(MINUTE);
    expect((await open('dead_mail'))[0]).toMatchObject({
      id: alert?.id,
      title: '2 emails of the last 3 days could not be delivered.',
      acknowledged: null,
    });
  });

  // Proves I8-alerts-3
  it('can snooze an alert for some hours, and undo that', async () => {
    disk = LOW;
    await tick();
    const id = (await open())[0]?.id ?? '';
    const snooze = (hours: number) => admin.post(paths.admin.snoozeAlert(id), { hours });
    expect((await snooze(24)).json.open[0].snoozed).toEqual({
      by: 'Administrator',
      at: new Date(time).toISOString(),
      until: new Date(time + 24 * HOUR).toISOString(),
    });
    expect((await snooze(0)).json.open[0].snoozed).toBeNull();
    await snooze(72);
    await later(71 * HOUR);
    expect(await mailed()).toHaveLength(1);
    await later(2 * HOUR);
    expect((await open())[0]?.snoozed).toBeNull();
    expect(await mailed()).toHaveLength(2);
  });

  // Proves I8-alerts-3
  it('see changes on open pages at once, in any portal', async () => {
    const [one, two] = await Promise.all(portals.map((portal) => liveTopics(portal, admin)));
    const dealers = await liveTopics(first(), dealer);
    disk = LOW;
    await tick();
    await eventually(async () => one?.topics.includes('alerts') && two?.topics.includes('alerts'));
    expect(dealers.topics).not.toContain('alerts');
    await Promise.all([one?.stop(), two?.stop(), dealers.stop()]);
  });

  // Proves I8-alerts-3
  it('are the only ones to read and answer alerts', async () => {
    expect((await dealer.get(paths.admin.alerts)).status).toBe(403);
    expect((await admin.post(paths.admin.acknowledgeAlert('nothing'))).status).toBe(404);
    expect((await admin.post(paths.admin.snoozeAlert('nothing'), { hours: 4 })).status).toBe(404);
    expect((await admin.post(paths.admin.snoozeAlert('nothing'), { hours: 5 })).status).toBe(400);
  });
});

describe('/metrics', () => {
  // Proves I8-alerts-3
  it('counts open alerts by kind, in any portal', async () => {
    disk = LOW;
    // checks that began before it was low may store theirs last
    await eventually(async () => {
      await tick();
      return (await open('low_disk')).length === 1;
    });
    for (const { client } of portals) {
      const { text } = await client().get('/metrics');
      expect(text).toContain('portal_alerts_open{kind="low_disk"} 1');
      expect(text).toContain('portal_alerts_open{kind="dead_mail"} 0');
    }
  });
});

describe('low disk', () => {
  // Proves I8-alerts-5
  it('is measured against the setting, and critical below half of it', async () => {
    disk = { device: 1, free: 15, total: 100 };
    await tick();
    expect(await open()).toEqual([]);
    await set({ low_disk_percent: 20 });
    await tick();
    expect((await open()).map(({ severity }) => severity)).toEqual(['warning']);
    disk = { device: 1, free: 9, total: 100 };
    await tick();
    expect((await open()).map(({ severity }) => severity)).toEqual(['critical']);
    await set({ low_disk_percent: 10 });
  });

  // Proves I8-alerts-6
  it('is mailed again after acknowledgement when it becomes critical', async () => {
    disk = LOW;
    await tick();
    const [alert] = await open();
    await admin.post(paths.admin.acknowledgeAlert(alert?.id ?? ''));
    await later(25 * HOUR);
    expect(await mailed()).toEqual([`Alert: ${LOW_TITLE}`]);
    disk = { device: 1, free: 2, total: 100 };
    await later(MINUTE);
    expect((await open())[0]).toMatchObject({ id: alert?.id, severity: 'critical', acknowledged: null });
    expect((await mailed()).slice(1)).toEqual(['Still: Only 2% of the disk is free (0.0 GB).']);
  });
});

describe('the clock', () => {
  // Proves I8-alerts-5
  it.each([-3_000, 3_000])('is an alert after being off by %d ms for a while', async (off) => {
    skewMs = off;
    await tick();
    await later(MINUTE);
    expect(await open()).toEqual([]);
    await later(MINUTE);
    expect((await open()).map(({ kind, title }) => [kind, title])).toEqual([
      ['clock', "The portal's clock is 3 seconds off the database's."],
    ]);
  });

  it('is no alert below 2 seconds', async () => {
    skewMs = 1_000;
    await tick();
    await later(5 * MINUTE);
    await later(5 * MINUTE);
    expect(await open()).toEqual([]);
  });
});

describe('mail that is not delivered', () => {
  // Proves I8-alerts-5
  it('is an alert after three tries and half an hour, before it is given up', async () => {
    const look = async () =>
      (await deadMail(database.pool, new Date(time))).map(({ severity, title }) => [severity, title]);
    await database.pool.query(
      `INSERT INTO mail_outbox (id, cause, kind, recipient, status, subject, attempts, next_attempt_at, created_at, search)
       VALUES (gen_random_uuid(), 'w', 'x', 'a@b.example', 'queued', 's', 3, 'infinity', $1, '')`,
      [new Date(time)],
    );
    expect(await look()).toEqual([]);
    time += 31 * MINUTE;
    expect(await look()).toEqual([
      ['critical', 'Email is not going out: 1 email has been waiting for more than 30 minutes.'],
    ]);
    await database.pool.query("UPDATE mail_outbox SET attempts = 2 WHERE cause = 'w'");
    expect(await look()).toEqual([]);
  });
});
