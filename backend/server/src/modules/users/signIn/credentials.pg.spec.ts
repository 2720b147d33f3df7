import { setTimeout as sleep } from 'node:timers/promises';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/testDatabase.ts';
import { QueueFull } from '../../../kernel/groupedQueue.ts';
import { createCredentials } from './credentials.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('TRUNCATE credentials CASCADE');
});

const credentials = (cost = 4) => createCredentials({ pool: database.pool, now: () => NOW, cost });

describe('credentials', () => {
  test("verify the correct password only, and return the session's epoch", async () => {
    const epoch = await credentials().set('user-1', 'correct horse');
    expect(await credentials().verify('user-1', 'correct horse')).toBe(epoch);
    for (const wrong of ['', 'Correct horse', 'correct horse ', 'correct horse\0']) {
      expect(await credentials().verify('user-1', wrong), JSON.stringify(wrong)).toBeNull();
    }
    expect(await credentials().verify('user-2', 'correct horse')).toBeNull();
    expect(await credentials().verify(null, 'correct horse')).toBeNull();
  });

  test('accept unicode passwords of any bytes', async () => {
    await credentials().set('user-1', 'pässwörd 🗝');
    expect(await credentials().verify('user-1', 'pässwörd 🗝')).not.toBeNull();
    for (const other of ['password 🗝', 'Pässwörd 🗝', 'pässwörd 🗝 ', 'pa\u0308sswo\u0308rd 🗝'])
      expect(await credentials().verify('user-1', other)).toBeNull();
  });

  test('accept 72 bytes; refuse 73, also when verifying', async () => {
    const longest = 'ä'.repeat(36);
    await credentials().set('user-1', longest);
    expect(await credentials().verify('user-1', longest)).not.toBeNull();
    expect(await credentials().verify('user-1', `${longest}x`)).toBeNull();
    await expect(credentials().set('user-1', `${longest}x`)).rejects.toThrow(RangeError);
    await expect(credentials().set('user-2', 'x'.repeat(73))).rejects.toThrow(
      'Password must be at most 72 bytes',
    );
    expect(await credentials().raiseEpoch('user-2')).toBeNull();
  });

  test('store a hash of cost 12, never the password', async () => {
    await createCredentials({ pool: database.pool, now: () => NOW }).set('user-1', 'correct horse');
    const { rows } = await database.pool.query('SELECT * FROM credentials');
    expect(rows).toEqual([
      {
        user_id: 'user-1',
        password_hash: expect.stringMatching(/^\$2b\$12\$.{53}$/),
        auth_epoch: 1,
        changed_at: NOW,
      },
    ]);
  });

  test('end earlier sessions with a new password or raiseEpoch, and all when removed', async () => {
    const subject = credentials();
    expect(await subject.set('user-1', 'first one')).toBe(1);
    expect(await subject.set('user-1', 'second one')).toBe(2);
    expect(await subject.raiseEpoch('user-1')).toBe(3);
    expect(await subject.verify('user-1', 'first one')).toBeNull();
    expect(await subject.verify('user-1', 'second one')).toBe(3);
    await subject.remove('user-1');
    expect(await subject.raiseEpoch('user-1')).toBeNull();
    expect(await subject.verify('user-1', 'second one')).toBeNull();
  });

  test('compute the same hash for an unknown user as for a known one', async () => {
    const compare = vi.spyOn(bcrypt, 'compare');
    const subject = credentials(9);
    await subject.set('user-1', 'correct horse');
    for (const userId of ['user-1', 'user-2', null]) await subject.verify(userId, 'wrong');
    await subject.verify('user-1', 'x'.repeat(100));
    const costs = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash));
    compare.mockRestore();
    expect(costs).toEqual([9, 9, 9, 9]);
  });

  test('compute at most two hashes at a time', async () => {
    let running = 0;
    let most = 0;
    const compare = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return true;
    });
    const subject = credentials();
    await subject.set('user-1', 'correct horse');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => subject.verify('user-1', 'correct horse')),
    );
    compare.mockRestore();
    expect(answers.every((authEpoch) => authEpoch !== null)).toBe(true);
    expect(most).toBe(2);
  });
});

// Proves X-11
test('refuses passwords that would wait too long, and hashes the others', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const compare = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => {
    await held;
    return true;
  });
  // at the portal's own cost, two are hashed and 32 wait
  const subject = createCredentials({ pool: database.pool, now: () => NOW });
  const refused: unknown[] = [];
  const all = Array.from({ length: 40 }, () =>
    subject.verify('user-1', 'correct horse').catch((error: unknown) => void refused.push(error)),
  );
  await expect.poll(() => refused.length).toBe(6);
  release();
  await Promise.all(all);
  compare.mockRestore();
  expect(refused.every((error) => error instanceof QueueFull)).toBe(true);
  expect(refused).toHaveLength(6);
});

// Proves I35-15
test('a network that fills the queue keeps nobody else from signing in', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const compare = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => {
    await held;
    return true;
  });
  const subject = createCredentials({ pool: database.pool, now: () => NOW });
  const order: string[] = [];
  const verify = (name: string, address: string, known = false) =>
    subject.verify(null, 'correct horse', { address, known }).then(
      () => void order.push(name),
      () => void order.push(`${name} refused`),
    );
  const flood = Array.from({ length: 40 }, (_, n) =>
    verify(`flood ${n}`, `2001:db8:1:${n.toString(16)}00::1`),
  );
  await expect.poll(() => order.length).toBe(6);
  const others = [verify('a stranger', '198.51.100.7')];
  await expect.poll(() => order.length).toBe(7);
  others.push(verify('the owner', '2001:db8:1:100::9', true));
  await sleep(50);
  release();
  await Promise.all([...flood, ...others]);
  compare.mockRestore();
  const done = order.filter((name) => !name.endsWith('refused'));
  expect(order.filter((name) => name.endsWith('refused')).every((name) => name.startsWith('flood'))).toBe(
    true,
  );
  expect(done.slice(0, 5)).toEqual(expect.arrayContaining(['the owner', 'a stranger']));
});
