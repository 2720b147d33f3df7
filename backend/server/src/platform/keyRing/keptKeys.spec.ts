import { createMemoryKeyRing, type KeyRing } from '@portal/event-store';
import { expect, test, vi } from 'vitest';
import { KEEP_KEYS_MS, keptKeys } from './keptKeys.ts';

function setUp() {
  const inner = createMemoryKeyRing();
  const ring: KeyRing = {
    ensure: vi.fn((subjects) => inner.ensure(subjects)),
    find: vi.fn((subjects) => inner.find(subjects)),
    erase: vi.fn((subject) => inner.erase(subject)),
  };
  const clock = { at: 1_000 };
  return { inner, ring, clock, kept: keptKeys(ring, () => clock.at) };
}

test('asks once for what it was asked for a moment ago, and only for what is missing', async () => {
  const { ring, kept, inner } = setUp();
  const made = await kept.ensure(['user-1', 'user-2']);
  expect(await kept.find(['user-1', 'user-2', 'user-1'])).toEqual(made);
  expect(ring.find).not.toHaveBeenCalled();
  await inner.ensure(['user-3']);
  const all = await kept.find(['user-3', 'user-1']);
  expect(ring.find).toHaveBeenCalledExactlyOnceWith(['user-3']);
  expect([...all.keys()].sort()).toEqual(['user-1', 'user-3']);
});

test('an unknown subject is asked for each time: it may have got its key meanwhile', async () => {
  const { kept, inner } = setUp();
  expect((await kept.find(['user-1'])).size).toBe(0);
  await inner.ensure(['user-1']);
  expect((await kept.find(['user-1'])).size).toBe(1);
});

// Proves I8-kept
test('a key erased here is gone at once', async () => {
  const { kept } = setUp();
  await kept.ensure(['user-1']);
  await kept.erase('user-1');
  expect((await kept.find(['user-1'])).size).toBe(0);
  expect((await kept.ensure(['user-1'])).size).toBe(0);
});

test('what was asked for before an erasure is not kept after it', async () => {
  const { kept, ring, inner } = setUp();
  const keys = await inner.ensure(['user-1']);
  let answer: (keys: ReadonlyMap<string, Buffer>) => void = () => undefined;
  vi.mocked(ring.find).mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const asked = kept.find(['user-1']);
  await kept.erase('user-1');
  answer(keys);
  await asked;
  expect((await kept.find(['user-1'])).size).toBe(0);
});

test('a key erased elsewhere is gone after a moment', async () => {
  const { kept, inner, clock } = setUp();
  await kept.ensure(['user-1']);
  await inner.erase('user-1');
  clock.at += KEEP_KEYS_MS - 1;
  expect((await kept.find(['user-1'])).size).toBe(1);
  clock.at += 1;
  expect((await kept.find(['user-1'])).size).toBe(0);
});

test('an erasure whose answer was lost counts as done', async () => {
  const { kept, ring, inner } = setUp();
  await kept.ensure(['user-1']);
  vi.mocked(ring.erase).mockImplementationOnce(async (subject) => {
    await inner.erase(subject);
    throw new Error('connection lost');
  });
  await expect(kept.erase('user-1')).rejects.toThrow('connection lost');
  expect((await kept.find(['user-1'])).size).toBe(0);
});

test('a clock that is set back makes no key last longer', async () => {
  const { inner, clock, kept } = setUp();
  await kept.ensure(['user-1']);
  await inner.erase('user-1');
  clock.at -= 1;
  expect((await kept.find(['user-1'])).size).toBe(0);
});
