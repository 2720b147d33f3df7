import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { readMetrics } from '../../../test/support/metricValues.ts';
import { type GaugeValues, portalGauges } from './gauges.ts';

type Status = GaugeValues['projections'][number];
const VALUES: GaugeValues = {
  projections: [
    { projection: 'users', lag: 3, lagSeconds: 1.5, parked: [{}, {}], owner: null } as unknown as Status,
  ],
  mails: new Map([['dead', 1]]),
  mailOverdueSeconds: 90,
  followers: [{ name: 'reactions', stuckOn: 'an event', isRun: true }],
  webhooks: { waiting: 7, stuck: 1 },
  alerts: new Map([['low_disk', 1]]),
  billingRun: {
    id: '2026-11',
    period: '2026-11',
    status: 'completed',
    cut_off: '2026-11-01T04:00:00.000Z',
    cut_seq: 10,
    issued: 0,
    total: 0,
    skipped: 0,
    parked: 0,
    started_at: '2026-11-01T04:02:00.000Z',
    completed_at: '2026-11-01T04:02:30.000Z',
  },
};

/** Gauges over readings that come one after the other; null for one that fails. */
function gauges(readings: readonly (GaugeValues | null)[], sameForMs: number) {
  const registry = new Registry();
  const state = { reads: 0 };
  const bringUpToDate = portalGauges(
    registry,
    async () => {
      const reading = readings[state.reads] ?? null;
      state.reads += 1;
      if (reading === null) throw new Error('no database');
      return reading;
    },
    sameForMs,
  );
  return {
    state,
    async values() {
      await bringUpToDate();
      return readMetrics(await registry.metrics());
    },
  };
}

test('gauges show the values that were read', async () => {
  const found = await gauges([VALUES], 0).values();
  const users = { projection: 'users' };
  expect(found.value('portal_projection_lag_events', users)).toBe(3);
  expect(found.value('portal_projection_lag_seconds', users)).toBe(1.5);
  expect(found.value('portal_projection_parked', users)).toBe(2);
  expect(found.value('portal_projection_fed', users)).toBe(0);
  expect(found.value('portal_mail_outbox', { status: 'dead' })).toBe(1);
  expect(found.value('portal_mail_overdue_seconds')).toBe(90);
  expect(found.value('portal_follower_stuck', { follower: 'reactions' })).toBe(1);
  expect(found.value('portal_webhooks', { state: 'waiting' })).toBe(7);
  expect(found.value('portal_alerts_open', { kind: 'low_disk' })).toBe(1);
  expect(found.value('portal_alerts_open', { kind: 'dead_mail' })).toBe(0);
  expect(found.value('portal_billing_run_duration_seconds')).toBe(30);
  expect(found.value('portal_billing_run_completed')).toBe(1);
});

test('a failed reading removes the values of the last one', async () => {
  const { values } = gauges([VALUES, null, VALUES], 0);
  await values();
  const unread = await values();
  expect(unread.value('portal_standing_read')).toBe(0);
  expect(unread.names).not.toContain('portal_projection_lag_events');
  expect(unread.names).not.toContain('portal_billing_run_completed');
  expect(unread.names).not.toContain('portal_mail_overdue_seconds');
  expect(unread.names).not.toContain('portal_alerts_open');
  expect((await values()).value('portal_projection_lag_events', { projection: 'users' })).toBe(3);
});

test('an unfinished billing run shows its time so far', async () => {
  const run = VALUES.billingRun === null ? null : { ...VALUES.billingRun, completed_at: null };
  const found = await gauges([{ ...VALUES, billingRun: run }], 0).values();
  expect(found.value('portal_billing_run_completed')).toBe(0);
  expect(found.value('portal_billing_run_duration_seconds')).toBeGreaterThan(30);
});

test('concurrent and repeated exposures read the database once', async () => {
  const { values, state } = gauges([VALUES, VALUES], 60_000);
  await Promise.all([values(), values(), values()]);
  await values();
  expect(state.reads).toBe(1);
});
