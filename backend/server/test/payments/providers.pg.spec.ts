import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { PortalOverrides } from '../../src/app/compose.ts';
import { CardsUnavailable } from '../../src/modules/payments/cards.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPortal, type TestPortal } from '../support/testPortal.ts';
import { testDatabase } from '../testDatabase.ts';
import { startPaying } from './support.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function portal(
  overrides: PortalOverrides = {},
  options: Parameters<typeof startTestPortal>[1] = {},
): Promise<TestPortal> {
  const started = await startTestPortal(overrides, options);
  cleanups.push(() => started.stop());
  return started;
}

// Proves S4-payments-16
it('production has no simulator: payments of demo accounts are refused with that reason', async () => {
  const test = await portal(
    {},
    {
      environment: {
        NODE_ENV: 'production',
        SESSION_SECRET: randomBytes(32).toString('hex'),
        KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      },
    },
  );
  expect(test.portal.simulator).toBeNull();
  const { client: ann } = await test.dealer('ann');
  expect((await ann.get('/api/stripe-config')).json).toEqual({
    publicKey: null,
    isConfigured: false,
    accountType: 'demo',
    simulated: false,
  });
  const before = await test.eventCount();
  for (const answered of [
    await ann.post('/api/setup-payment-method'),
    await ann.post('/api/save-payment-method', { paymentMethodId: 'pm_1' }),
  ]) {
    expect([answered.status, answered.json.error]).toEqual([422, 'Stripe not configured for demo accounts']);
  }
  expect(await test.eventCount()).toBe(before);
  expect((await ann.get('/stripe-simulator/v3.js')).headers['content-type']).not.toContain('javascript');
});

// Proves S4-payments-15
it('payments of live accounts without credentials are refused with that reason', async () => {
  const test = await portal();
  const { client: ann, user } = await test.dealer('ann');
  const admin = await test.admin();
  await admin.put(`/api/admin/accounts/${user.account_id}/demo-status`, { is_demo_account: false });
  expect((await ann.get('/api/stripe-config')).json).toMatchObject({
    isConfigured: false,
    accountType: 'live',
  });
  const answered = await ann.post('/api/setup-payment-method');
  expect([answered.status, answered.json.error]).toEqual([422, 'Stripe not configured for live accounts']);
});

it("serves the card form's script from the portal's own address, but not the secret API", async () => {
  const test = await portal();
  const client = test.client();
  const script = await client.get('/stripe-simulator/v3.js');
  expect([script.status, script.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ]);
  expect((await client.get('/stripe-simulator/v1/payment_intents')).status).toBe(404);
  expect((await client.get('/v1/payment_intents')).json?.object).toBeUndefined();
});

// Proves S4-payments-16
it("accepts the card form's calls from the portal's own pages only", async () => {
  const test = await portal();
  const call = async (headers: Record<string, string>) =>
    (await fetch(`${test.url}/stripe-simulator/browser/retrieve`, { method: 'POST', headers })).status;
  expect(await call({ Origin: test.url })).toBe(401);
  expect(await call({ Origin: 'https://evil.example' })).toBe(403);
  expect(await call({ Origin: 'null' })).toBe(403);
  expect(await call({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
});

// Proves S4-payments-16
it('portals on one database share a simulator, and the next one takes it over with its state', async () => {
  const database = await testDatabase({ empty: true });
  cleanups.push(() => database.close());
  const first = await startTestPortal({}, { database });
  const second = await portal({}, { database, environment: { DATA_DIR: first.settings.dataDir } });
  expect(first.portal.simulator).not.toBeNull();
  expect(second.portal.simulator).toBeNull();
  const background = await portal(
    {},
    { database, environment: { PORTAL_ROLES: 'jobs', DATA_DIR: first.settings.dataDir } },
  );
  expect(background.portal.simulator).toBeNull();

  const { client: ann } = await first.dealer('ann');
  const atSecond = await second.signedIn('ann');
  const setUp = await atSecond.post('/api/setup-payment-method');
  expect(setUp.status).toBe(200);
  expect(first.portal.simulator?.requests.some(({ path }) => path === '/v1/setup_intents')).toBe(true);
  expect((await atSecond.get('/stripe-simulator/v3.js')).status).toBe(200);
  expect((await ann.get('/api/stripe-config')).json).toMatchObject({ isConfigured: true });

  await first.portal.stop();
  const taken = await eventually(async () => second.portal.simulator);
  const again = await atSecond.post('/api/setup-payment-method');
  expect(again.status).toBe(200);
  // the customer that the first one made is known to the second
  expect(taken.requests.map(({ path }) => path)).toEqual(['/v1/setup_intents']);
}, 60_000);

it('payments continue if the simulator briefly loses its database', async () => {
  const paying = await startPaying();
  cleanups.push(() => paying.stop());
  const { account_id: accountId } = (await paying.dealer('ann')).user;
  const orderId = await paying.order(accountId, 6_500);
  const share = { kind: 'order', id: orderId, amountCents: 6_500 } as const;
  const { attemptId } = await paying.portal.payments.start(
    paying.request(accountId, 'card_form', share),
    paying.context(),
  );
  await paying.portal.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objid = 72061
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await eventually(async () => paying.portal.simulator === null);
  await paying.portal.payments.settleAttempt(attemptId, paying.context()).catch((error: unknown) => {
    if (!(error instanceof CardsUnavailable)) throw error;
  });
  await eventually(async () => paying.portal.simulator !== null);
  const looked = await paying.portal.payments.settleAttempt(attemptId, paying.context());
  expect(looked).toMatchObject({ status: 'processing' });
});
