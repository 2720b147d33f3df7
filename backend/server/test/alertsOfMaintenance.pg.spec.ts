import { randomUUID } from 'node:crypto';
import { type AlertRecord, paths } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processes } from '../src/app/reactions.ts';
import type { Finding } from '../src/modules/operations/check.ts';
import { billingRuns } from '../src/modules/operations/checks/billing.ts';
import {
  followerStates,
  logProof,
  projectionLag,
  stuckProcesses,
} from '../src/modules/operations/checks/log.ts';
import { startBillingPortal } from './support/billingPortal.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

const MINUTE = 60_000;
const never = new AbortController().signal;
const told = (findings: readonly Finding[]) =>
  findings.map(({ subject, severity, title }) => [subject, severity, title]);

describe('a billing run', () => {
  // Proves I8-alerts-4
  it('is an alert half an hour late, or when it skipped a company, until that is billed', async () => {
    const test = await startBillingPortal('2026-11-05T15:00:00.000Z');
    try {
      const [ann, bob] = [await test.newDealer('ann'), await test.newDealer('bob')];
      const site = await test.newSite(ann, { number_of_readers: '3' });
      await test.newSite(bob, { number_of_readers: '5' });
      const look = billingRuns(test.portal.billing);
      expect(await look()).toEqual([]);
      await test.portal.projections.caughtUp();
      test.setClock('2026-12-01T05:02:00.000Z');
      const late = await look();
      expect(told(late)).toEqual([
        ['2026-12', 'critical', 'The invoices of December 2026 were not all issued.'],
      ]);
      expect(late[0]?.afterMs).toBe(30 * MINUTE);

      const [added] = (await test.stored('SiteAdded')).filter(({ data }) => data.siteId === site);
      const eventId = randomUUID();
      await test.portal.database.pool.query('SELECT es.append_one($1, 0, $2, $3, $4, $5)', [
        added?.stream,
        eventId,
        'ReaderCountChanged',
        '{',
        JSON.stringify(added?.metadata),
      ]);
      await test.portal.projections.caughtUp();
      // the run and the look are of the same tick: the next one finds what the run left out
      await test.portal.tick();
      await test.portal.tick();
      const admin = await test.admin();
      const open = async () =>
        (await admin.get(paths.admin.alerts)).json.open.filter(
          ({ kind }: AlertRecord) => kind === 'billing_run',
        );
      expect(await open()).toMatchObject([
        {
          severity: 'critical',
          title: '1 company was left out when December 2026 was billed.',
          link: { label: 'Open the run' },
        },
      ]);
      const [{ link }] = await open();
      const runs = async (path: string) => (await admin.get(`/api/admin${path}`)).json;
      expect(await runs(link.path)).toMatchObject([{ id: '2026-12', parked: 1 }]);
      expect(await runs(link.path.replace('2026-12', '2026-11'))).toEqual([]);
      await test.portal.database.pool.query(
        `BEGIN; SET LOCAL session_replication_role = replica;
         UPDATE es.events SET data = '${JSON.stringify({ siteId: site, accountId: ann.accountId, readers: 4 })}'
         WHERE event_id = '${eventId}'; COMMIT`,
      );
      await test.portal.projections.unpark('billingFacts', ann.accountId);
      await test.portal.tick();
      await test.portal.tick();
      expect(await open()).toEqual([]);
    } finally {
      await test.stop();
    }
  });
});

describe('a background process', () => {
  // Proves I8-alerts-4
  it('is an alert after three minutes of failing at an event or running nowhere', async () => {
    const findings = stuckProcesses([
      { name: 'makeSiteOfApprovedMigration', stuckOn: 'e1', isRun: true },
      { name: 'notifications', stuckOn: null, isRun: false },
      { name: 'refunds', stuckOn: null, isRun: true },
    ]);
    expect(told(findings)).toEqual([
      ['makeSiteOfApprovedMigration', 'critical', 'Make site of approved migration is stuck on an event.'],
      ['', 'critical', 'No portal runs Notifications.'],
    ]);
    expect(findings.map(({ afterMs }) => afterMs)).toEqual([3 * MINUTE, 3 * MINUTE]);
    expect(findings[0]?.todo).toContain('Event e1 fails repeatedly. The server log has the reason');
  });
});

describe('read models', () => {
  const status = (over: object) => ({
    projection: 'users',
    lagSeconds: 0,
    caughtUp: true,
    owner: 'one',
    ...over,
  });
  /** What is found where the states are these at the first glance, and those at the second. */
  const glance = (first: readonly object[], second: readonly object[]) => {
    const states = [first, second];
    const status = async () => (states.shift() ?? second) as never;
    return projectionLag({ status }, { projection_lag_minutes: 5 }, never, 1);
  };
  const look = (...all: object[]) => glance(all, all);

  // Proves I8-alerts-4
  it('are an alert when further behind than the setting or fed by no process', async () => {
    expect(await look(status({}), status({ caughtUp: false, lagSeconds: 299 }))).toEqual([]);
    // events long ago that are all read are no lag
    expect(await look(status({ lagSeconds: 900 }))).toEqual([]);
    const found = await look(
      status({ caughtUp: false, lagSeconds: 400 }),
      status({ projection: 'accounts', caughtUp: false, lagSeconds: 700 }),
      status({ projection: 'orders', owner: null }),
    );
    expect(told(found)).toEqual([
      ['late', 'warning', 'Pages lag 11 minutes behind what was done.'],
      ['ownerless', 'critical', 'No process updates 1 read model: pages are outdated.'],
    ]);
    expect(found[0]?.todo).toContain('Behind: accounts, users.');
    // what was behind for a moment is none, nor what is so at the second glance alone
    const late = status({ caughtUp: false, lagSeconds: 9_000 });
    expect(await glance([late], [status({})])).toEqual([]);
    const other = status({ projection: 'accounts', caughtUp: false, lagSeconds: 9_000 });
    expect(await glance([late, status({ projection: 'accounts' })], [status({}), other])).toEqual([]);
  });
});

describe('a portal without notifications and seals', () => {
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
  const titles = async (kind: string): Promise<readonly string[]> => {
    admin = await portal.admin();
    return (await admin.get(paths.admin.alerts)).json.open
      .filter((alert: AlertRecord) => alert.kind === kind)
      .map(({ title }: AlertRecord) => title);
  };

  // Proves I8-alerts-4
  it('reports that no process runs them', async () => {
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await portal.portal.tick();
      time += MINUTE;
    }
    expect(await titles('stuck_process')).toEqual([
      expect.stringMatching(/^No portal runs \d+ of the background processes\.$/),
    ]);
  });

  it("shows each follower's checkpoint", async () => {
    const [name] = processes.map((process) => process.name);
    const { pool } = portal.portal.database;
    await pool.query(
      `INSERT INTO process_checkpoints (process, owner, leased_until, stuck_on, problem)
       VALUES ($1, 'x', '-infinity', 'e7', 'no'), ('refunds', 'x', 'infinity', NULL, NULL),
         ('reactions', 'x', '-infinity', NULL, NULL)
       ON CONFLICT (process) DO UPDATE SET leased_until = excluded.leased_until, stuck_on = excluded.stuck_on,
         problem = excluded.problem`,
      [name],
    );
    expect(await followerStates(pool, [name ?? '', 'refunds', 'notifications', 'never'])).toEqual([
      { name, stuckOn: 'e7', isRun: true },
      { name: 'refunds', stuckOn: null, isRun: true },
      { name: 'notifications', stuckOn: null, isRun: false },
      { name: 'never', stuckOn: null, isRun: false },
    ]);
  });

  // Proves I8-alerts-4
  it('reports a parked company until it is resumed', async () => {
    const { client } = await portal.dealer('northgate');
    await client.post('/api/sites', siteOrder());
    const { pool } = portal.portal.database;
    await pool.query(
      `INSERT INTO projection_parked (projection, version, generation, key, event_id, stream, stream_revision, position, reason)
       SELECT projection, version, generation, 'account-x', 'e1', 's', 0, '0', 'broken'
       FROM projection_generations WHERE projection IN ('users', 'accounts') AND state = 'live'`,
    );
    await portal.portal.tick();
    expect(await titles('parked')).toEqual([
      "A company's data could not be updated: its pages are outdated, and it is not billed.",
    ]);
    for (const projection of ['users', 'accounts'])
      await admin.post(paths.admin.unpark, { projection, key: 'account-x' });
    expect(await titles('parked')).toEqual([]);
  });

  // Proves I8-alerts-4
  it('reports a failed verification until one succeeds; an interrupted one does not count', async () => {
    const verified = (ok: boolean, done: number) =>
      portal.portal.database.pool.query(
        `INSERT INTO upkeep_tasks (id, kind, subject, started_by, started_at, touched_at, finished_at, done, total, ok, findings)
         VALUES (gen_random_uuid(), 'verify', '', 'x', clock_timestamp(), now(), now(), $2, 10, $1, '[]')`,
        [ok, done],
      );
    const failing = ['Verification of the log failed: it was changed.'];
    await verified(false, 4);
    await portal.portal.tick();
    expect(await titles('log_proof')).toEqual([]);
    await verified(false, 10);
    await portal.portal.tick();
    expect(await titles('log_proof')).toEqual(failing);
    await verified(false, 4);
    await portal.portal.tick();
    expect(await titles('log_proof')).toEqual(failing);
    await verified(true, 10);
    await portal.portal.tick();
    expect(await titles('log_proof')).toEqual([]);
  });
});

// Proves I8-alerts-4
it('a missing daily seal is an alert 90 minutes after it was due', async () => {
  let time = Date.parse('2026-12-20T15:00:00.000Z');
  const portal = await startTestPortal(
    { now: () => new Date(time) },
    { environment: { PORTAL_ROLES: 'api,projections' } },
  );
  try {
    let today = '2026-12-20';
    const look = () =>
      logProof({
        db: portal.portal.database.pool,
        tasks: { newest: async () => [] },
        today: () => today,
      });
    // the job seals what the log index has read so far, and nothing before it has read anything
    const sealed = () =>
      eventually(async () => {
        await portal.portal.projections.caughtUp();
        await portal.portal.tick();
        await portal.portal.projections.caughtUp();
        return (await look()).length === 0;
      });
    expect(told(await look())).toEqual([['seal', 'warning', 'The log was never sealed.']]);
    await sealed();
    today = '2026-12-21';
    const [late] = await look();
    expect(late?.title).toBe('The log was last sealed on 2026-12-20.');
    expect(late?.afterMs).toBe(90 * MINUTE);
    time += 24 * 60 * MINUTE;
    await sealed();
  } finally {
    await portal.stop();
  }
});
