import bcrypt from 'bcrypt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ bcryptCost: 5 });
  await portal.client().post('/api/register', registration('known'));
});
afterAll(() => portal.stop());

// the time itself is measured by `npm run bench -- same-time`
// Proves X-12, I8-login-time
it('compares one hash of the same cost for a stranger and for a wrong password', async () => {
  const compare = vi.spyOn(bcrypt, 'compare');
  try {
    for (const username of ['known', 'stranger']) {
      compare.mockClear();
      const answered = await portal.client().post('/api/login', { username, password: 'wrong-1' });
      const costs = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash));
      expect([username, answered.status, costs]).toEqual([username, 401, [5]]);
    }
  } finally {
    compare.mockRestore();
  }
});
