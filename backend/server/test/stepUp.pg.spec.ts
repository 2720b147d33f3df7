import { paths } from '@portal/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answered, HttpClient } from './support/httpClient.ts';
import { ADMIN, PASSWORD, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let adminId: string;
let dealerId: string;
let now = Date.parse('2026-12-20T15:00:00.000Z');

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(now) });
  adminId = (await (await portal.admin()).get(paths.user)).json.id;
  dealerId = (await portal.dealer('northgate')).user.id;
});
afterAll(() => portal.stop());

const session = () => portal.signedIn(ADMIN.username, ADMIN.password);
const stepUp = (client: HttpClient, body: object = { currentPassword: ADMIN.password }) =>
  client.post(paths.stepUp, body);
const NEEDED = [403, 'step_up_required', 'Please confirm your password first.'];
const told = ({ status, json }: Answered) => [status, json.code, json.error];
const colleague = (username: string) => ({
  username,
  email: 'colleague@example.com',
  password: 'harbour-lights-7',
  name: 'Cole League',
  company: 'Ours',
  is_admin: true,
});

// Proves I35-12
describe("an administrator's session alone", () => {
  it.each<[what: string, ask: (client: HttpClient) => Promise<Answered>]>([
    [
      'changes not the own password',
      (c) => c.patch(paths.admin.user(adminId), { password: 'harbour-lights-7' }),
    ],
    [
      'changes not the own address',
      (c) => c.patch(paths.admin.user(adminId), { email: 'thief@example.com' }),
    ],
    [
      'changes not the own address in the settings',
      (c) => c.patch(paths.profile(adminId), { email: 'thief@example.com' }),
    ],
    [
      "sets no dealer's password",
      (c) => c.patch(paths.admin.user(dealerId), { password: 'harbour-lights-7' }),
    ],
    ['makes no administrator of a dealer', (c) => c.patch(paths.admin.user(dealerId), { is_admin: true })],
    ['makes no owner of a dealer', (c) => c.patch(paths.admin.dealerRole(dealerId), { role: 'owner' })],
    ['adds no administrator', (c) => c.post(paths.admin.users, colleague('colleague'))],
    [
      'removes no second factor',
      (c) => c.send('DELETE', paths.admin.secondFactor(dealerId), { json: { reason: 'Lost' } }),
    ],
  ])('%s', async (_what, ask) => {
    const events = await portal.eventCount();
    expect(told(await ask(await session()))).toEqual(NEEDED);
    expect(await portal.eventCount()).toBe(events);
  });

  it('still edits what lets nobody in, also where the form sends role and blank password', async () => {
    const client = await session();
    const same = { city: 'Troy', password: '', is_admin: true };
    expect((await client.patch(paths.admin.user(adminId), same)).status).toBe(200);
    expect(
      (await client.patch(paths.admin.user(dealerId), { email: 'dealer@example.com', is_admin: false }))
        .status,
    ).toBe(200);
  });
});

// Proves I35-12
describe('stepping up', () => {
  it('opens it for ten minutes, in this session alone; a refused request may be sent again with its key', async () => {
    const client = await session();
    const other = await session();
    const copy = portal.client();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    const add = (who: HttpClient, name: string) =>
      who.post(paths.admin.users, colleague(name), { 'Idempotency-Key': `adds-${name}` });
    expect(told(await add(client, 'second'))).toEqual(NEEDED);
    expect((await stepUp(client)).status).toBe(200);
    expect((await add(client, 'second')).status).toBe(201);
    expect(told(await add(other, 'third'))).toEqual(NEEDED);
    expect(told(await add(copy, 'third'))).toEqual(NEEDED);
    now += 9 * 60_000;
    expect((await add(client, 'fourth')).status).toBe(201);
    now += 61_000;
    expect(told(await add(client, 'fifth'))).toEqual(NEEDED);
    expect(told(await copy.get(paths.user))[0]).toBe(401);
  });

  it('needs the right password', async () => {
    const client = await session();
    expect(told(await stepUp(client, { currentPassword: 'wrong-1' }))).toEqual([
      422,
      undefined,
      'Current password is incorrect',
    ]);
    expect(told(await client.patch(paths.admin.user(dealerId), { is_admin: true }))).toEqual(NEEDED);
  });

  it('needs the code too where a second factor is on', async () => {
    const root = await portal.admin();
    expect((await root.post(paths.admin.users, colleague('guarded'))).status).toBe(201);
    const client = await portal.signedIn('guarded', 'harbour-lights-7');
    const currentPassword = 'harbour-lights-7';
    const { secret } = (await client.post(paths.secondFactor.setup, { currentPassword })).json;
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
    expect((await client.post(paths.secondFactor.confirm, { code: codeNow() })).status).toBe(200);
    now += 60_000;
    const asked = await stepUp(client, { currentPassword });
    expect([asked.status, asked.json.errors?.[0]?.path]).toEqual([422, 'code']);
    const change = () => client.patch(paths.admin.user(dealerId), { password: PASSWORD });
    expect(told(await change())).toEqual(NEEDED);
    expect((await stepUp(client, { currentPassword, code: codeNow() })).status).toBe(200);
    expect((await change()).status).toBe(200);
  });
});
