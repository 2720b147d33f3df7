import { paths } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const eraseOf = (id: string) => `${paths.admin.user(id)}?erase=true`;

describe('DELETE /api/admin/users/{id}?erase=true', () => {
  // Proves I8-erase-1
  it('deletes the user and erases the personal data; repeating it changes nothing', async () => {
    const admin = await portal.admin();
    const { client, user } = await portal.dealer('ann');
    const erased = await admin.delete(eraseOf(user.id));
    expect([erased.status, erased.json]).toEqual([200, { id: user.id }]);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await admin.get(paths.admin.user(user.id))).status).toBe(404);
    const events = await portal.eventCount();
    const again = await admin.delete(eraseOf(user.id));
    expect([again.status, again.json]).toEqual([200, { id: user.id }]);
    expect(await portal.eventCount()).toBe(events);
  });

  // Proves I8-erase-1, I8-erase-8
  it('erases the data of a user who was deleted before', async () => {
    const admin = await portal.admin();
    const { user } = await portal.dealer('bob');
    expect((await admin.delete(paths.admin.user(user.id))).status).toBe(200);
    const before = await admin.get(paths.admin.userErasure(user.id));
    expect(before.json).toMatchObject({ username: 'bob', is_deleted: true, is_erased: false, refusal: null });
    expect((await admin.delete(eraseOf(user.id))).status).toBe(200);
    const after = await admin.get(paths.admin.userErasure(user.id));
    expect(after.json).toMatchObject({ username: null, name: null, is_deleted: true, is_erased: true });
  });

  it('is a different request than a deletion with the same Idempotency-Key', async () => {
    const admin = await portal.admin();
    const { user } = await portal.dealer('dan');
    const sent = (path: string) => admin.delete(path, undefined, { 'Idempotency-Key': 'one-key' });
    expect((await sent(paths.admin.user(user.id))).status).toBe(200);
    expect((await sent(eraseOf(user.id))).status).toBe(409);
    expect((await sent(paths.admin.user(user.id))).headers['idempotency-replayed']).toBe('true');
    expect((await admin.get(paths.admin.userErasure(user.id))).json.is_erased).toBe(false);
  });

  // Proves I8-erase-1
  it('refuses the same users as a deletion, and ends no session then', async () => {
    const admin = await portal.admin();
    const { client: dealer, user } = await portal.dealer('cid');
    const self = (await admin.get('/api/user')).json.id;
    const other = await admin.post(paths.admin.users, {
      username: 'second-admin',
      password: 'admin-secret-2',
      email: 'second@example.com',
      name: 'Second',
      company: 'Portal',
      is_admin: true,
    });
    expect(other.status).toBe(201);
    const events = await portal.eventCount();
    const refused = async (id: string, by = admin) => {
      const answered = await by.delete(eraseOf(id));
      return [answered.status, answered.json.error];
    };
    expect(await refused(self)).toEqual([422, "You can't delete your own user."]);
    expect(await refused(other.json.id)).toEqual([422, "An administrator can't be deleted."]);
    expect(await refused('nobody')).toEqual([404, 'User not found']);
    expect(await refused(user.id, dealer)).toEqual([403, 'Only administrators may do this.']);
    expect((await admin.delete(`${paths.admin.user(user.id)}?erase=perhaps`)).status).toBe(400);
    expect((await dealer.get(paths.admin.userErasure(user.id))).status).toBe(403);
    expect((await admin.get(paths.admin.userErasure('nobody'))).status).toBe(404);
    expect((await admin.get(paths.admin.userErasure(self))).json.refusal).toBe(
      "You can't delete your own user.",
    );
    expect(await portal.eventCount()).toBe(events);
    expect((await dealer.get('/api/user')).status).toBe(200);
  });
});
