import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let owner: Awaited<ReturnType<TestPortal['dealer']>>;
let other: Awaited<ReturnType<TestPortal['dealer']>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  owner = await portal.dealer('owner');
  other = await portal.dealer('other');
  await portal.dealer('waiting', false);
});
afterAll(() => portal.stop());

const site = async (more: object = {}): Promise<string> =>
  (await owner.client.post('/api/sites', siteOrder(more))).json.id;

describe("a dealer's own site", () => {
  it('is readable by its company and administrators only, with an ETag', async () => {
    const id = await site();
    const read = await owner.client.get(`/api/sites/${id}`);
    expect([read.status, read.json.id, read.headers.etag]).toEqual([200, id, '"0"']);
    expect((await admin.get(`/api/sites/${id}`)).status).toBe(200);
    expect((await other.client.get(`/api/sites/${id}`)).status).toBe(404);
    expect((await owner.client.get(`/api/sites/${randomUUID()}`)).status).toBe(404);
  });

  it('saves details and status together or not at all', async () => {
    const id = await site();
    const before = await portal.eventCount();
    const refused = await owner.client.patch(`/api/sites/${id}`, { site_name: 'Half', status: 'active' });
    expect(refused.status).toBe(422);
    expect(await portal.eventCount()).toBe(before);
    await admin.patch(`/api/admin/sites/${id}`, { status: 'active' });
    const both = await owner.client.patch(`/api/sites/${id}`, { site_name: 'Both', status: 'inactive' });
    expect(both.json).toMatchObject({ site_name: 'Both', status: 'inactive' });
  });

  it('ignores fields that only administrators write', async () => {
    const id = await site();
    const { client } = owner;
    const before = (await client.get(`/api/sites/${id}`)).json;
    const theirs = { additional_info: 'mine', software_version: 'mine', hardware: ['CA150 Panel'] };
    expect((await client.patch(`/api/sites/${id}`, { ...theirs, site_notes: 'Side door' })).status).toBe(200);
    const after = (await client.get(`/api/sites/${id}`)).json;
    expect(after).toEqual({ ...before, site_notes: 'Side door' });
  });

  it('keeps the panels if blank, and flags raised panels to the administrator', async () => {
    const id = await site();
    const path = `/api/sites/${id}`;
    expect((await owner.client.patch(path, { number_of_acu_panels: '0' })).status).toBe(400);
    const raised = await owner.client.patch(path, { number_of_acu_panels: 4 });
    expect(raised.json).toMatchObject({ number_of_acu_panels: '4', panels_raised: true });
    const flagged = await admin.get(
      `/api/admin/sites?filter=${encodeURIComponent(JSON.stringify({ panels_raised: true }))}`,
    );
    expect(flagged.json.map((one: { id: string }) => one.id)).toEqual([id]);
    const blank = await owner.client.patch(path, { number_of_acu_panels: ' ' });
    expect(blank.json).toMatchObject({ number_of_acu_panels: '4', panels_raised: true });
  });
});

describe('Request reader change', () => {
  // Proves S5-dealer-3
  it('waits for an administrator, whose approval changes the count', async () => {
    const id = await site();
    const asked = await owner.client.post(`/api/sites/${id}/reader-change`, {
      number_of_readers: '16',
      note: 'New wing',
    });
    expect(asked.status).toBe(201);
    expect(asked.json).toMatchObject({
      number_of_readers: '12',
      requested_readers: '16',
      requested_readers_note: 'New wing',
    });
    const waiting = await admin.get(
      `/api/admin/sites?filter=${encodeURIComponent(JSON.stringify({ reader_change_requested: true }))}`,
    );
    expect(waiting.json.map((one: { id: string }) => one.id)).toEqual([id]);
    const path = `/api/admin/sites/${id}/reader-change`;
    const other = await admin.post(path, { approved: true, number_of_readers: 15 });
    expect([other.status, other.json.error]).toEqual([409, 'The dealer asks for 16 readers now.']);
    const granted = await admin.post(path, { approved: true, number_of_readers: 16, reason: 'order 12' });
    expect(granted.json).toMatchObject({ number_of_readers: '16', requested_readers: null });
    const { json: history } = await admin.get(`/api/admin/sites/${id}/history`);
    expect(history.slice(0, 2)).toMatchObject([
      { text: 'Readers changed from 12 to 16', reason: 'order 12', by: 'Administrator' },
      { text: 'Asked for 16 readers: New wing', by: 'Ann Doe' },
    ]);
  });

  it('can be declined, and requested again', async () => {
    const id = await site();
    const ask = () => owner.client.post(`/api/sites/${id}/reader-change`, { number_of_readers: 16 });
    await ask();
    const declined = await admin.post(`/api/admin/sites/${id}/reader-change`, {
      approved: false,
      number_of_readers: 16,
    });
    expect(declined.json).toMatchObject({ number_of_readers: '12', requested_readers: null });
    const late = await admin.post(`/api/admin/sites/${id}/reader-change`, {
      approved: true,
      number_of_readers: 16,
    });
    expect(late.status).toBe(422);
    expect((await ask()).json.requested_readers).toBe('16');
  });

  it("is refused for invalid counts and other companies' sites", async () => {
    const id = await site();
    const path = `/api/sites/${id}/reader-change`;
    const before = await portal.eventCount();
    const same = await owner.client.post(path, { number_of_readers: 12 });
    expect([same.status, same.json.error]).toEqual([422, 'This site has 12 readers already.']);
    for (const number_of_readers of [undefined, '', 0, -1, 1.5, 'many', 100_001]) {
      expect((await owner.client.post(path, { number_of_readers })).status).toBe(400);
    }
    expect((await other.client.post(path, { number_of_readers: 16 })).status).toBe(404);
    expect((await admin.post(path, { number_of_readers: 16 })).status).toBe(404);
    const answer = { approved: true, number_of_readers: 16 };
    expect((await owner.client.post(`/api/admin/sites/${id}/reader-change`, answer)).status).toBe(403);
    expect((await admin.post(`/api/admin/sites/${randomUUID()}/reader-change`, answer)).status).toBe(404);
    expect(await portal.eventCount()).toBe(before);
  });
});

describe('sharing a site', () => {
  // Proves S5-dealer-5
  it('lets another dealer view but not change it until the share ends', async () => {
    const id = await site({ site_name: 'Open House' });
    const users = `/api/sites/${id}/users`;
    const shared = await owner.client.post(users, { username: 'OTHER' });
    expect([shared.status, shared.json]).toMatchObject([
      201,
      { site_id: id, user_id: other.user.id, access_level: 'viewer', username: 'other' },
    ]);
    expect((await owner.client.post(users, { username: 'other' })).status).toBe(201);
    expect((await owner.client.get(users)).json).toHaveLength(1);

    expect((await other.client.get(`/api/sites/${id}`)).json.site_name).toBe('Open House');
    expect((await other.client.get('/api/sites?shared=true')).json).toHaveLength(1);
    expect((await other.client.get('/api/sites')).json).toEqual([]);
    const before = await portal.eventCount();
    const refused = [
      await other.client.patch(`/api/sites/${id}`, { site_name: 'Mine' }),
      await other.client.patch(`/api/sites/${id}`, { status: 'inactive' }),
      await other.client.post(users, { username: 'owner' }),
      await other.client.delete(users, { user_id: other.user.id }),
      await other.client.post(`/api/sites/${id}/reader-change`, { number_of_readers: 20 }),
    ];
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual(
      refused.map(() => [403, 'You can view this site, but not change it.']),
    );
    expect((await other.client.get(users)).status).toBe(404);
    expect((await other.client.get(`/api/sites/${id}/history`)).status).toBe(404);
    expect(await portal.eventCount()).toBe(before);

    const ended = await owner.client.delete(`${users}?user_id=${other.user.id}`);
    expect([ended.status, ended.json.username]).toEqual([200, 'other']);
    expect((await other.client.get(`/api/sites/${id}`)).status).toBe(404);
    expect((await owner.client.delete(users, { user_id: other.user.id })).status).toBe(200);
    expect((await owner.client.delete(users, {})).status).toBe(400);
  });

  // Proves S5-dealer-6
  it('hides prices, requests and notes from viewers', async () => {
    const id = await site({ site_notes: 'Alarm code 4711' });
    await admin.patch(`/api/admin/sites/${id}`, {
      custom_reader_rate: '4.25',
      additional_info: 'Slow payer',
    });
    await owner.client.post(`/api/sites/${id}/reader-change`, { number_of_readers: 16, note: 'New wing' });
    await owner.client.post(`/api/sites/${id}/users`, { username: 'other' });
    expect((await owner.client.get(`/api/sites/${id}`)).json).toMatchObject({
      rate: { reader_rate: 4.25, source: 'custom', judged_on: expect.stringMatching(/-01$/) },
      custom_reader_rate: 4.25,
      requested_readers: '16',
      site_notes: 'Alarm code 4711',
    });
    const viewed = (await other.client.get(`/api/sites/${id}`)).json;
    expect(viewed).toMatchObject({
      site_address: '2 Pier Rd',
      number_of_readers: '12',
      site_notes: null,
      additional_info: null,
      custom_reader_rate: null,
    });
    for (const own of ['rate', 'requested_readers', 'requested_readers_note', 'panels_raised'])
      expect(viewed).not.toHaveProperty(own);
    const listed = (await other.client.get('/api/sites?shared=true')).json;
    expect(listed.find((one: { id: string }) => one.id === id)).toEqual(viewed);
  });

  // Proves S5-dealer-7
  it('sends changes to its viewers only, from the share to its end', async () => {
    const id = await site();
    const viewer = await portal.dealer('viewer');
    const stranger = await portal.dealer('stranger');
    const [feed, others] = [
      await liveTopics(portal, viewer.client),
      await liveTopics(portal, stranger.client),
    ];
    const hears = async (change: () => Promise<unknown>) => {
      const heard = feed.topics.length;
      await change();
      await eventually(async () => feed.topics.length > heard);
    };
    await hears(() => owner.client.post(`/api/sites/${id}/users`, { username: 'viewer' }));
    await hears(() => owner.client.patch(`/api/sites/${id}`, { site_name: 'Renamed' }));
    await hears(() => admin.patch(`/api/admin/sites/${id}`, { number_of_readers: '15' }));
    await hears(() => admin.patch(`/api/admin/sites/${id}`, { status: 'active' }));
    await hears(() => owner.client.patch(`/api/sites/${id}`, { status: 'inactive' }));
    await hears(() => owner.client.delete(`/api/sites/${id}/users`, { user_id: viewer.user.id }));
    expect(new Set(feed.topics)).toEqual(new Set(['sites']));
    // the change after the end has reached its owner, so nobody else hears of it any more
    const [own, heard] = [await liveTopics(portal, owner.client), feed.topics.length];
    await owner.client.patch(`/api/sites/${id}`, { site_name: 'Private again' });
    await eventually(async () => own.topics.length > 0);
    expect(feed.topics).toHaveLength(heard);
    expect(others.topics).toEqual([]);
    await own.stop();
    await feed.stop();
    await others.stop();
  });

  it('is limited to approved dealers of other companies', async () => {
    const id = await site();
    const users = `/api/sites/${id}/users`;
    const share = (body: object) => owner.client.post(users, body);
    for (const username of ['nobody', 'waiting', 'admin']) {
      const refused = await share({ username });
      expect([refused.status, refused.json.error]).toEqual([
        422,
        'There is no approved dealer with this username.',
      ]);
    }
    expect((await share({ username: 'owner' })).status).toBe(422);
    expect((await share({ username: '' })).status).toBe(400);
    expect((await share({ username: 'other', access_level: 'owner' })).status).toBe(400);
    expect((await other.client.post(users, { username: 'other' })).status).toBe(404);
    expect((await other.client.post(`/api/sites/${randomUUID()}/users`, { username: 'owner' })).status).toBe(
      404,
    );
    expect((await owner.client.get(users)).json).toEqual([]);
  });
});
