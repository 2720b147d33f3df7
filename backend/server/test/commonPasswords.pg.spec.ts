import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { PASSWORD, registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

const REFUSED = 'This is one of the most common passwords. Please choose another one.';
const COMMON = 'Password123';

let portal: TestPortal;
let admin: HttpClient;
let ann: HttpClient;
let annId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  const dealer = await portal.dealer('ann');
  ann = dealer.client;
  annId = dealer.user.id;
});
afterAll(() => portal.stop());

const expectRefusal = (answered: Awaited<ReturnType<HttpClient['post']>>, path: string) =>
  expect(answered).toMatchObject({
    status: 422,
    json: { error: REFUSED, errors: [{ path, message: REFUSED }] },
  });

// Proves I35-22
it('a common password is refused wherever one is set, in any case', async () => {
  const visitor = portal.client();
  expectRefusal(await visitor.post('/api/register', registration('bob', { password: COMMON })), 'password');
  expect((await visitor.post('/api/register', registration('bob'))).status).toBe(201);

  const change = { currentPassword: PASSWORD, newPassword: COMMON.toLowerCase() };
  expectRefusal(await ann.post('/api/change-password', change), 'newPassword');

  const user = { username: 'cas', name: 'Cas', email: 'cas@example.com', company: 'Cas' };
  expectRefusal(await admin.post('/api/admin/users', { ...user, password: COMMON }), 'password');
  expectRefusal(await admin.patch(`/api/admin/users/${annId}`, { password: COMMON }), 'password');

  await visitor.post('/api/auth/forgot-password', { email: 'ann@example.com' });
  const mail = await eventually(
    async () => portal.printedMails.find(({ text }) => text.includes('token=')) ?? null,
  );
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  expectRefusal(
    await visitor.post('/api/auth/reset-password', { token, newPassword: COMMON }),
    'newPassword',
  );
  const answered = await visitor.post('/api/auth/reset-password', { token, newPassword: 'a-rare-password' });
  expect(answered.status).toBe(200);
});
