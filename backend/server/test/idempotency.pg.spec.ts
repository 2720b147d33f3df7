import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveId, newCommand } from '../src/kernel/commandContext.ts';
import { QueueFull } from '../src/kernel/groupedQueue.ts';
import { createLoginLimits } from '../src/modules/users/signIn/loginLimits.ts';
import {
  createIdempotency,
  type Idempotency,
  type KeptAnswer,
  VISITOR,
} from '../src/platform/http/idempotency.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
let idempotency: Idempotency;

beforeAll(async () => {
  database = await testDatabase();
  idempotency = createIdempotency(database.pool, Buffer.alloc(32, 7));
});
afterAll(() => database.close());

const command = () =>
  newCommand(new Date('2026-03-01T10:00:00Z'), { kind: 'visitor', id: null }, 'request-1');
const asked = (key: string, fingerprint = 'POST /api/x {}', actor = 'visitor 127.0.0.1') => ({
  key,
  actor,
  fingerprint,
  command: command(),
});
const answer = (text: string): KeptAnswer => ({
  status: 201,
  body: { text },
  headers: { 'X-Log-Position': '9' },
});

describe('Idempotency-Key', () => {
  it('gives a retry the first answer and runs nothing', async () => {
    const first = await idempotency.run(asked('a'), async () => answer('first'));
    const again = await idempotency.run(asked('a'), async () => answer('second'));
    expect(first).toEqual({ answer: answer('first'), replayed: false });
    expect(again).toEqual({ answer: answer('first'), replayed: true });
  });

  it('refuses the same key with another request, and keeps actors apart', async () => {
    await idempotency.run(asked('b'), async () => answer('mine'));
    await expect(
      idempotency.run(asked('b', 'POST /api/x {"more":1}'), async () => answer('x')),
    ).rejects.toMatchObject({
      status: 409,
    });
    const other = await idempotency.run(asked('b', undefined, 'user-2'), async () => answer('theirs'));
    expect(other.answer).toEqual(answer('theirs'));
  });

  // Proves I35-16
  it("keeps no visitor's refusal, but a user's, and a visitor's success", async () => {
    const refused: KeptAnswer = { ...answer('no'), status: 422 };
    const cases = [
      ['v1', VISITOR, refused],
      ['v2', VISITOR, answer('yes')],
      ['u1', 'user-1', refused],
    ] as const;
    for (const [key, actor, first] of cases)
      expect((await idempotency.run(asked(key, undefined, actor), async () => first)).answer).toEqual(first);
    const { rows } = await database.pool.query(
      "SELECT key FROM commands WHERE key IN ('v1', 'v2', 'u1') ORDER BY key",
    );
    expect(rows).toEqual([{ key: 'u1' }, { key: 'v2' }]);
  });

  it('continues as the same command when the first try failed', async () => {
    const seen: { id: string; time: string }[] = [];
    const failing = idempotency.run(asked('c'), async ({ id, time }) => {
      seen.push({ id, time });
      throw new Error('connection lost');
    });
    await expect(failing).rejects.toThrow('connection lost');
    const { rows } = await database.pool.query<{ free: boolean }>(
      "SELECT leased_until < now() AS free FROM commands WHERE key = 'c'",
    );
    // at once: whoever tries again does not wait for the lease of the try that failed
    expect(rows).toEqual([{ free: true }]);
    await idempotency.run(asked('c'), async ({ id, time }) => {
      seen.push({ id, time });
      return answer('done');
    });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  it('runs once for twenty concurrent requests', async () => {
    let runs = 0;
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        idempotency.run(asked('d'), async () => {
          runs += 1;
          await sleep(100);
          return answer(`run ${runs}`);
        }),
      ),
    );
    expect(runs).toBe(1);
    expect(new Set(all.map((one) => JSON.stringify(one.answer))).size).toBe(1);
    expect(all.filter((one) => !one.replayed)).toHaveLength(1);
  });

  it('stores no body hash that could be guessed', async () => {
    await idempotency.run(asked('e', 'POST /api/register {"password":"hunter2"}'), async () => answer('x'));
    const { rows } = await database.pool.query<{ body_hash: string }>(
      "SELECT body_hash FROM commands WHERE key = 'e'",
    );
    const other = createIdempotency(database.pool, Buffer.alloc(32, 8));
    expect(rows[0]?.body_hash).toMatch(/^[0-9a-f]{64}$/);
    await expect(
      other.run(asked('e', 'POST /api/register {"password":"hunter2"}'), async () => answer('y')),
    ).rejects.toMatchObject({ status: 409 });
  });

  it('forgets after seven days', async () => {
    await idempotency.run(asked('f'), async () => answer('old'));
    await database.pool.query("UPDATE commands SET created_at = now() - interval '8 days' WHERE key = 'f'");
    await idempotency.purge();
    const { rows } = await database.pool.query("SELECT key FROM commands WHERE key IN ('a', 'f')");
    expect(rows).toEqual([{ key: 'a' }]);
  });
});

describe('ids of a command', () => {
  it('are UUIDv7 of its time, the same for a retry, different by name and command', () => {
    const first = command();
    expect(deriveId(first, 'user')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(deriveId(first, 'user')).toBe(deriveId({ ...first }, 'user'));
    expect(deriveId(first, 'user')).not.toBe(deriveId(first, 'account'));
    expect(deriveId(first, 'user')).not.toBe(deriveId(command(), 'user'));
    expect(Number.parseInt(deriveId(first, 'user').replaceAll('-', '').slice(0, 12), 16)).toBe(
      Date.parse(first.time),
    );
  });
});

describe('limits on sign-in', () => {
  const tries = async (
    limits: ReturnType<typeof createLoginLimits>,
    account: string,
    address: string,
    count: number,
  ) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) {
      seen.push(
        await limits
          .attempt(account, address, async () => 200)
          .catch((error: { status?: number }) => error.status ?? 0),
      );
    }
    return seen;
  };

  // Proves X-10
  it('stop the eleventh for one name and address, not another name or address', async () => {
    const limits = createLoginLimits(database.pool);
    expect(await tries(limits, 'ann', '10.0.0.1', 11)).toEqual([...Array(10).fill(200), 429]);
    expect(await tries(limits, 'ann', '10.0.0.2', 1)).toEqual([200]);
    expect(await tries(limits, 'bob', '10.0.0.1', 1)).toEqual([200]);
  });

  // Proves X-10
  it('stop the fifty-first for one address', async () => {
    const limits = createLoginLimits(database.pool);
    const seen: number[] = [];
    for (let index = 0; index < 51; index += 1)
      seen.push(...(await tries(limits, `name-${index}`, '10.0.0.3', 1)));
    expect(seen).toEqual([...Array(50).fill(200), 429]);
  });

  it('state the waiting time, count concurrent attempts, and reset on success', async () => {
    const limits = createLoginLimits(database.pool);
    const once = await Promise.all(Array.from({ length: 30 }, () => tries(limits, 'cat', '10.0.0.4', 1)));
    expect(once.flat().filter((status) => status === 200)).toHaveLength(10);
    await expect(limits.attempt('cat', '10.0.0.4', async () => 200)).rejects.toMatchObject({
      headers: { 'Retry-After': expect.stringMatching(/^(8\d\d|900)$/) },
    });
    await limits.succeeded('cat', '10.0.0.4');
    expect(await tries(limits, 'cat', '10.0.0.4', 1)).toEqual([200]);
  });

  // Proves X-10
  it('count all addresses of an IPv6 /64 as one, also concurrently', async () => {
    const limits = createLoginLimits(database.pool);
    const host = (index: number) => `2001:db8:1:2:${index.toString(16)}::${index}`;
    const once = await Promise.all(
      Array.from({ length: 30 }, (_, index) => tries(limits, 'dan', host(index), 1)),
    );
    expect(once.flat().filter((status) => status === 200)).toHaveLength(10);
    expect(await tries(limits, 'dan', '2001:db8:1:3::1', 1)).toEqual([200]);
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, index) => tries(limits, `of-64-${index}`, host(index), 1)),
    );
    // the ten above count for the address as well
    expect(many.flat().filter((status) => status === 200)).toHaveLength(40);
  });

  it('do not count an attempt that ended in an internal error', async () => {
    const limits = createLoginLimits(database.pool);
    for (let index = 0; index < 15; index += 1) {
      const attempt = limits.attempt('eve', '10.0.0.5', () => Promise.reject(new QueueFull()));
      await expect(attempt).rejects.toThrow(QueueFull);
    }
    expect(await tries(limits, 'eve', '10.0.0.5', 1)).toEqual([200]);
  });

  // Proves X-10
  it('allow ten concurrent attempts of one address', () => {
    const limits = createLoginLimits(database.pool);
    const places = Array.from({ length: 10 }, (_, index) => limits.enter(`2001:db8:1:2::${index}`));
    expect(() => limits.enter('2001:db8:1:2:3:4:5:6')).toThrow(
      expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }),
    );
    limits.enter('2001:db8:1:3::1')();
    places[0]?.();
    limits.enter('2001:db8:1:2:3:4:5:6')();
  });
});
