import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../keyRing.ts';

const KEY_BYTES = 32;

/** A key ring that lives as long as the process; for tests. */
export function createMemoryKeyRing(): KeyRing {
  /** null: erased for ever. */
  const keys = new Map<string, Buffer | null>();

  async function find(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return new Map(
      subjects.flatMap((subject) => {
        const key = keys.get(subject);
        return key ? [[subject, key] as const] : [];
      }),
    );
  }

  return {
    ensure: async (subjects) => {
      for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, randomBytes(KEY_BYTES));
      return find(subjects);
    },
    find,
    erase: async (subject) => {
      keys.set(subject, null);
    },
  };
}
