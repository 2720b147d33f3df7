import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { createCodec } from '../codec.ts';
import { type CommandMetadata, createCommandHandler, type DeciderLike } from '../commandHandler.ts';
import { createMemoryEventStore } from '../memory/memoryEventStore.ts';
import { createMemoryKeyRing } from '../memory/memoryKeyRing.ts';
import type { EventStore } from '../port.ts';

export interface Actor {
  kind: string;
  id: string | null;
}
export interface Added {
  readonly type: 'Added';
  readonly data: { readonly n: number };
}
export type AddNumbers = { readonly add: readonly number[] };

/** A sum that adds each number once. */
export const sum: DeciderLike<{ total: number; seen: number[] }, AddNumbers, Added> = {
  initialState: { total: 0, seen: [] },
  evolve: (state, { data: { n } }) => ({ total: state.total + n, seen: [...state.seen, n] }),
  decide: ({ add }, state) => {
    if (add.includes(13)) throw new RangeError('13 is refused');
    return add.filter((n) => !state.seen.includes(n)).map((n) => ({ type: 'Added', data: { n } }));
  },
};

export const metadataSchema: z.ZodType<CommandMetadata<Actor>> = z.object({
  v: z.number(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  actor: z.object({ kind: z.string(), id: z.string().nullable() }),
  commandId: z.string(),
  recordedAt: z.iso.datetime(),
  accounts: z.array(z.string()),
  reason: z.string().optional(),
});

/** A command handler on a wrapped memory store, with a clock to set. */
export function setUp(wrap: (store: EventStore) => EventStore = (store) => store) {
  const store = createMemoryEventStore();
  const clock = { at: new Date('2026-03-01T10:00:00.000Z'), now: () => clock.at };
  const definitions = {
    Added: {
      type: 'Added' as const,
      version: 1,
      schema: z.object({ n: z.number() }),
      upcasters: [],
      personal: [],
    },
  };
  const codec = createCodec({ definitions, metadataSchema, keyRing: createMemoryKeyRing() });
  const handler = createCommandHandler<Added, Actor>({ store: wrap(store), codec, clock });
  return { store, clock, handler };
}

export const context = (commandId = uuidv7()) => ({
  commandId,
  correlationId: 'request-1',
  causationId: null,
  actor: { kind: 'dealer', id: 'user-1' },
  accounts: ['account-1'],
});

/** Runs `before` ahead of the first `times` appends, as a concurrent writer. */
export function rivalled(store: EventStore, times: number, before: () => Promise<unknown>): EventStore {
  let left = times;
  return {
    ...store,
    append: async (stream, events, expected) => {
      if (left > 0) {
        left -= 1;
        await before();
      }
      return store.append(stream, events, expected);
    },
  };
}

/** As another process appends it, an hour before the clock of {@link setUp}. */
export const rivalEvent = (n: number) => ({
  id: uuidv7(),
  type: 'Added',
  data: JSON.stringify({ n }),
  metadata: JSON.stringify({ v: 1, ...context(), recordedAt: '2026-03-01T09:00:00.000Z' }),
});
