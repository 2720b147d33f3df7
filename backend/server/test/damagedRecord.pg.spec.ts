import { type AlertRecord, paths } from '@portal/contract';
import { siteStream } from '@portal/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
let portal: TestPortal;
beforeAll(async () => {
  database = await testDatabase();
  portal = await startTestPortal({}, { database });
});
afterAll(async () => {
  await portal.stop();
  await database.close();
});

const changeEvents = async (sql: string) => {
  const client = await database.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
  } finally {
    client.release();
  }
};

it('refuses a change of a site whose first event is gone, and names it in an alert until it is back', async () => {
  const { client } = await portal.dealer('northgate');
  const [site, other] = [
    (await client.post('/api/sites', siteOrder())).json,
    (await client.post('/api/sites', siteOrder())).json,
  ];
  await client.patch(`/api/sites/${site.id}`, { site_name: 'Yard' });
  const stream = siteStream(site.id);
  // a new portal has no state in memory
  await portal.stop();
  portal = await startTestPortal({}, { database });
  const dealer = await portal.signedIn('northgate');
  const first = `es.events WHERE stream = '${stream}' AND revision = 0`;
  await changeEvents(`CREATE TABLE gone AS SELECT * FROM ${first}; DELETE FROM ${first}`);
  const before = await portal.eventCount();

  const refused = await dealer.patch(`/api/sites/${site.id}`, { site_name: 'Pier' });
  expect([refused.status, refused.json.error]).toEqual([
    500,
    'This record is damaged: a part of it is missing. The administrators have been told.',
  ]);
  expect(await portal.eventCount()).toBe(before);
  expect((await dealer.patch(`/api/sites/${other.id}`, { site_name: 'Pier' })).status).toBe(200);

  const alerts = async () => {
    await portal.portal.tick();
    const admin = await portal.admin();
    return (await admin.get(paths.admin.alerts)).json.open.filter(
      ({ kind }: AlertRecord) => kind === 'damaged_record',
    );
  };
  const named = [{ severity: 'critical', title: expect.stringContaining(`Stream ${stream} is damaged`) }];
  expect(await alerts()).toMatchObject(named);
  await portal.portal.projections.caughtUp();
  expect((await portal.portal.verifyLog({})).faults).toMatchObject([
    { kind: 'missing', stream, revision: 0n },
    { kind: 'damaged', stream },
  ]);
  // another portal looks again at what has an alert
  await portal.stop();
  portal = await startTestPortal({}, { database });
  expect(await alerts()).toMatchObject(named);
  await changeEvents('INSERT INTO es.events SELECT * FROM gone');
  expect(await alerts()).toEqual([]);
  expect(await portal.portal.verifyLog({})).toMatchObject({ ok: true });
});
