import { afterAll, beforeAll, expect, it } from 'vitest';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

const ROUNDS = 25;

let portal: TestPortal;
beforeAll(async () => {
  // dear enough that a hash left out would show
  portal = await startTestPortal({ bcryptCost: 9 });
  await portal.client().post('/api/register', registration('known'));
});
afterAll(() => portal.stop());

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

it('takes as long to refuse a stranger as a wrong password', async () => {
  const client = portal.client();
  const time = async (username: string) => {
    await portal.portal.database.pool.query('TRUNCATE login_limits');
    const before = performance.now();
    expect((await client.post('/api/login', { username, password: 'wrong-1' })).status).toBe(401);
    return performance.now() - before;
  };
  const known: number[] = [];
  const stranger: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    known.push(await time('known'));
    stranger.push(await time(`stranger-${round}`));
  }
  const ratio = median(stranger) / median(known);
  // 10 % is the aim on a quiet machine; this one runs other tests beside
  expect(ratio).toBeGreaterThan(0.75);
  expect(ratio).toBeLessThan(1.33);
});
