import { paths } from '@portal/contract';
import type { StaffRole } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import { ADMIN, PASSWORD, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let dealer: Awaited<ReturnType<TestPortal['dealer']>>;
let siteId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  dealer = await portal.dealer('dealer');
  siteId = (await dealer.client.post(paths.sites, siteOrder())).json.id;
});
afterAll(() => portal.stop());

let made = 0;
/** A signed-in member of staff, who has just stepped up. */
async function staff(staff_role: StaffRole): Promise<{ readonly client: HttpClient; readonly id: string }> {
  made += 1;
  const username = `${staff_role}${made}`;
  const added = await admin.post(paths.admin.users, {
    ...{ username, password: PASSWORD, name: username, email: `${username}@example.com` },
    ...{ company: 'Portal', is_admin: true, staff_role },
  });
  expect([added.status, added.json.staff_role]).toEqual([201, staff_role]);
  const client = await portal.signedIn(username);
  expect((await client.post(paths.stepUp, { currentPassword: PASSWORD })).status).toBe(200);
  return { client, id: added.json.id };
}

const edit = (client: HttpClient, id: string, body: object) => client.patch(paths.admin.user(id), body);
const NOT_ALLOWED = "Your role, Support, doesn't allow this. Please ask an administrator.";

// Proves I40-roles
describe('support', () => {
  it('changes users and sites', async () => {
    const { client } = await staff('support');
    expect((await edit(client, dealer.user.id, { city: 'Troy' })).json.city).toBe('Troy');
    const renamed = await client.patch(paths.admin.site(siteId), { site_name: 'West Gate' });
    expect(renamed.json.site_name).toBe('West Gate');
  });

  it('gives nobody a role, and changes no member of staff', async () => {
    const { client, id } = await staff('support');
    const other = await staff('auditor');
    const refused = [
      await edit(client, id, { staff_role: 'admin' }),
      await edit(client, dealer.user.id, { is_admin: true }),
      await edit(client, other.id, { email: 'mine@example.com' }),
      await edit(client, other.id, { password: 'secret-12' }),
      await client.send('DELETE', paths.admin.secondFactor(other.id), { json: { reason: 'lost' } }),
      await client.post(paths.admin.users, {
        ...{ username: 'friend', password: PASSWORD, name: 'F', email: 'f@example.com', company: 'P' },
        is_admin: true,
      }),
    ];
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual(
      refused.map(() => [403, NOT_ALLOWED]),
    );
  });

  it('sets no rate, not even with a site, and saves one that has a rate', async () => {
    const { client } = await staff('support');
    const site = paths.admin.site(siteId);
    expect((await client.patch(site, { custom_reader_rate: '5.00' })).json.error).toBe(NOT_ALLOWED);
    expect((await admin.patch(site, { custom_reader_rate: '6.00' })).status).toBe(200);
    expect((await client.patch(site, { custom_reader_rate: '' })).json.error).toBe(NOT_ALLOWED);
    const whole = { site_name: 'North Gate', custom_reader_rate: '6.00' };
    expect((await client.patch(site, whole)).json.site_name).toBe('North Gate');
    const added = await client.post(paths.admin.sites, {
      ...{ site_name: 'Yard', number_of_acu_panels: '1', number_of_readers: '4' },
      ...{ account_id: dealer.user.account_id, custom_reader_rate: '1.00' },
    });
    expect(added.json.error).toBe(NOT_ALLOWED);
  });

  it('erases nobody, and views a dealer', async () => {
    const { client } = await staff('support');
    const gone = `${paths.admin.user(dealer.user.id)}?erase=true`;
    expect((await client.send('DELETE', gone, { json: { reason: 'asked' } })).json.error).toBe(NOT_ALLOWED);
    expect((await client.post(paths.admin.viewAs(dealer.user.id), {})).status).toBe(200);
    expect((await client.get(paths.user)).json.viewing_as).toMatchObject({ username: 'dealer' });
  });
});

// Proves I40-roles
describe('a role', () => {
  it('that is taken away ends at the next call, event streams included', async () => {
    const { client, id } = await staff('billing');
    const feed = await liveTopics(portal, client);
    expect((await client.get(paths.admin.receivables)).status).toBe(200);
    expect((await edit(admin, id, { staff_role: 'support' })).json.staff_role).toBe('support');
    expect((await client.get(paths.admin.receivables)).status).toBe(401);
    await eventually(async () => feed.isEnded(), 30);
    await feed.stop();
    const { json } = await admin.get(paths.admin.userHistory(id));
    expect(JSON.stringify(json)).toContain('Billing');
    expect(JSON.stringify(json)).toContain('Support');
  });

  it('is kept where the edit names none, and ends with the administration', async () => {
    const { id } = await staff('auditor');
    expect((await edit(admin, id, { city: 'Troy' })).json.staff_role).toBe('auditor');
    expect((await edit(admin, id, { is_admin: true })).json.staff_role).toBe('auditor');
    const { json } = await edit(admin, id, { is_admin: false, account_id: dealer.user.account_id });
    expect(json).toMatchObject({ is_admin: false, staff_role: null, is_approved: true });
    expect(json.dealer_id).toMatch(/^KS\d{4}$/);
  });

  it('of the last administrator stays, whoever else works here', async () => {
    await staff('billing');
    const { id } = (await admin.get(paths.user)).json;
    const refused = await edit(admin, id, { staff_role: 'billing' });
    expect(refused.status).toBe(422);
    expect(refused.json.error).toBe("The last administrator can't be demoted.");
    expect((await portal.signedIn(ADMIN.username, ADMIN.password)).cookies.size).toBeGreaterThan(0);
  });

  it('has to be a known one', async () => {
    const { status } = await edit(admin, dealer.user.id, { is_admin: true, staff_role: 'owner' });
    expect(status).toBe(400);
  });
});
