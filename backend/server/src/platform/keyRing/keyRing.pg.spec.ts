import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { postgresKeyRing } from './postgresKeyRing.ts';
import { unwrap, WrongKeyEncryptionKey, wrap } from './wrapping.ts';

const WRAPPING_KEY = randomBytes(32);

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('TRUNCATE personal_keys');
});

const ring = (wrappingKey = WRAPPING_KEY) => postgresKeyRing(database.pool, wrappingKey);
const hex = (keys: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries([...keys].map(([subject, key]) => [subject, key.toString('hex')]));

/** The number of statements sent. */
async function statementsOf(work: (counted: ReturnType<typeof ring>) => Promise<unknown>): Promise<number> {
  let statements = 0;
  const counting = new Proxy(database.pool, {
    get: (pool, name) => {
      if (name === 'query') statements += 1;
      const value: unknown = Reflect.get(pool, name);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  });
  await work(postgresKeyRing(counting, WRAPPING_KEY));
  return statements;
}

describe('the key ring', () => {
  test('creates a key of 32 bytes for each subject once, and finds it again', async () => {
    const made = await ring().ensure(['user-1', 'account-1', 'user-1']);
    expect([...made.keys()].sort()).toEqual(['account-1', 'user-1']);
    expect([...made.values()].map((key) => key.length)).toEqual([32, 32]);
    expect(made.get('user-1')).not.toEqual(made.get('account-1'));
    expect(hex(await ring().ensure(['account-1', 'user-1']))).toEqual(hex(made));
    expect(hex(await ring().find(['account-1', 'user-1', 'user-2']))).toEqual(hex(made));
  });

  test('queries the database once per call, also for many subjects', async () => {
    const subjects = Array.from({ length: 500 }, (_, n) => `user-${n}`);
    await ring().ensure(subjects);
    expect(await statementsOf((counted) => counted.ensure(subjects))).toBe(1);
    expect(await statementsOf((counted) => counted.find(subjects))).toBe(1);
    expect(await statementsOf((counted) => counted.find([]))).toBe(0);
  });

  test('returns the same keys to twenty concurrent calls that create them', async () => {
    const subjects = ['user-1', 'user-2', 'user-3'];
    const rings = Array.from({ length: 20 }, (_, n) =>
      ring().ensure(n % 2 === 0 ? subjects : subjects.toReversed()),
    );
    const answers = (await Promise.all(rings)).map((keys) => JSON.stringify(hex(new Map([...keys].sort()))));
    expect(new Set(answers).size).toBe(1);
    expect(Object.keys(JSON.parse(answers[0] ?? '{}') as object)).toHaveLength(3);
  });

  test('an erased subject has no key at once in each process, and never gets one again', async () => {
    const other = ring();
    await other.ensure(['user-1', 'user-2']);
    await ring().erase('user-1');
    await ring().erase('user-1');
    expect([...(await other.find(['user-1', 'user-2'])).keys()]).toEqual(['user-2']);
    expect([...(await other.ensure(['user-1', 'user-2'])).keys()]).toEqual(['user-2']);
    const { rows } = await database.pool.query("SELECT wrapped FROM personal_keys WHERE subject = 'user-1'");
    expect(rows).toEqual([{ wrapped: null }]);
  });

  test('a subject erased before it had a key gets none', async () => {
    await ring().erase('user-9');
    expect((await ring().ensure(['user-9'])).size).toBe(0);
  });

  test('stores no key unwrapped', async () => {
    const key = (await ring().ensure(['user-1'])).get('user-1');
    const { rows } = await database.pool.query<{ wrapped: Buffer }>('SELECT wrapped FROM personal_keys');
    expect(key).toBeDefined();
    expect(rows[0]?.wrapped.includes(key ?? '')).toBe(false);
  });

  test('refuses another KEY_ENCRYPTION_KEY at start and at use', async () => {
    await expect(ring(randomBytes(32)).assertOpens()).resolves.toBeUndefined();
    await ring().ensure(['user-1']);
    await expect(ring().assertOpens()).resolves.toBeUndefined();
    const wrong = ring(randomBytes(32));
    await expect(wrong.assertOpens()).rejects.toThrow(WrongKeyEncryptionKey);
    await expect(wrong.ensure(['user-1'])).rejects.toThrow(/^KEY_ENCRYPTION_KEY does not open/);
  });
});

describe('wrapping', () => {
  test('opens for its own subject only, and not with a changed bit', () => {
    const key = randomBytes(32);
    const wrapped = wrap(key, 'user-1', WRAPPING_KEY);
    expect(unwrap(wrapped, 'user-1', WRAPPING_KEY)).toEqual(key);
    expect(() => unwrap(wrapped, 'user-2', WRAPPING_KEY)).toThrow(WrongKeyEncryptionKey);
    for (const at of [1, 20, wrapped.length - 1]) {
      const changed = Buffer.from(wrapped);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => unwrap(changed, 'user-1', WRAPPING_KEY)).toThrow(WrongKeyEncryptionKey);
    }
  });

  test('refuses a truncated or unknown form', () => {
    const wrapped = wrap(randomBytes(32), 'user-1', WRAPPING_KEY);
    expect(() => unwrap(wrapped.subarray(0, 20), 'user-1', WRAPPING_KEY)).toThrow(WrongKeyEncryptionKey);
    expect(() => unwrap(Buffer.from([9, 1, 2]), 'user-1', WRAPPING_KEY)).toThrow('unknown format');
  });
});
