import type { KeyRing } from '@portal/event-store';

/** Cache time of a key, in ms; a key erased by another process may be used for this long. */
export const KEY_CACHE_MS = 5_000;
const MAX_KEYS = 10_000;

interface CachedKey {
  readonly key: Buffer;
  readonly since: number;
}

/**
 * Caches keys: one command uses the same key up to four times. A key erased in this process is dropped at once, in others
 * after {@link KEY_CACHE_MS}. What a projection reads meanwhile is blanked by the event of the erasure, which is later in the log.
 */
export function cachedKeyRing(ring: KeyRing, now: () => number): KeyRing {
  const cache = new Map<string, CachedKey>();
  /** Counts erasures: a read that began before one is not cached. */
  let erasures = 0;

  /** Also true if the clock was set back. */
  const isExpired = ({ since }: CachedKey) => now() < since || now() >= since + KEY_CACHE_MS;

  const store = (keys: ReadonlyMap<string, Buffer>) => {
    const since = now();
    for (const [subject, key] of keys) {
      cache.delete(subject);
      cache.set(subject, { key, since });
    }
    for (const [oldest, one] of cache) {
      if (cache.size <= MAX_KEYS && !isExpired(one)) break;
      cache.delete(oldest);
    }
  };

  const cached =
    (read: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>) =>
    async (subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
      const keys = new Map<string, Buffer>();
      const missing: string[] = [];
      for (const subject of subjects) {
        const known = cache.get(subject);
        if (known !== undefined && !isExpired(known)) keys.set(subject, known.key);
        else missing.push(subject);
      }
      if (missing.length === 0) return keys;
      const before = erasures;
      const found = await read(missing);
      if (erasures === before) store(found);
      for (const [subject, key] of found) keys.set(subject, key);
      return keys;
    };

  return {
    ensure: cached((subjects) => ring.ensure(subjects)),
    find: cached((subjects) => ring.find(subjects)),
    async erase(subject) {
      try {
        await ring.erase(subject);
      } finally {
        // also after an error: the key may be erased
        erasures += 1;
        cache.delete(subject);
      }
    },
  };
}
