import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { portalGauges } from '../src/modules/operations/gauges.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import { eventually } from './support/eventually.ts';
import { type MetricValues, readMetrics } from './support/metricValues.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
const values = async (): Promise<MetricValues> => readMetrics((await portal.client().get('/metrics')).text);

beforeAll(async () => {
  portal = await startTestPortal();
  await portal.dealer('measured');
});
afterAll(() => portal.stop());

/** Metrics of the database are the same for five seconds. */
const soon = (check: (found: MetricValues) => void) =>
  vi.waitFor(async () => check(await values()), { timeout: 15_000, interval: 100 });

describe('GET /metrics', () => {
  // Proves I35-21-paths
  it('is limited in rate; with a slash at the end it is unknown, like /readyz/', async () => {
    const unknown = await portal.client().get('/unknown/');
    for (const path of ['/metrics/', '/readyz/', '/healthz/']) {
      const { status, text } = await portal.client().get(path);
      expect([path, status, text]).toEqual([path, unknown.status, unknown.text]);
    }
    const all = Array.from({ length: 60 }, () => portal.client().get('/metrics'));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await vi.waitFor(async () => expect((await portal.client().get('/metrics')).status).toBe(200), 5_000);
  });

  // Proves I8-metrics-1
  it('measures requests by route and status, without ids', async () => {
    const found = await values();
    const registered = { method: 'POST', route: '/api/register', status: '201' };
    expect(found.value('portal_http_request_duration_seconds_count', registered)).toBe(1);
    expect(found.value('portal_http_request_duration_seconds_sum', registered)).toBeGreaterThan(0);
    const approval = { route: '/api/admin/users/:id/approval', status: '200' };
    expect(found.value('portal_http_request_duration_seconds_count', approval)).toBe(1);
  });

  it('measures appends by result and duration', async () => {
    const before = await values();
    const admin = await portal.admin();
    const { user } = await portal.dealer('counted', false);
    await admin.patch(`/api/admin/users/${user.id}/approval`, { isApproved: true });
    const after = await values();
    const rise = (name: string, labels = {}) => after.value(name, labels) - before.value(name, labels);
    expect(rise('portal_events_appended_total')).toBeGreaterThan(3);
    expect(rise('portal_append_duration_seconds_count', { outcome: 'done' })).toBeGreaterThan(2);
    expect(rise('portal_append_duration_seconds_sum', { outcome: 'done' })).toBeGreaterThan(0);
  });

  // Proves I8-metrics-1
  it("measures each projection's lag in events and seconds, its owner and parked accounts", async () => {
    const names = (await portal.portal.projections.status()).map(({ projection }) => projection);
    await soon((found) => {
      for (const projection of names) {
        expect([projection, found.value('portal_projection_lag_events', { projection })]).toEqual([
          projection,
          0,
        ]);
        expect(found.value('portal_projection_lag_seconds', { projection })).toBe(0);
        expect(found.value('portal_projection_fed', { projection })).toBe(1);
        expect(found.value('portal_projection_parked', { projection })).toBe(0);
      }
      expect(found.value('portal_projection_events_total', { projection: 'users' })).toBeGreaterThan(0);
      expect(
        found.value('portal_projection_batch_duration_seconds_count', { projection: 'users' }),
      ).toBeGreaterThan(0);
    });
  });

  it('counts mails by state, stuck followers, waiting webhooks, and connections', async () => {
    const { pool } = portal.portal.database;
    await eventually(async () => {
      const { rows } = await pool.query(
        "SELECT count(*)::integer AS kept FROM mail_outbox WHERE status = 'kept'",
      );
      const found = await values();
      return rows[0].kept > 0 && found.value('portal_mail_outbox', { status: 'kept' }) === rows[0].kept;
    });
    await pool.query(
      `INSERT INTO provider_events (livemode, id, type, subject, received_at, tries)
       VALUES (false, 'evt_1', 'charge.refunded', '{}', now(), 0)`,
    );
    const stuckOn = randomUUID();
    await vi.waitFor(
      async () => {
        // one that works writes down that it does, each second
        await pool.query("UPDATE process_checkpoints SET stuck_on = $1 WHERE process = 'reactions'", [
          stuckOn,
        ]);
        const found = await values();
        expect(found.value('portal_follower_stuck', { follower: 'notifications' })).toBe(1);
        expect(found.value('portal_follower_stuck', { follower: 'openAccountOnDealerRegistered' })).toBe(0);
        expect(found.value('portal_webhooks', { state: 'waiting' })).toBe(1);
        expect(found.value('portal_webhooks', { state: 'stuck' })).toBe(0);
        expect(found.value('portal_mail_overdue_seconds')).toBe(0);
        expect(found.value('portal_standing_read')).toBe(1);
      },
      { timeout: 15_000, interval: 100 },
    );
    const found = await values();
    expect(found.value('portal_database_connections', { pool: 'requests', state: 'open' })).toBeGreaterThan(
      0,
    );
    expect(found.value('portal_database_connections', { pool: 'projections', state: 'waiting' })).toBe(0);
  });

  it("reports each job's last success, and which run", async () => {
    await portal.portal.tick();
    const found = await values();
    for (const job of ['billing run', 'log seal']) {
      expect(found.value('portal_duty_last_success_timestamp_seconds', { duty: job })).toBeGreaterThan(
        Date.now() / 1_000 - 600,
      );
    }
    expect(found.value('portal_build_info', { node: process.version })).toBe(1);
    expect(found.names).toContain('portal_nodejs_eventloop_lag_p99_seconds');
  });
});

describe('unreadable metrics and failed jobs', () => {
  // Proves I8-metrics-1
  it('omits what cannot be read from the database, and logs it', async () => {
    const metrics = createMetrics();
    metrics.add((registry) => portalGauges(registry, () => Promise.reject(new Error('no database'))));
    const found = readMetrics((await metrics.expose()).content);
    expect(found.value('portal_standing_read')).toBe(0);
    expect(found.names).not.toContain('portal_mail_outbox');
    expect(found.value('portal_build_info')).toBe(1);
  });

  it('counts failed jobs, but not those interrupted by a stop', async () => {
    const metrics = createMetrics();
    const run = () => Promise.reject(new Error('no'));
    const job = metrics.timed({ name: 'failing', everyMs: 60_000, run });
    await expect(job.run(new AbortController().signal)).rejects.toThrow('no');
    await expect(job.run(AbortSignal.abort())).rejects.toThrow('no');
    const found = readMetrics((await metrics.expose()).content);
    expect(found.value('portal_duty_duration_seconds_count', { duty: 'failing', outcome: 'failed' })).toBe(1);
    expect(found.value('portal_duty_last_success_timestamp_seconds', { duty: 'failing' })).toBeNaN();
  });
});
