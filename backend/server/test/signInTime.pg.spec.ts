import { afterAll, beforeAll, expect, it } from 'vitest';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

/** Of each kind in a row; how often they begin anew where the machine was busy with something else. */
const TRIES = 50;
const ROUNDS = 8;

let portal: TestPortal;
beforeAll(async () => {
  // dear enough that a hash left out would show
  portal = await startTestPortal({ bcryptCost: 9 });
  await portal.client().post('/api/register', registration('known'));
});
afterAll(() => portal.stop());

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

it('takes as long to refuse a stranger as a wrong password: the medians of 50 tries are within 10 %', async () => {
  const client = portal.client();
  const time = async (username: string) => {
    await portal.portal.database.pool.query('TRUNCATE login_limits');
    const before = performance.now();
    expect((await client.post('/api/login', { username, password: 'wrong-1' })).status).toBe(401);
    return performance.now() - before;
  };
  /** How much longer one takes than the other, both asked by turns. */
  async function difference(round: number): Promise<number> {
    const [known, stranger]: [number[], number[]] = [[], []];
    for (let index = 0; index < TRIES; index += 1) {
      known.push(await time('known'));
      stranger.push(await time(`stranger-${round}-${index}`));
    }
    return Math.abs(median(stranger) / median(known) - 1);
  }
  const seen: number[] = [];
  while (seen.length < ROUNDS && !seen.some((one) => one <= 0.1)) seen.push(await difference(seen.length));
  expect(Math.min(...seen), `of ${seen.join(', ')}`).toBeLessThanOrEqual(0.1);
}, 480_000);
