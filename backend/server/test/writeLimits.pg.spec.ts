import { paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ writesPerMinute: { dealer: 4, company: 6, administrator: 1_000 } });
});
afterAll(() => portal.stop());

// Proves I35-20
it('a user and a company may make only so many changes within a minute, and are told when to go on', async () => {
  const { client: ann, user } = await portal.dealer('ann');
  const admin = await portal.admin();
  const colleague = { username: 'cleo', password: 'harbour-lights-7', name: 'Cleo', company: 'Doe Security' };
  const added = { ...colleague, email: 'cleo@example.com', account_id: user.account_id };
  expect((await admin.post(paths.admin.users, added)).status).toBe(201);
  const cleo = await portal.signedIn('cleo', colleague.password);
  const order = async (client: typeof ann) => (await client.post(paths.sites, siteOrder())).status;
  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push(await order(ann));
  expect(statuses).toEqual([201, 201, 201, 201, 429]);
  expect([await order(cleo), await order(cleo), await order(cleo)]).toEqual([201, 201, 429]);

  const before = await portal.eventCount();
  const refused = await ann.patch(paths.profile(user.id), { city: 'Troy' });
  expect([refused.status, refused.json.error]).toEqual([
    429,
    'You have made very many changes within a minute. Please wait a moment and try again.',
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await portal.eventCount()).toBe(before);
  expect((await ann.get(paths.sites)).status).toBe(200);
  expect((await (await portal.dealer('bystander')).client.post(paths.sites, siteOrder())).status).toBe(201);
});
