import { siteDecider, siteStream, userDecider, userStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCommand } from '../src/kernel/commandContext.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { PASSWORD, registration, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal({}, { environment: { ADMIN_EMAIL: 'first@example.com' } });
  admin = await portal.admin();
  await addAdministrator('second', 'second@example.com');
});
afterAll(() => portal.stop());

interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly status: string;
  readonly text: string;
  readonly html: string;
  readonly last_error: string | null;
}

/** The mails so far, oldest first, once the notifications have passed everything in the log. */
async function mails(q = ''): Promise<readonly Mail[]> {
  const { pool } = portal.portal.database;
  await eventually(async () => {
    const { rows } = await pool.query<{ done: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM es.events e, process_checkpoints c WHERE c.process = 'reactions'
         AND lpad(e.position::text, 20, '0') > lpad(ltrim(c.position, '0'), 20, '0')
         AND e.type IN ('DealerRegistered', 'UserApproved', 'UserDisapproved', 'SiteRequested', 'SiteAdded', 'SiteApproved',
           'SiteDeactivated', 'SiteDeleted', 'ContactMessageReceived', 'PasswordChanged', 'ReaderChangeRequested', 'ReaderCountChanged', 'ReaderChangeDeclined', 'ProfileChanged')) AS done`,
    );
    return rows[0]?.done === true;
  });
  const query = `sort=["created_at","ASC"]&filter=${encodeURIComponent(JSON.stringify({ q }))}`;
  const list = (await admin.get(`/api/admin/mails?${query}`)).json as { id: string }[];
  return Promise.all(list.map(async ({ id }) => (await admin.get(`/api/admin/mails/${id}`)).json));
}
const kinds = (list: readonly Mail[]) => list.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();

async function dealer(username: string, approved = true) {
  const client = portal.client();
  const email = `${username}@example.com`;
  const user = (await client.post('/api/register', registration(username, { email }))).json;
  if (approved) await approve(user.id, true);
  return { client, user };
}
const approve = (id: string, isApproved: boolean) =>
  admin.patch(`/api/admin/users/${id}/approval`, { isApproved });

const system = () => newCommand(new Date(), { kind: 'system', id: 'test' }, 'test');

async function addAdministrator(userId: string, email: string): Promise<void> {
  const { commands } = portal.portal;
  const { username: _username, password: _password, agreeToTerms: _agree, ...profile } = registration(userId);
  const { appended } = await commands.execute({
    stream: userStream(userId),
    decider: userDecider,
    command: {
      type: 'AddUser',
      userId,
      accountId: null,
      username: userId,
      profile: { ...profile, email },
      isAdmin: true,
      isApproved: true,
      dealerId: null,
    },
    context: system(),
    accounts: [],
  });
  await commands.followUp(appended);
}

async function prefer(userId: string, flag: string, on: boolean): Promise<void> {
  await portal.portal.commands.execute({
    stream: userStream(userId),
    decider: userDecider,
    command: { type: 'ChangeEmailPreferences', changes: { [flag]: on } },
    context: system(),
    accounts: [],
  });
}

describe('notification mails', () => {
  it('go to subscribed administrators when a dealer registers', async () => {
    await prefer('second', 'admin_dealer_registration', false);
    const { user } = await dealer('newcomer', false);
    const all = (await mails()).filter(({ text }) => text.includes('newcomer@example.com'));
    expect(kinds(all)).toEqual(['dealerRegistered first@example.com']);
    expect(all[0]?.text).toContain(`${portal.url}/admin-dashboard/users/${user.id}/show`);
    expect(all[0]?.status).toBe('kept');
    await prefer('second', 'admin_dealer_registration', true);
    await dealer('newcomer.two', false);
    const both = (await mails()).filter(({ text }) => text.includes('newcomer.two@'));
    expect(kinds(both)).toEqual([
      'dealerRegistered first@example.com',
      'dealerRegistered second@example.com',
    ]);
  });

  it('go to the dealer when approved, with the dealer id, and when suspended', async () => {
    const { user } = await dealer('judged', false);
    await approve(user.id, true);
    await approve(user.id, false);
    const all = await mails('judged@example.com');
    expect(kinds(all)).toEqual(['dealerApproved judged@example.com', 'dealerDisapproved judged@example.com']);
    const { dealer_id: dealerId } = (await admin.get(`/api/admin/users/${user.id}`)).json;
    expect(all[0]?.text).toContain(`Dealer ID: ${dealerId}`);
    expect(all[0]?.text).toContain(`${portal.url}/login`);
    await approve(user.id, false);
    expect(await mails('judged@example.com')).toHaveLength(2);
  });

  it('go to dealer and administrators as a site changes', async () => {
    const { client, user } = await dealer('owner');
    const site = (await client.post('/api/sites', siteOrder({ site_name: 'Life Gate' }))).json;
    await admin.patch(`/api/admin/sites/${site.id}`, { status: 'active' });
    await client.patch(`/api/sites/${site.id}`, { status: 'inactive' });
    await client.patch(`/api/sites/${site.id}`, { status: 'active' });
    await portal.portal.commands.execute({
      stream: siteStream(site.id),
      decider: siteDecider,
      command: { type: 'DeleteSite', reason: 'Sold the building' },
      context: system(),
      accounts: [user.account_id],
    });
    const all = (await mails()).filter(({ text }) => text.includes('Life Gate'));
    expect(kinds(all)).toEqual([
      'siteApproved owner@example.com',
      'siteAwaitsApproval first@example.com',
      'siteAwaitsApproval second@example.com',
      'siteCreated owner@example.com',
      'siteDeleted owner@example.com',
      'siteInactive owner@example.com',
    ]);
    for (const { text } of all) expect(text).toContain('Albany, NY');
    expect(all.find(({ kind }) => kind === 'siteDeleted')?.text).toContain('Reason: Sold the building');
    expect(all.find(({ kind }) => kind === 'siteAwaitsApproval')?.text).toContain('Doe Security');
  });

  // Proves S5-dealer-4
  it('go to administrators on a reader change request and to its dealer on the answer', async () => {
    const { client } = await dealer('asker');
    const site = (await client.post('/api/sites', siteOrder({ site_name: 'Reader Gate' }))).json;
    const told = async (already: readonly string[]) => {
      const all = (await mails()).filter(
        ({ kind, text }) => /^reader/.test(kind) && text.includes('Reader Gate'),
      );
      expect(kinds(all)).toHaveLength(already.length + 1);
      return all.filter(({ kind }) => !already.includes(kind));
    };
    const ask = (number_of_readers: number, note = '') =>
      client.post(`/api/sites/${site.id}/reader-change`, { number_of_readers, note });
    const answer = (approved: boolean, number_of_readers: number) =>
      admin.post(`/api/admin/sites/${site.id}/reader-change`, { approved, number_of_readers });
    await prefer('second', 'admin_site_created', false);

    await ask(16, 'New wing');
    const [asked] = await told([]);
    expect(asked).toMatchObject({ kind: 'readerChangeAwaitsDecision', recipient: 'first@example.com' });
    for (const text of ['Doe Security asks for 16 instead of 12 readers.', 'Note: New wing'])
      expect(asked?.text).toContain(text);
    expect(asked?.text).toContain(`${portal.url}/admin-dashboard/sites/${site.id}/show`);

    await answer(true, 16);
    const [granted] = await told(['readerChangeAwaitsDecision']);
    expect(granted).toMatchObject({ kind: 'readerChangeGranted', recipient: 'asker@example.com' });
    expect(granted?.text).toContain('The site has 16 readers now.');
    expect(granted?.text).toContain(`${portal.url}/sites/${site.id}`);

    // nobody asked for this one
    await admin.patch(`/api/admin/sites/${site.id}`, { number_of_readers: '18' });
    await ask(20);
    await admin.patch(`/api/admin/sites/${site.id}`, { number_of_readers: '19' });
    await ask(20);
    await answer(false, 20);
    const all = (await mails()).filter(({ kind }) => /^readerChange(Granted|Declined)/.test(kind));
    expect(kinds(all)).toEqual([
      'readerChangeDeclined asker@example.com',
      'readerChangeGranted asker@example.com',
      'readerChangeGranted asker@example.com',
    ]);
    const texts = all.map(({ text }) => text).join();
    expect(texts).toContain('An administrator set the site to 19 readers, not the 20 you asked for.');
    expect(texts).toContain('the site keeps its 19 readers');
    await prefer('second', 'admin_site_created', true);
  });

  // Proves X-7
  it('go to nobody who unsubscribed', async () => {
    const { client, user } = await dealer('quiet');
    const { id } = (await admin.get('/api/user')).json;
    for (const administrator of ['second', id]) await prefer(administrator, 'admin_site_created', false);
    for (const flag of ['site_created', 'site_approved', 'site_inactive', 'site_deleted']) {
      await prefer(user.id, flag, false);
    }
    const site = (await client.post('/api/sites', siteOrder({ site_name: 'Quiet Gate' }))).json;
    await admin.patch(`/api/admin/sites/${site.id}`, { status: 'active' });
    await client.patch(`/api/sites/${site.id}`, { status: 'inactive' });
    const deleted = await admin.delete(`/api/admin/sites/${site.id}`, { reason: 'Built twice' });
    expect(deleted.status).toBe(200);
    await mails();
    for (const administrator of ['second', id]) await prefer(administrator, 'admin_site_created', true);
    expect((await mails()).filter(({ text }) => text.includes('Quiet Gate'))).toEqual([]);
  });

  // Proves X-7
  it('go to subscribed administrators about any contact message', async () => {
    await prefer('second', 'contact_form', false);
    await portal.client().post('/api/contact', {
      contact_name: '<b>Vic</b>',
      contact_email: 'vic@example.com',
      contact_subject: 'new_site',
      contact_message: '</mj-text><script>alert(1)</script>',
    });
    const all = await mails('contactMessage');
    expect(kinds(all)).toEqual(['contactMessage first@example.com']);
    expect(all[0]?.subject).toBe('Contact form: New Site Setup');
    expect(all[0]?.text).toContain('<script>alert(1)</script>');
    expect(all[0]?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(all[0]?.html).not.toMatch(/<script|<b>Vic/);
  });

  // Proves X-6
  it('go to the user when the password is changed or reset', async () => {
    const { client } = await dealer('passer');
    await client.post('/api/change-password', { currentPassword: PASSWORD, newPassword: 'secret-2' });
    await portal.client().post('/api/auth/forgot-password', { email: 'passer@example.com' });
    const token = await portal.resetToken('passer@example.com');
    await portal.client().post('/api/auth/reset-password', { token, newPassword: 'secret-3' });
    const all = await mails('passer@ passwordChanged');
    expect(kinds(all)).toEqual(['passwordChanged passer@example.com', 'passwordChanged passer@example.com']);
    expect(all[0]?.text).toMatch(/If this was not you/);
  });

  // Proves X-6
  it('go to the old and the new address when it changes, and not for other changes', async () => {
    const { client, user } = await dealer('mover');
    await client.patch(`/api/users/${user.id}`, { city: 'Troy' });
    await client.patch(`/api/users/${user.id}`, { email: 'moved@example.com' });
    await client.patch(`/api/users/${user.id}`, { phone: '7185550199' });
    const all = await mails('emailChanged');
    expect(kinds(all)).toEqual(['emailChanged moved@example.com', 'emailChanged mover@example.com']);
    for (const { text } of all) {
      expect(text).toContain('Before: mover@example.com');
      expect(text).toMatch(/If this was not you/);
    }
  });
});

describe('GET /api/admin/mails', () => {
  // Proves X-9
  it('lists by state, counts and shows rendered mails to administrators only', async () => {
    const { client } = await dealer('curious');
    await mails();
    const list = await admin.get('/api/admin/mails?status=kept&range=[0,1]&sort=["created_at","DESC"]');
    expect(list.json).toHaveLength(2);
    expect(list.headers['content-range']).toMatch(/^mails 0-1\/\d+$/);
    expect(list.json[0]).not.toHaveProperty('html');
    expect((await admin.get('/api/admin/mails?status=dead')).json).toEqual([]);
    expect((await admin.get('/api/admin/mails?status=lost')).status).toBe(400);
    expect((await admin.get('/api/admin/mails?sort=["html","ASC"]')).status).toBe(400);
    const one = await admin.get(`/api/admin/mails/${list.json[0].id}`);
    expect(one.json).toMatchObject({
      id: list.json[0].id,
      html: expect.stringContaining('<html'),
      text: expect.any(String),
    });
    expect((await admin.get('/api/admin/mails/nothing')).status).toBe(404);
    expect((await client.get(`/api/admin/mails/${list.json[0].id}`)).status).toBe(403);
  });
});
