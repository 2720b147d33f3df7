import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processes } from '../src/app/reactions.ts';
import { storedIdOf } from '../src/kernel/storedIds.ts';
import { eventually } from './support/eventually.ts';
import { HttpClient } from './support/httpClient.ts';
import {
  ADMIN,
  PASSWORD,
  registration,
  siteOrder,
  startTestPortal,
  type TestPortal,
} from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

describe('three portals that start at once on an empty database', () => {
  let database: TestDatabase;
  let portals: TestPortal[];
  beforeAll(async () => {
    database = await testDatabase({ empty: true });
    portals = await Promise.all([1, 2, 3].map(() => startTestPortal({}, { database })));
  });
  afterAll(async () => {
    for (const portal of portals) await portal.stop();
    await database.close();
  });

  it('create one administrator, who can sign in at each', async () => {
    for (const portal of portals) {
      const admin = await portal.admin();
      expect((await admin.get('/api/admin/users')).json).toHaveLength(1);
    }
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS made FROM es.events WHERE type = 'UserAdded'",
    );
    expect(rows).toEqual([{ made: 1 }]);
  });

  it('have one owner per projection and process', async () => {
    await eventually(async () => {
      const status = await portals[0]?.portal.projections.status();
      return status?.every((one) => one.owner !== null) ?? false;
    }, 30);
    await eventually(async () => {
      const { rows } = await database.pool.query<{ process: string }>(
        'SELECT process FROM process_checkpoints WHERE leased_until > clock_timestamp()',
      );
      return processes.every(({ name }) => rows.some(({ process }) => process === storedIdOf(name)));
    }, 30);
  });

  it("read each other's latest writes", async () => {
    const [one, two, three] = portals as [TestPortal, TestPortal, TestPortal];
    const { client, user } = await one.dealer('roaming');
    for (let round = 0; round < 10; round += 1) {
      const written = await client.post('/api/sites', siteOrder({ site_name: `Site ${round}` }));
      expect(written.status).toBe(201);
      for (const other of [two, three]) {
        const elsewhere = new HttpClient(other.url);
        for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
        elsewhere.readAfter(written.headers['x-log-position'] as string);
        expect((await elsewhere.get('/api/sites')).json).toHaveLength(round + 1);
      }
    }
    // a session ended in one is ended in all
    const admin = await two.admin();
    await admin.patch(`/api/admin/users/${user.id}/approval`, { isApproved: false });
    expect((await client.get('/api/user')).status).toBe(401);
  });

  it('give a username or dealer id to one of many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        new HttpClient(portals[index % 3]?.url ?? '').post('/api/register', registration('wanted')),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(11);
    const dealers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) => portals[index % 3]?.dealer(`one-of-${index}`, false)),
    );
    const admins = await Promise.all(portals.map((portal) => portal.admin()));
    const approved = await Promise.all(
      dealers.map((dealer, index) =>
        admins[(index + 1) % 3]?.patch(`/api/admin/users/${dealer?.user.id}/approval`, { isApproved: true }),
      ),
    );
    expect(approved.map((answer) => answer?.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(approved.map((answer) => answer?.json.dealer_id)).size).toBe(6);
  });

  it('approve a dealer once', async () => {
    const dealer = await portals[0]?.dealer('popular', false);
    const admins = await Promise.all(portals.map((portal) => portal.admin()));
    const answers = await Promise.all(
      [...admins, ...admins].map((admin) =>
        admin.patch(`/api/admin/users/${dealer?.user.id}/approval`, { isApproved: true }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS times FROM es.events WHERE type = 'UserApproved' AND stream = $1",
      [`user-${dealer?.user.id}`],
    );
    expect(rows).toEqual([{ times: 1 }]);
  });
});

describe('a portal whose read models have no owner', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({ freshnessMs: 2_000 }, { environment: { PORTAL_ROLES: 'api' } });
  });
  afterAll(() => portal.stop());

  it('accepts a registration, and reports that it is catching up', async () => {
    const client = portal.client();
    const answered = await client.post('/api/register', registration('early'));
    expect(answered.status).toBe(201);
    expect(answered.headers['x-projection']).toBe('catching-up');
    expect(answered.json).toMatchObject({ username: 'early', is_approved: false });
    // the session is good, the read model does not know the user yet: no 401
    const user = await client.get('/api/user');
    expect([user.status, user.headers['retry-after']]).toEqual([503, '1']);
    expect(
      (await portal.client().post('/api/login', { username: 'early', password: `${PASSWORD}x` })).status,
    ).toBe(401);
  });

  it('is not ready', async () => {
    const ready = await portal.client().get('/readyz');
    expect([ready.status, ready.json.checks.projections.ok]).toEqual([503, false]);
    expect((await portal.client().get('/healthz')).status).toBe(200);
  });
});

describe('a portal with background roles only', () => {
  it('serves health checks and no API', async () => {
    const portal = await startTestPortal({}, { environment: { PORTAL_ROLES: 'projections,reactions,jobs' } });
    expect((await portal.client().get('/readyz')).status).toBe(200);
    expect(
      (await portal.client().post('/api/login', { username: ADMIN.username, password: ADMIN.password }))
        .status,
    ).toBe(404);
    const { rows } = await portal.portal.database.pool.query(
      "SELECT count(*)::int AS made FROM es.events WHERE type = 'UserAdded'",
    );
    expect(rows).toEqual([{ made: 0 }]);
    await portal.stop();
  });
});
