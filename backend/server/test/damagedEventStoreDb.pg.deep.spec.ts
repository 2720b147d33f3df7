import { type AlertRecord, paths } from '@portal/contract';
import { siteStream } from '@portal/domain';
import { clientOf } from '@portal/event-store/eventstoredb-testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EmptyEventStoreDb, emptyEventStoreDb } from './support/emptyEventStoreDb.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let log: EmptyEventStoreDb;
let database: TestDatabase;
let portal: TestPortal;
const start = async () => {
  portal = await startTestPortal({}, { database, environment: { EVENTSTORE_URL: log.url } });
};
beforeAll(async () => {
  log = await emptyEventStoreDb();
  database = await testDatabase({ empty: true });
  await start();
}, 60_000);
afterAll(async () => {
  await portal.stop();
  await database.close();
  await log.stop();
});

const alerts = async () => {
  await portal.portal.tick();
  const admin = await portal.admin();
  const { open } = (await admin.get(paths.admin.alerts)).json;
  return open
    .filter(({ kind }: AlertRecord) => kind === 'damaged_record')
    .map(({ title }: AlertRecord) => title)
    .sort();
};

it('refuses streams that EventStoreDB truncates or has deleted, and reports them before any is read', async () => {
  const { client: dealer } = await portal.dealer('northgate');
  const streams: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const site = (await dealer.post('/api/sites', siteOrder())).json;
    await dealer.patch(`/api/sites/${site.id}`, { site_name: 'Yard' });
    streams.push(siteStream(site.id));
  }
  const [truncated = '', deleted = '', gone = ''] = streams;
  await portal.portal.projections.caughtUp();
  const client = clientOf(log.url);
  await client.setStreamMetadata(truncated, { maxCount: 1 });
  await client.deleteStream(deleted);
  await client.tombstoneStream(gone);

  const titles = [truncated, deleted, gone].map((stream) => expect.stringContaining(stream)).sort();
  await vi.waitFor(async () => expect(await alerts()).toHaveLength(3), 15_000);
  expect(await alerts()).toEqual(expect.arrayContaining(titles));
  const verified = await portal.portal.verifyLog({});
  expect(verified.faults.map(({ kind, stream }) => [kind, stream]).sort()).toEqual(
    [truncated, deleted, gone].map((stream) => ['damaged', stream]).sort(),
  );

  // a new portal has no state in memory
  await portal.stop();
  await start();
  const again = await portal.signedIn('northgate');
  const change = async (stream: string) =>
    (await again.patch(`/api/sites/${stream.replace('site-', '')}`, { site_name: 'Pier' })).status;
  expect(await Promise.all(streams.map(change))).toEqual([500, 500, 500, 200]);
  expect(await alerts()).toHaveLength(3);

  await client.setStreamMetadata(truncated, {});
  expect(await alerts()).toHaveLength(2);
  expect(await change(truncated)).toBe(200);
  await client.dispose();
}, 120_000);
