import { paths } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOf } from '../src/kernel/execute.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { registration, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal({ keysKeptMs: 4_000 });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const erase = async (id: string) =>
  expect((await admin.delete(`${paths.admin.user(id)}?erase=true`)).status).toBe(200);
const mailsTo = async (recipient: string) => {
  const { rows } = await portal.portal.database.pool.query<{ kind: string }>(
    'SELECT kind FROM mail_outbox WHERE lower(recipient) = $1 ORDER BY kind',
    [recipient],
  );
  return rows.map(({ kind }) => kind);
};
/** Mails that name somebody, whoever they went to. */
const mailsNaming = async (name: string) => {
  const { rows } = await portal.portal.database.pool.query(
    'SELECT FROM mail_outbox WHERE position(lower($1) IN lower(concat(subject, text))) > 0',
    [name],
  );
  return rows.length;
};

/** A dealer with a company, and a colleague who was added to it. */
async function colleagues(one: string, other: string) {
  const client = portal.client();
  const first = await client.post(
    paths.register,
    registration(one, { name: `${one} First`, email: `${one}@example.com`, company: `${one} Security` }),
  );
  expect(first.status).toBe(201);
  const { id, account_id: accountId } = first.json;
  expect((await admin.patch(paths.admin.approval(id), { isApproved: true })).status).toBe(200);
  const second = await admin.post(paths.admin.users, {
    username: other,
    password: 'colleague-1',
    email: `${other}@example.com`,
    name: `${other} Second`,
    company: `${one} Security`,
    account_id: accountId,
  });
  expect(second.status).toBe(201);
  const site = await client.post(paths.sites, siteOrder({ site_notes: 'Ring twice' }));
  expect(site.status).toBe(201);
  expect((await admin.patch(paths.admin.site(site.json.id), { status: 'active' })).status).toBe(200);
  // a mail about the company that names one of its users and nothing else of that user
  const note = `${one}   First has the key`;
  const asked = await client.post(paths.readerChange(site.json.id), { number_of_readers: 16, note });
  expect(asked.status).toBe(201);
  await eventually(async () => (await mailsNaming('has the key')) > 0, 30);
  return {
    first: id as string,
    second: second.json.id as string,
    accountId: accountId as string,
    siteId: site.json.id,
  };
}

describe('a company with several users', () => {
  // Proves X-1c, I8-erase-5
  it('keeps its data when one is erased, and loses it with the last one', async () => {
    const { first, second, accountId, siteId } = await colleagues('gone', 'stays');
    const preview = (await admin.get(paths.admin.userErasure(first))).json;
    expect(preview).toMatchObject({
      companies: [],
      shared_companies: [{ id: accountId, name: 'gone Security', other_users: 1, contact_goes: true }],
    });
    const contact = { company_email: 'gone@example.com', company_phone: '7185550100' };
    expect((await admin.get(paths.admin.account(accountId))).json).toMatchObject(contact);
    await erase(first);
    expect((await admin.get(paths.admin.account(accountId))).json).toMatchObject({
      company_name: 'gone Security',
      company_address: '1 Main St',
      company_email: '',
      company_phone: '',
    });
    expect((await admin.get(paths.admin.site(siteId))).json).toMatchObject({
      user_id: second,
      site_notes: 'Ring twice',
      site_address: '2 Pier Rd',
    });
    expect((await admin.get(paths.admin.user(second))).json).toMatchObject({ name: 'stays Second' });
    expect(await mailsTo('gone@example.com')).toEqual([]);
    expect(await mailsNaming('gone First')).toBe(0);
    expect(await mailsNaming('has the key')).toBe(0);
    expect(await mailsTo('stays@example.com')).not.toEqual([]);

    await erase(second);
    expect((await admin.get(paths.admin.account(accountId))).json).toMatchObject({ company_name: 'erased' });
    expect((await admin.get(paths.admin.site(siteId))).json).toMatchObject({
      status: 'inactive',
      site_notes: 'erased',
      site_address: 'erased',
      site_name: 'Harbor Gate',
    });
  });

  // Proves X-1c
  it("keeps its contact's phone number if a colleague has the same", async () => {
    const { first, second, accountId } = await colleagues('reception', 'colleague');
    const phone = '718-555-0100';
    expect((await admin.patch(paths.admin.user(second), { username: 'colleague', phone })).status).toBe(200);
    await erase(first);
    expect((await admin.get(paths.admin.account(accountId))).json).toMatchObject({
      company_email: '',
      company_phone: '7185550100',
    });
  });

  // Proves I8-erase-5
  it('loses it with the last one, even if others were deleted before', async () => {
    const { first, second, accountId } = await colleagues('earlier', 'latest');
    expect((await admin.delete(paths.admin.user(second))).status).toBe(200);
    expect((await admin.delete(paths.admin.user(first))).status).toBe(200);
    expect((await admin.get(paths.admin.account(accountId))).json).toMatchObject({
      company_name: 'earlier Security',
    });
    await erase(second);
    expect((await admin.get(paths.admin.account(accountId))).json).toMatchObject({ company_name: 'erased' });
    expect((await admin.get(paths.admin.userErasure(first))).json).toMatchObject({
      is_erased: false,
      name: 'earlier First',
    });
  });
});

// Proves X-1c
it("mails to others stay even with the person's data in the footer, and the preview lists erased mails by kind", async () => {
  const companyEmail = portal.settings.company.email;
  const enrol = async (username: string, email: string, name: string) => {
    const { json } = await portal.client().post(paths.register, registration(username, { email, name }));
    expect((await admin.patch(paths.admin.approval(json.id), { isApproved: true })).status).toBe(200);
    await eventually(async () => (await mailsTo(email)).includes('dealerApproved'));
    return json.id as string;
  };
  // the address at the foot of every mail, and a name that letters use as a word
  const one = await enrol('footer', companyEmail, 'Dealer');
  await enrol('bystander', 'bystander@example.com', 'By Stander');
  const { pool } = portal.portal.database;
  const all = async () => (await pool.query<{ id: string }>('SELECT id FROM mail_outbox')).rows.length;
  const before = await all();
  const preview = (await admin.get(paths.admin.userErasure(one))).json;
  expect(preview).toMatchObject({
    mails: 2,
    mails_by_kind: [
      { kind: 'dealerApproved', mails: 1 },
      { kind: 'dealerRegistered', mails: 1 },
    ],
  });
  await erase(one);
  expect(await mailsTo(companyEmail)).toEqual([]);
  expect(await mailsTo('bystander@example.com')).toEqual(['dealerApproved']);
  expect(await all()).toBe(before - 2);
});

// Proves I8-erase-5
it('erasing a user leaves the mails of another user with the same address', async () => {
  const shared = 'office@example.com';
  const enrol = async (username: string) => {
    const { json } = await portal.client().post(paths.register, registration(username, { email: shared }));
    expect((await admin.patch(paths.admin.approval(json.id), { isApproved: true })).status).toBe(200);
    return json.id as string;
  };
  const [one] = [await enrol('desk-one'), await enrol('desk-two')];
  const message = {
    contact_name: 'The office',
    contact_email: shared,
    contact_subject: 'support',
    contact_message: 'Who answers?',
  };
  expect((await portal.client().post(paths.contact, message)).status).toBe(201);
  await eventually(async () => (await mailsTo(shared)).length >= 2);
  await erase(one);
  expect(await mailsTo(shared)).toEqual(['dealerApproved']);
  expect((await admin.get(paths.admin.contacts)).json).toMatchObject([{ contact_message: 'Who answers?' }]);
});

// Proves I8-erase-4
it('read models are updated again for what another portal wrote with a cached key', async () => {
  const { first, second, siteId } = await colleagues('early', 'soon');
  await erase(first);
  await erase(second);
  const { account_id: accountId } = (await admin.get(paths.admin.site(siteId))).json;
  // as whoever has the key, or what it opened, in memory for a moment would write it
  await portal.portal.database.pool.query(
    `INSERT INTO mail_outbox (id, cause, kind, recipient, account_id, status, subject, text, created_at, search)
     VALUES (gen_random_uuid(), 'late', 'siteAwaitsApproval', 'admin@example.com', $1, 'kept', 'Late', 'Late', now(), '')`,
    [accountId],
  );
  expect((await admin.patch(paths.admin.site(siteId), { additional_info: 'Late' })).status).toBe(200);
  const told = await eventually(async () => {
    const { rows } = await portal.portal.database.pool.query<{ data: string }>(
      "SELECT data FROM es.events WHERE type = 'CompanyDataErased' AND data LIKE $1 ORDER BY position",
      [`%${siteId}%`],
    );
    return rows.length >= 2 && rows.map(({ data }) => JSON.parse(data));
  }, 120);
  expect(told).toMatchObject([{ siteIds: [siteId] }, { siteIds: [siteId], orderIds: [], disputeIds: [] }]);
  expect((await admin.get(paths.admin.site(siteId))).json).toMatchObject({ additional_info: 'erased' });
  await eventually(async () => {
    const { rows } = await portal.portal.database.pool.query("SELECT FROM mail_outbox WHERE cause = 'late'");
    return rows.length === 0;
  }, 120);
}, 300_000);

// Proves I8-stop
it('a stopped portal leaves the second pass to the next one', async () => {
  const id = (await portal.client().post(paths.register, registration('leaving'))).json.id as string;
  await erase(id);
  const stored = await portal.portal.commands.readStream(`user-${id}`);
  const erasure = stored.find((envelope) => isOf(envelope, ['PersonalDataErased']));
  if (erasure === undefined) throw new Error('There is no event of the erasure.');
  const leaving = new AbortController();
  const completing = portal.portal.erasure.complete(erasure, leaving.signal);
  leaving.abort();
  await expect(completing).rejects.toThrow('aborted');
});
