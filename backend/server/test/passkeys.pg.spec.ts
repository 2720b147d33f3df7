import { paths } from '@portal/contract';
import { userStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from './support/authenticator.ts';
import type { HttpClient } from './support/httpClient.ts';
import { ADMIN, PASSWORD, startTestPortal, type TestPortal } from './support/testPortal.ts';

let time = Date.parse('2026-12-01T15:00:00.000Z');
let portal: TestPortal;
let origin: string;

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(time) });
  origin = new URL(portal.portal.url).origin;
});
afterAll(() => portal.stop());

const stepUp = (client: HttpClient, currentPassword = PASSWORD) =>
  client.post(paths.stepUp, { currentPassword });

/** A dealer with a passkey, and its authenticator. */
async function holder(username: string) {
  const { client, user } = await portal.dealer(username);
  await stepUp(client);
  const key = authenticator(origin);
  const { json: options } = await client.post(paths.passkeyOptions, {});
  const added = await client.post(paths.passkeys, { name: 'Laptop', response: key.register(options) });
  expect([added.status, added.json.error]).toEqual([201, undefined]);
  return { client, user, key };
}

const WRONG = 'This passkey is not known here. Please log in with your password.';
const optionsOf = async (client: HttpClient) => (await client.post(paths.passkeyLoginOptions, {})).json;
const logIn = (client: HttpClient, response: unknown) => client.post(paths.passkeyLogin, { response });

// Proves I40-passkeys
describe('a passkey', () => {
  it('signs in without password and code, is listed and recorded, and is mailed about', async () => {
    const { client, user, key } = await holder('ann');
    const visitor = portal.client();
    const signedIn = await logIn(visitor, key.signIn(await optionsOf(visitor)));
    expect([signedIn.status, signedIn.json.id]).toEqual([200, user.id]);
    expect((await visitor.get(paths.user)).json.username).toBe('ann');
    const { json: list } = await client.get(paths.passkeys);
    expect(list).toMatchObject([{ name: 'Laptop', last_used_at: new Date(time).toISOString() }]);
    const stream = await portal.portal.readStream(userStream(user.id));
    expect(stream.map(({ event }) => event.type)).toContain('PasskeyAdded');
    const mailed = async () => {
      const { rows } = await portal.portal.database.pool.query(
        "SELECT text FROM mail_outbox WHERE kind IN ('passkeyAdded', 'passwordChanged') AND user_id = $1 ORDER BY created_at",
        [user.id],
      );
      return rows.map(({ text }: { text: string }) => text);
    };
    // a new password does not end a passkey: the mails say where to remove one
    await expect
      .poll(mailed, { timeout: 30_000 })
      .toEqual([expect.stringMatching(/remove it at \S+\/settings\?tab=password/)]);
    await client.post(paths.changePassword, { currentPassword: PASSWORD, newPassword: 'secret-2' });
    await expect
      .poll(mailed, { timeout: 30_000 })
      .toEqual([expect.anything(), expect.stringMatching(/Your passkey still signs in\./)]);
  });

  it('is added and removed only after the password was confirmed', async () => {
    const { client, user } = await portal.dealer('bob');
    expect((await client.post(paths.passkeyOptions, {})).json.code).toBe('step_up_required');
    const held = await holder('bea');
    const [{ id }] = (await held.client.get(paths.passkeys)).json;
    await stepUp(client);
    // somebody else's
    expect((await client.send('DELETE', paths.passkey(id))).status).toBe(404);
    time += 11 * 60_000;
    expect((await held.client.send('DELETE', paths.passkey(id))).status).toBe(403);
    await stepUp(held.client);
    expect((await held.client.send('DELETE', paths.passkey(id))).status).toBe(200);
    const visitor = portal.client();
    const refused = await logIn(visitor, held.key.signIn(await optionsOf(visitor)));
    expect([refused.status, refused.json.error]).toEqual([401, WRONG]);
    expect(user.id).not.toBe(held.user.id);
  });

  it('of another origin or site, without verification or with a wrong signature is refused', async () => {
    const { key } = await holder('cat');
    const visitor = portal.client();
    for (const lies of [
      { origin: 'https://portal.example.evil' },
      { rpId: 'portal.example.evil' },
      { verified: false },
    ])
      expect((await logIn(visitor, key.signIn(await optionsOf(visitor), lies))).status).toBe(401);
    const other = key.signIn(await optionsOf(visitor));
    const { signature } = key.signIn(await optionsOf(visitor)).response;
    const mixed = { ...other, response: { ...other.response, signature } };
    expect((await logIn(visitor, mixed)).status).toBe(401);
    expect((await logIn(visitor, authenticator(origin).signIn(await optionsOf(visitor)))).status).toBe(401);
    expect((await visitor.get(paths.user)).status).toBe(401);
  });

  it('counts each challenge once, for five minutes, and for what it was given', async () => {
    const { client, key } = await holder('dan');
    const visitor = portal.client();
    const answer = key.signIn(await optionsOf(visitor));
    expect((await logIn(visitor, answer)).status).toBe(200);
    expect((await logIn(portal.client(), answer)).status).toBe(401);
    const late = key.signIn(await optionsOf(visitor));
    time += 6 * 60_000;
    expect((await logIn(visitor, late)).status).toBe(401);
    await stepUp(client);
    const { json: adding } = await client.post(paths.passkeyOptions, {});
    expect((await logIn(visitor, key.signIn(adding))).status).toBe(401);
    const own = authenticator(origin);
    const forLogin = { name: 'Phone', response: own.register(await optionsOf(visitor)) };
    expect((await client.post(paths.passkeys, forLogin)).status).toBe(422);
  });

  it('whose counter goes back is refused, also of two answers at once', async () => {
    const { key } = await holder('eve');
    const visitor = portal.client();
    expect((await logIn(visitor, key.signIn(await optionsOf(visitor), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await logIn(visitor, key.signIn(await optionsOf(visitor), { counter }))).status).toBe(401);
    const twins = [await optionsOf(visitor), await optionsOf(visitor)].map((options) =>
      key.signIn(options, { counter: 8 }),
    );
    const answers = await Promise.all(twins.map((answer) => logIn(portal.client(), answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('does for a second factor where administrators need one, but the password alone does not', async () => {
    const admin = await portal.admin();
    await stepUp(admin, ADMIN.password);
    const key = authenticator(origin);
    const { json: options } = await admin.post(paths.passkeyOptions, {});
    expect((await admin.post(paths.passkeys, { name: 'Key', response: key.register(options) })).status).toBe(
      201,
    );
    expect((await admin.patch(paths.admin.portalSettings, { admin_second_factor: true })).status).toBe(200);
    expect((await admin.get(paths.admin.users)).status).toBe(403);
    const byPasskey = portal.client();
    expect((await logIn(byPasskey, key.signIn(await optionsOf(byPasskey)))).status).toBe(200);
    expect((await byPasskey.get(paths.admin.users)).status).toBe(200);
    // also in the session's new id after a step-up
    await stepUp(byPasskey, ADMIN.password);
    expect((await byPasskey.get(paths.admin.users)).status).toBe(200);
    expect((await byPasskey.patch(paths.admin.portalSettings, { admin_second_factor: false })).status).toBe(
      200,
    );
  });

  it('ends with its user', async () => {
    const { user, key } = await holder('fay');
    const admin = await portal.admin();
    const gone = await admin.send('DELETE', paths.admin.user(user.id), { json: { reason: 'left' } });
    expect(gone.status).toBe(200);
    const visitor = portal.client();
    expect((await logIn(visitor, key.signIn(await optionsOf(visitor)))).status).toBe(401);
  });
});
