import { createMemoryKeyRing, type KeyRing } from '@portal/event-store';
import { expect, test, vi } from 'vitest';
import { cachedKeyRing, KEY_CACHE_MS } from './cachedKeyRing.ts';

function setUp() {
  const inner = createMemoryKeyRing();
  const ring: KeyRing = {
    ensure: vi.fn((subjects) => inner.ensure(subjects)),
    find: vi.fn((subjects) => inner.find(subjects)),
    erase: vi.fn((subject) => inner.erase(subject)),
  };
  const clock = { at: 1_000 };
  return { inner, ring, clock, cached: cachedKeyRing(ring, { now: () => clock.at }) };
}

test('reads a key once, and only missing ones', async () => {
  const { ring, cached, inner } = setUp();
  const made = await cached.ensure(['user-1', 'user-2']);
  expect(await cached.find(['user-1', 'user-2', 'user-1'])).toEqual(made);
  expect(ring.find).not.toHaveBeenCalled();
  await inner.ensure(['user-3']);
  const all = await cached.find(['user-3', 'user-1']);
  expect(ring.find).toHaveBeenCalledExactlyOnceWith(['user-3']);
  expect([...all.keys()].sort()).toEqual(['user-1', 'user-3']);
});

test('does not cache a missing key, because one may have been created meanwhile', async () => {
  const { cached, inner } = setUp();
  expect((await cached.find(['user-1'])).size).toBe(0);
  await inner.ensure(['user-1']);
  expect((await cached.find(['user-1'])).size).toBe(1);
});

// Proves I8-kept
test('drops a key at once when it is erased in this process', async () => {
  const { cached } = setUp();
  await cached.ensure(['user-1']);
  await cached.erase('user-1');
  expect((await cached.find(['user-1'])).size).toBe(0);
  expect((await cached.ensure(['user-1'])).size).toBe(0);
});

test('does not cache a read that began before an erasure', async () => {
  const { cached, ring, inner } = setUp();
  const keys = await inner.ensure(['user-1']);
  let answer: (keys: ReadonlyMap<string, Buffer>) => void = () => undefined;
  vi.mocked(ring.find).mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const asked = cached.find(['user-1']);
  await cached.erase('user-1');
  answer(keys);
  await asked;
  expect((await cached.find(['user-1'])).size).toBe(0);
});

test('drops a key erased in another process after the cache time', async () => {
  const { cached, inner, clock } = setUp();
  await cached.ensure(['user-1']);
  await inner.erase('user-1');
  clock.at += KEY_CACHE_MS;
  expect((await cached.find(['user-1'])).size).toBe(1);
  clock.at += 1;
  expect((await cached.find(['user-1'])).size).toBe(0);
});

test('drops a key even if the outcome of its erasure is unknown', async () => {
  const { cached, ring, inner } = setUp();
  await cached.ensure(['user-1']);
  vi.mocked(ring.erase).mockImplementationOnce(async (subject) => {
    await inner.erase(subject);
    throw new Error('connection lost');
  });
  await expect(cached.erase('user-1')).rejects.toThrow('connection lost');
  expect((await cached.find(['user-1'])).size).toBe(0);
});
