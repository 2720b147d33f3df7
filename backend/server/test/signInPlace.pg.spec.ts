import { setTimeout as sleep } from 'node:timers/promises';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PASSWORD, registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

const OWN_ADDRESS = '2001:db8:1:100::9';

let portal: TestPortal;
beforeAll(async () => {
  // with the portal's own cost two passwords are compared and 32 wait
  portal = await startTestPortal({ bcryptCost: 12 }, { environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => portal.stop());

const login = (username: string, address: string) =>
  portal.client().post('/api/login', { username, password: PASSWORD }, { 'X-Forwarded-For': address });
/** The status of an answer that comes within this time; else 'waits'. */
const statusWithin = (milliseconds: number, answer: ReturnType<typeof login>) =>
  Promise.race([answer.then(({ status }) => status), sleep(milliseconds, 'waits')]);

// Proves I35-15
it('a user whose network fills the queue of passwords gets in from an address that signed them in before', async () => {
  for (const username of ['owner', 'neighbour'])
    expect((await portal.client().post('/api/register', registration(username))).status).toBe(201);
  expect((await login('owner', OWN_ADDRESS)).status).toBe(200);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const compare = vi.spyOn(bcrypt, 'compare').mockImplementation(async (password) => {
    await held;
    return password === PASSWORD;
  });
  try {
    let refused = 0;
    const flood = Array.from({ length: 40 }, async (_, n) => {
      const { status } = await login(`nobody-${n}`, `2001:db8:1:${n.toString(16)}00::1`);
      if (status === 503) refused += 1;
    });
    await expect.poll(() => refused).toBe(6);
    const others = [login('neighbour', OWN_ADDRESS), login('owner', '2001:db8:1:200::9')];
    for (const other of others) expect(await statusWithin(10_000, other)).toBe(503);
    const owner = login('owner', OWN_ADDRESS);
    expect(await statusWithin(300, owner)).toBe('waits');
    release();
    expect((await owner).status).toBe(200);
    await Promise.all(flood);
  } finally {
    release();
    compare.mockRestore();
  }
});
