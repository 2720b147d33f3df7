import type { KeyRing } from '@portal/event-store';
import { LRUCache } from 'lru-cache';

/** Cache time of a key, in ms; a key erased by another process may be used for this long. */
export const KEY_CACHE_MS = 5_000;
const MAX_KEYS = 10_000;

/**
 * Caches keys: one command uses the same key up to four times. A key erased in this process is dropped at once, in others
 * after {@link KEY_CACHE_MS}. What a projection reads meanwhile is blanked by the event of the erasure, which is later in the log.
 * @param clock one that is never set back
 */
export function cachedKeyRing(ring: KeyRing, clock: { now(): number } = performance): KeyRing {
  const cache = new LRUCache<string, Buffer>({
    max: MAX_KEYS,
    ttl: KEY_CACHE_MS,
    ttlResolution: 0,
    perf: clock,
  });
  /** Counts erasures: a read that began before one is not cached. */
  let erasures = 0;

  const cached =
    (read: KeyRing['find']): KeyRing['find'] =>
    async (subjects) => {
      const keys = new Map<string, Buffer>();
      const missing: string[] = [];
      for (const subject of subjects) {
        const known = cache.get(subject);
        if (known === undefined) missing.push(subject);
        else keys.set(subject, known);
      }
      if (missing.length === 0) return keys;
      const before = erasures;
      for (const [subject, key] of await read(missing)) {
        keys.set(subject, key);
        if (erasures === before) cache.set(subject, key);
      }
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
