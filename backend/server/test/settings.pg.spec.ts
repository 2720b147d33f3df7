import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const profile = {
  name: 'Bea Roe',
  email: 'bea@example.com',
  company: 'Roe Alarms',
  phone: '7185550111',
  address: '9 Side St',
  city: 'Albany',
  state: 'NJ',
  zip: '07001',
};

describe('PATCH /api/users/{id}', () => {
  // Proves S2-7-1
  it('changes the eight fields; omitted ones stay unchanged', async () => {
    const { client, user } = await portal.dealer('profile');
    const all = await client.patch(`/api/users/${user.id}`, profile);
    expect([all.status, all.json]).toEqual([200, expect.objectContaining(profile)]);
    const one = await client.patch(`/api/users/${user.id}`, { city: 'Troy' });
    expect(one.json).toMatchObject({ ...profile, city: 'Troy' });
    expect((await client.get('/api/user')).json).toMatchObject({ ...profile, city: 'Troy' });
  });

  // Proves S2-5-1
  it("answers invalid fields with the form's messages", async () => {
    const { client, user } = await portal.dealer('wrongfields');
    const wrong: [object, string][] = [
      [{ name: 'B' }, 'Name is required'],
      [{ email: 'nowhere' }, 'Please enter a valid email address'],
      [{ phone: '123' }, 'Phone number must be at least 10 characters'],
      [{ zip: '1' }, 'ZIP code must be at least 5 characters'],
      [{ state: null }, 'State is required'],
    ];
    for (const [body, message] of wrong) {
      const answered = await client.patch(`/api/users/${user.id}`, body);
      expect([answered.status, answered.json.error]).toEqual([400, message]);
    }
  });

  // Proves S2-7-1
  it('ignores fields that users may not set', async () => {
    const { client, user } = await portal.dealer('greedy');
    const { clock: _, ...before } = (await client.get('/api/user')).json;
    const events = await portal.eventCount();
    const answered = await client.patch(`/api/users/${user.id}`, {
      is_admin: true,
      is_approved: false,
      account_id: 'other',
      dealer_id: 'KS9999',
      username: 'boss',
      default_reader_rate: 0,
      password: 'secret-2',
      created_at: '2020-01-01T00:00:00.000Z',
    });
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject(before);
    expect((await client.get('/api/user')).json).toMatchObject(before);
    expect(await portal.eventCount()).toBe(events);
  });

  it('is for oneself only: other profiles and preferences are 404, for administrators too', async () => {
    const { user } = await portal.dealer('victim');
    const { client } = await portal.dealer('intruder');
    const waiting = await portal.dealer('notyet', false);
    const administrator = await portal.admin();
    const email_preferences = (await administrator.get('/api/user')).json.email_preferences;
    const events = await portal.eventCount();
    for (const stranger of [client, administrator]) {
      expect((await stranger.patch(`/api/users/${user.id}`, profile)).status).toBe(404);
      const preferences = await stranger.patch(`/api/users/${user.id}/email-preferences`, {
        email_preferences,
      });
      expect(preferences.status).toBe(404);
    }
    expect((await portal.client().patch(`/api/users/${user.id}`, profile)).status).toBe(401);
    expect((await waiting.client.patch(`/api/users/${waiting.user.id}`, profile)).status).toBe(403);
    expect(await portal.eventCount()).toBe(events);
  });
});

describe('PATCH /api/users/{id}/email-preferences', () => {
  const all = (on: boolean) => ({
    site_created: on,
    site_approved: on,
    site_inactive: on,
    site_deleted: on,
    invoice_created: on,
    invoice_paid: on,
    admin_site_created: on,
    admin_dealer_registration: on,
    contact_form: on,
  });

  // Proves S2-3-1
  it("keeps a dealer's choice, the administrators' three forced off", async () => {
    const { client, user } = await portal.dealer('chooser');
    const path = `/api/users/${user.id}/email-preferences`;
    const wanted = { ...all(true), site_deleted: false };
    const answered = await client.patch(path, { email_preferences: wanted });
    const kept = {
      ...wanted,
      admin_site_created: false,
      admin_dealer_registration: false,
      contact_form: false,
    };
    expect([answered.status, answered.json.email_preferences]).toEqual([200, kept]);
    expect((await client.get('/api/user')).json.email_preferences).toEqual(kept);
    const incomplete = await client.patch(path, { email_preferences: { site_created: true } });
    expect(incomplete.status).toBe(400);
  });

  // Proves S2-7-3
  it("keeps an administrator's choice whole", async () => {
    const administrator = await portal.admin();
    const { id } = (await administrator.get('/api/user')).json;
    const wanted = { ...all(false), contact_form: true };
    const path = `/api/users/${id}/email-preferences`;
    expect((await administrator.patch(path, { email_preferences: wanted })).json.email_preferences).toEqual(
      wanted,
    );
    await administrator.patch(path, { email_preferences: all(true) });
  });
});

describe('POST /api/change-password', () => {
  // Proves S2-7-2
  it('refuses a wrong current password and ends nothing', async () => {
    const { client } = await portal.dealer('forgetful');
    const answered = await client.post('/api/change-password', {
      currentPassword: 'wrong-1',
      newPassword: 'secret-2',
    });
    expect([answered.status, answered.json.error]).toEqual([422, 'Current password is incorrect']);
    expect((await client.get('/api/user')).status).toBe(200);
    await portal.signedIn('forgetful', PASSWORD);
  });

  it('refuses a new password that is too short or too long', async () => {
    const { client } = await portal.dealer('short');
    const ask = (newPassword: string) =>
      client.post('/api/change-password', { currentPassword: PASSWORD, newPassword });
    expect((await ask('five5')).json.error).toBe('New password must be at least 6 characters');
    expect((await ask('ä'.repeat(37))).json.error).toBe('Password must be at most 72 bytes');
  });

  // Proves S2-7-2
  it('ends other sessions and keeps this one, also for concurrent requests', async () => {
    const { client } = await portal.dealer('careful');
    const elsewhere = await portal.signedIn('careful');
    const copy = portal.client();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    const answered = await client.post('/api/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'secret-2',
    });
    expect([answered.status, answered.text.includes('secret-2')]).toEqual([200, false]);
    expect(client.cookies.get('portal')).not.toBe(copy.cookies.get('portal'));
    expect((await copy.get('/api/user')).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await client.get('/api/sites')).status).toBe(200);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    await portal.signedIn('careful', 'secret-2');
    const old = await portal.client().post('/api/login', { username: 'careful', password: PASSWORD });
    expect(old.status).toBe(401);
  });

  it('answers a retry with the same key as the first time', async () => {
    const { client } = await portal.dealer('retrier');
    const ask = () =>
      client.post(
        '/api/change-password',
        { currentPassword: PASSWORD, newPassword: 'secret-3' },
        { 'Idempotency-Key': 'change-1' },
      );
    const [first, events] = [await ask(), await portal.eventCount()];
    const second = await ask();
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(await portal.eventCount()).toBe(events);
  });

  it('limits guesses of the password with a stolen session', async () => {
    const { client } = await portal.dealer('stolen');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const answered = await client.post('/api/change-password', {
        currentPassword: `guess-${guess}`,
        newPassword: 'secret-2',
      });
      statuses.push(answered.status);
      if (answered.status === 429) expect(Number(answered.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});
