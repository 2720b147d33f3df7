import { type PortalEvent, siteStream } from '@portal/domain';
import { createPostgresEventStore, migratePostgresEventStore } from '@portal/event-store';
import { createTestDatabase } from '@portal/event-store/testing';
import { afterEach, expect, it } from 'vitest';
import { foldInMemory, storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { bench } from '../../test/harness.ts';
import { requested } from '../../test/history.ts';
import { dealerSites } from '../dealerSites/projector.ts';
import { verifyLog } from '../index.ts';

const WRITERS = 16;
const SITES_A_WRITER = 15;
let drop = async () => {};
afterEach(() => drop());

// Proves I8-R4
it('sees every event once and in order, also late commits of several processes', async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const { appRole: role } = await migratePostgresEventStore(database.connectionString);
  const open = () => createPostgresEventStore({ connectionString: database.connectionString, role });
  const stores = [open(), open(), open()];
  const store = open();
  const test = await bench({ store });
  const { start, history, pool, codec } = test;
  const runtime = await start({ projections: [counts, dealerSites] });

  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const own = stores[writer % stores.length] as (typeof stores)[number];
      for (let n = 0; n < SITES_A_WRITER; n += 1) {
        const siteId = `s-${writer}-${n}`;
        const accountId = `account-${n % 4}`;
        const first: PortalEvent = { type: 'SiteRequested', data: requested(accountId, siteId) };
        const second: PortalEvent = {
          type: 'SiteApproved',
          data: { siteId, accountId, activeFrom: '2026-01-05' },
        };
        await own.append(siteStream(siteId), await history.encode([accountId], first), 'no_stream');
        await own.append(siteStream(siteId), await history.encode([accountId], second), 0n);
      }
    }),
  );
  await runtime.caughtUp();

  const { events } = await store.readAll(null, { limit: 10_000 });
  expect(events).toHaveLength(WRITERS * SITES_A_WRITER * 2);
  for (const projection of [counts, dealerSites]) {
    expect(await storedRows(projection, pool)).toEqual(await foldInMemory(projection, codec, events, 1_000));
  }
  const index = await pool.query('SELECT i.event_id FROM log_index i ORDER BY i.seq');
  expect(index.rows.map(({ event_id }) => event_id)).toEqual(events.map(({ id }) => id));
  expect(await verifyLog(store, pool)).toMatchObject({ ok: true, verified: events.length });
  await runtime.stop();
  await Promise.all(stores.map((each) => each.close()));
});
