import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILURES_PER_ACCOUNT_AND_ADDRESS } from '../src/modules/users/signIn/loginLimits.ts';
import { eventually } from './support/eventually.ts';
import { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import { type OneAddress, oneAddress } from './support/oneAddress.ts';
import type { PortalChild } from './support/portalChild.ts';
import { openStage, type Stage } from './support/stage.ts';
import { ADMIN, PASSWORD, registration, siteOrder } from './support/testPortal.ts';

/** Three portals, each a process of its own, behind one address that gives each request to the next of them. */
describe('three portals behind one address', () => {
  let stage: Stage;
  let address: OneAddress;
  let portals: PortalChild[];
  let admin: HttpClient;
  let dealer: HttpClient;

  beforeAll(async () => {
    stage = await openStage();
    address = await oneAddress();
    const environment = { PUBLIC_URL: address.url, TRUST_PROXY: '127.0.0.1' };
    portals = await Promise.all([1, 2, 3].map(() => stage.startPortal(environment)));
    address.serve(portals.map(({ url }) => url));
    admin = await signedIn(ADMIN.username, ADMIN.password);
    dealer = new HttpClient(address.url);
    const registered = await dealer.post('/api/register', registration('roaming'));
    const approval = `/api/admin/users/${registered.json.id}/approval`;
    expect((await admin.patch(approval, { isApproved: true })).status).toBe(200);
    dealer = await signedIn('roaming', PASSWORD);
  }, 120_000);
  afterAll(async () => {
    await address.close();
    await stage.close();
  }, 60_000);

  async function signedIn(username: string, password: string): Promise<HttpClient> {
    const client = new HttpClient(address.url);
    expect((await client.post('/api/login', { username, password })).status).toBe(200);
    return client;
  }

  const countOf = async (sql: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows } = await stage.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${sql}`,
      [...values],
    );
    return rows[0]?.count ?? -1;
  };

  // Proves I8-scale-1
  it("serve any request of a session, and read each other's writes", async () => {
    const before = address.takenBy.length;
    for (let order = 1; order <= 6; order += 1) {
      expect((await dealer.post('/api/sites', siteOrder({ site_name: `Site ${order}` }))).status).toBe(201);
      expect((await dealer.get('/api/sites')).json).toHaveLength(order);
    }
    const took = new Set(address.takenBy.slice(before));
    expect([...took].sort()).toEqual(portals.map(({ url }) => url).sort());
  });

  // Proves I8-scale-1
  it('run one command with one response for the same Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const order = siteOrder({ site_name: 'Once' });
    const answers = await Promise.all([1, 2, 3].map(() => dealer.post('/api/sites', order, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'false')).toHaveLength(1);
    expect((await dealer.get('/api/sites')).json).toHaveLength(7);
    const other = await dealer.post('/api/sites', siteOrder({ site_name: 'Another' }), key);
    expect(other.status).toBe(409);
  });

  // Proves I8-scale-1
  it('notify pages open at any of them, wherever the projections run', async () => {
    const pages = await Promise.all(portals.map(({ url }) => liveTopics({ url }, dealer)));
    expect((await dealer.post('/api/sites', siteOrder({ site_name: 'Heard of' }))).status).toBe(201);
    await eventually(async () => pages.every(({ topics }) => topics.includes('sites')), 30);
    await Promise.all(pages.map((page) => page.stop()));
  });

  // Proves I8-scale-1
  it('count failed sign-ins together', async () => {
    const answers: number[] = [];
    for (let attempt = 0; attempt <= FAILURES_PER_ACCOUNT_AND_ADDRESS; attempt += 1) {
      const guess = { username: 'somebody else', password: `guess ${attempt}` };
      answers.push((await new HttpClient(address.url).post('/api/login', guess)).status);
    }
    expect(answers).toEqual([...Array(FAILURES_PER_ACCOUNT_AND_ADDRESS).fill(401), 429]);
  });

  // Proves I8-scale-1
  it('handle each event once: one mail per site, one Agenda job', async () => {
    const sites = await countOf("es.events WHERE type = 'SiteRequested'");
    const letters = () => countOf("mail_outbox WHERE kind = 'siteAwaitsApproval'");
    await eventually(async () => (await letters()) >= sites && sites > 0, 30);
    expect(await letters()).toBe(sites);
    expect(await countOf("agenda_jobs WHERE name = 'tick'")).toBe(1);
  });

  // Proves I8-scale-1
  it('replace a killed one: others take over its projections and requests', async () => {
    const owner = await eventually(async () => {
      const { rows } = await stage.database.pool.query<{ owner: string }>(
        "SELECT owner FROM projection_leases WHERE projection = 'dealerSites' AND until > clock_timestamp()",
      );
      return portals.find(({ pid }) => rows[0]?.owner.endsWith(` ${pid}`)) ?? null;
    }, 30);
    await owner.kill();
    const sites = (await dealer.get('/api/sites')).json.length as number;
    // answered all the same; the row may take as long as the lease of the dead
    expect((await dealer.post('/api/sites', siteOrder({ site_name: 'Afterwards' }))).status).toBe(201);
    await eventually(async () => (await dealer.get('/api/sites')).json.length === sites + 1, 30);
    const living = portals.filter((portal) => portal !== owner).map(({ pid }) => String(pid));
    await eventually(
      async () =>
        (await countOf(
          "projection_leases WHERE until > clock_timestamp() AND split_part(owner, ' ', 2) = ANY($1::text[])",
          [living],
        )) === (await countOf('projection_leases')),
      30,
    );
  }, 120_000);
});
