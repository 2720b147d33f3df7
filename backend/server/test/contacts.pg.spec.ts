import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const message = {
  contact_name: 'Vic Visitor',
  contact_email: 'vic@example.com',
  contact_phone: '7185550123',
  contact_subject: 'support',
  contact_message: 'Two lines,\nand =an "odd" one.',
};

describe('POST /api/contact', () => {
  // Proves S1-3-1
  it('keeps the message for the administrators', async () => {
    const sent = await portal.client().post('/api/contact', message);
    expect(sent.status).toBe(201);
    const found = await admin.get(`/api/admin/contacts/${sent.json.id}`);
    expect(found.json).toEqual({
      id: sent.json.id,
      ...message,
      status: 'open',
      created_at: expect.any(String),
      answered_at: null,
    });
  });

  // Proves S1-3-1
  it('accepts a message without a phone number, and strips unknown fields', async () => {
    const { contact_phone: _phone, ...rest } = message;
    const sent = await portal.client().post('/api/contact', { ...rest, status: 'answered', id: 'mine' });
    const found = await admin.get(`/api/admin/contacts/${sent.json.id}`);
    expect(found.json).toMatchObject({ contact_phone: null, status: 'open' });
    expect(found.json.id).not.toBe('mine');
  });

  // Proves S1-5-contact-1
  it("answers invalid fields with the form's messages", async () => {
    const before = await portal.eventCount();
    const wrong: [object, string][] = [
      [{ contact_name: ' ' }, 'Name is required'],
      [{ contact_email: 'vic' }, 'Invalid email address'],
      [{ contact_subject: 'gossip' }, 'Subject is required'],
      [{ contact_message: '' }, 'Message is required'],
    ];
    for (const [change, text] of wrong) {
      const answered = await portal.client().post('/api/contact', { ...message, ...change });
      expect([answered.status, answered.json.error]).toEqual([400, text]);
    }
    expect(await portal.eventCount()).toBe(before);
  });

  // Proves X-8
  it('stores name, address and message encrypted', async () => {
    await portal.client().post('/api/contact', { ...message, contact_message: 'Top secret words' });
    const { rows } = await portal.portal.database.pool.query<{ data: string }>(
      "SELECT data FROM es.events WHERE type = 'ContactMessageReceived'",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { data } of rows) expect(String(data)).not.toMatch(/Top secret|vic@example|Vic Visitor/);
  });
});

describe("the administrators' inbox", () => {
  // Proves X-8
  it('lists by state, finds by word, and counts', async () => {
    const ids: string[] = [];
    for (const name of ['Ada', 'Bob', 'Cleo']) {
      const sent = await portal.client().post('/api/contact', {
        ...message,
        contact_name: `${name} Listed`,
        contact_message: `From ${name}`,
      });
      ids.push(sent.json.id);
    }
    const answered = await admin.patch(`/api/admin/contacts/${ids[1]}`, { answered: true });
    expect(answered.json).toMatchObject({ id: ids[1], status: 'answered', answered_at: expect.any(String) });

    const list = (query: Record<string, unknown>) =>
      admin.get(
        `/api/admin/contacts?${Object.entries(query)
          .map(
            ([name, value]) =>
              `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
          )
          .join('&')}`,
      );
    const names = (answer: { json: { contact_name: string }[] }) =>
      answer.json.map((row) => row.contact_name);
    const open = await list({ filter: { q: 'listed', status: 'open' }, sort: ['contact_name', 'ASC'] });
    expect(names(open)).toEqual(['Ada Listed', 'Cleo Listed']);
    expect(names(await list({ status: 'answered', filter: { q: 'listed' } }))).toEqual(['Bob Listed']);
    const page = await list({ filter: { q: 'listed' }, sort: ['created_at', 'DESC'], range: [0, 1] });
    expect([names(page), page.headers['content-range']]).toEqual([
      ['Cleo Listed', 'Bob Listed'],
      'contacts 0-1/3',
    ]);
    expect((await list({ sort: ['search', 'ASC'] })).status).toBe(400);
    expect((await list({ filter: { search: 'x' } })).status).toBe(400);
    expect((await list({ status: 'lost' })).status).toBe(400);
  });

  // Proves X-8
  it('marks a message answered once', async () => {
    const { id } = (await portal.client().post('/api/contact', message)).json;
    await admin.patch(`/api/admin/contacts/${id}`, { answered: true });
    const events = await portal.eventCount();
    expect((await admin.patch(`/api/admin/contacts/${id}`, { answered: true })).status).toBe(200);
    expect(await portal.eventCount()).toBe(events);
    const back = await admin.patch(`/api/admin/contacts/${id}`, { answered: false });
    expect([back.status, back.json.error]).toEqual([400, 'answered must be true']);
    const nobody = await admin.patch(`/api/admin/contacts/${randomUUID()}`, { answered: true });
    expect([nobody.status, nobody.json.error]).toEqual([404, 'Contact message not found']);
    expect((await admin.get(`/api/admin/contacts/${randomUUID()}`)).status).toBe(404);
  });
});
