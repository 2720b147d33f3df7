import type { KeyRing } from '@portal/event-store';

/** Cache time of a key, in ms; a key erased by another process may be used for this long. */
export const KEEP_KEYS_MS = 5_000;
const MOST_KEYS = 10_000;

interface Kept {
  readonly key: Buffer;
  readonly since: number;
}

/**
 * Keeps opened keys for a moment: one command alone asks for the same key up to four times. A key that is erased here
 * is gone at once; elsewhere it is gone after {@link KEEP_KEYS_MS}. What a projection reads meanwhile is blanked by the
 * event of the erasure, which comes after it in the log.
 */
export function keptKeys(ring: KeyRing, now: () => number): KeyRing {
  const kept = new Map<string, Kept>();
  /** Counts erasures: what was asked for before one is not kept after it. */
  let erasures = 0;

  /** Also over: what is younger than the clock, which was set back then. */
  const isOver = ({ since }: Kept) => now() < since || now() >= since + KEEP_KEYS_MS;

  const keep = (keys: ReadonlyMap<string, Buffer>) => {
    const since = now();
    for (const [subject, key] of keys) {
      kept.delete(subject);
      kept.set(subject, { key, since });
    }
    for (const [oldest, one] of kept) {
      if (kept.size <= MOST_KEYS && !isOver(one)) break;
      kept.delete(oldest);
    }
  };

  const through =
    (ask: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>) =>
    async (subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
      const keys = new Map<string, Buffer>();
      const missing: string[] = [];
      for (const subject of subjects) {
        const known = kept.get(subject);
        if (known !== undefined && !isOver(known)) keys.set(subject, known.key);
        else missing.push(subject);
      }
      if (missing.length === 0) return keys;
      const before = erasures;
      const asked = await ask(missing);
      if (erasures === before) keep(asked);
      for (const [subject, key] of asked) keys.set(subject, key);
      return keys;
    };

  return {
    ensure: through((subjects) => ring.ensure(subjects)),
    find: through((subjects) => ring.find(subjects)),
    async erase(subject) {
      try {
        await ring.erase(subject);
      } finally {
        // also where the answer was lost: the key may be gone
        erasures += 1;
        kept.delete(subject);
      }
    },
  };
}
