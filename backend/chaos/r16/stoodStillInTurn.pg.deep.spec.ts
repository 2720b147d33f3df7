import { scenario, sized } from '@portal/event-store/testing';
import { DEALER_IDS_VIEW } from '@portal/projections';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { HttpClient } from '@portal/server/test/support/httpClient.ts';
import { adminAt } from '@portal/server/test/support/people.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { registration } from '@portal/server/test/support/testPortal.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOf } from '../support/logOfCommands.ts';

const R16 = scenario('R16');
/**
 * PostgreSQL ends the session of a lock holder that is silent for 10 s. The short form shares the machine with other
 * tests, so its limit is higher.
 */
const NEXT_WITHIN_MS = sized(60_000, 15_000);

const TOLD = ['UserApproved', 'DealerIdTaken'];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

// Proves I8-R16
it('continues with other approvals soon after a portal stops in the middle of one', async () => {
  const { pool } = stage.database;
  const still = await stage.startPortal();
  const other = await stage.startPortal();
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const registered = await new HttpClient(other.url).post('/api/register', registration(name));
      return `/api/admin/users/${registered.json.id}/approval`;
    }),
  );
  const before = await stage.store.head();
  const [atStill, atOther] = [await adminAt(still.url), await adminAt(other.url)];

  // approvals take turns; this one stops while it reads the next dealer id
  const client = await pool.connect();
  await client.query(`BEGIN; LOCK TABLE ${DEALER_IDS_VIEW}_g1 IN ACCESS EXCLUSIVE MODE`);
  const interrupted = atStill.patch(first ?? '', { isApproved: true }, { 'Idempotency-Key': 'first' });
  await eventually(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = $1",
      [`portal ${still.pid}`],
    );
    return rows.length > 0;
  }, 30);
  still.signal('SIGSTOP');
  await client.query('ROLLBACK');
  client.release();

  const began = performance.now();
  const approved = await atOther.patch(second ?? '', { isApproved: true });
  const waitedMs = performance.now() - began;
  expect(approved.status).toBe(200);
  expect(waitedMs).toBeLessThan(NEXT_WITHIN_MS);

  // it continues: its approval is done, or a repeated request does it
  still.signal('SIGCONT');
  expect([200, 503]).toContain((await interrupted).status);
  await eventually(async () => {
    const again = await atStill.patch(first ?? '', { isApproved: true }, { 'Idempotency-Key': 'first' });
    return again.status === 200;
  }, 60);
  const told: string[] = [];
  const streams = new Set<string>();
  for await (const events of pagesOf(stage.store, before)) {
    for (const { type, stream } of events.filter(({ type }) => TOLD.includes(type))) {
      told.push(type);
      streams.add(stream);
    }
  }
  expect(told.sort()).toEqual(['DealerIdTaken', 'DealerIdTaken', 'UserApproved', 'UserApproved']);
  expect(streams.size).toBe(4);

  R16.measured('an approval waits for a portal that stands still', `${(waitedMs / 1_000).toFixed(1)} s`);
}, 240_000);
