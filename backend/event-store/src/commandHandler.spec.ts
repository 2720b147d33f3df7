import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCodec } from './codec.ts';
import {
  type CommandMetadata,
  createCommandHandler,
  type DeciderLike,
  eventIdOf,
  StaleRevision,
} from './commandHandler.ts';
import { FoldedStreams, KEEP_MS } from './foldedStreams.ts';
import { createMemoryEventStore } from './memory/memoryEventStore.ts';
import { createMemoryKeyRing } from './memory/memoryKeyRing.ts';
import { type EventStore, StoreUnavailable, WrongExpectedRevision } from './port.ts';

interface Actor {
  kind: string;
  id: string | null;
}
interface Added {
  readonly type: 'Added';
  readonly data: { readonly n: number };
}
interface NameSet {
  readonly type: 'NameSet';
  readonly data: { readonly n: number; readonly name?: string | undefined };
}
type Command = { readonly add: readonly number[] };

/** A sum that adds each number once. */
const sum: DeciderLike<{ total: number; seen: number[] }, Command, Added> = {
  initialState: { total: 0, seen: [] },
  evolve: (state, { data: { n } }) => ({ total: state.total + n, seen: [...state.seen, n] }),
  decide: ({ add }, state) => {
    if (add.includes(13)) throw new RangeError('13 is refused');
    return add.filter((n) => !state.seen.includes(n)).map((n) => ({ type: 'Added', data: { n } }));
  },
};

const metadataSchema: z.ZodType<CommandMetadata<Actor>> = z.object({
  v: z.number(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  actor: z.object({ kind: z.string(), id: z.string().nullable() }),
  commandId: z.string(),
  recordedAt: z.iso.datetime(),
  accounts: z.array(z.string()),
  reason: z.string().optional(),
});

function setUp(wrap: (store: EventStore) => EventStore = (store) => store) {
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

const context = (commandId = uuidv7()) => ({
  commandId,
  correlationId: 'request-1',
  causationId: null,
  actor: { kind: 'dealer', id: 'user-1' },
  accounts: ['account-1'],
});

/** Runs `before` ahead of the first `times` appends, as a rival would. */
function rivalled(store: EventStore, times: number, before: () => Promise<unknown>): EventStore {
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

const rivalEvent = (n: number) => ({
  id: uuidv7(),
  type: 'Added',
  data: JSON.stringify({ n }),
  metadata: JSON.stringify({ v: 1, ...context(), recordedAt: '2026-03-01T09:00:00.000Z' }),
});

describe('handle', () => {
  it('appends what was decided, with its metadata and derived ids', async () => {
    const { handler, store } = setUp();
    const command = { ...context(), reason: 'because' };
    const handled = await handler.handle(sum, 'sum-1', { add: [1, 2] }, command);
    const recorded = await store.read('sum-1');
    expect(handled.state.total).toBe(3);
    expect(handled.revision).toBe(1n);
    expect(handled.position).toBe(recorded[1]?.position);
    expect(handled.events.map(({ id, revision, event }) => [id, revision, event.data.n])).toEqual([
      [eventIdOf(command.commandId, 'sum-1', 0), 0n, 1],
      [eventIdOf(command.commandId, 'sum-1', 1), 1n, 2],
    ]);
    expect(recorded.map((event) => event.id)).toEqual(handled.events.map((event) => event.id));
    expect(JSON.parse(recorded[0]?.metadata ?? '')).toEqual({
      ...command,
      v: 1,
      recordedAt: '2026-03-01T10:00:00.000Z',
    });
    expect(handled.events[0]?.metadata).toEqual(JSON.parse(recorded[0]?.metadata ?? ''));
  });

  it('appends nothing when the command is already true, and says where the stream stands', async () => {
    const { handler, store } = setUp();
    expect(await handler.handle(sum, 'sum-1', { add: [] }, context())).toEqual({
      state: sum.initialState,
      events: [],
      position: null,
      revision: 'no_stream',
    });
    const first = await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const again = await handler.handle(sum, 'sum-1', { add: [1] }, context());
    expect(again).toEqual({ state: first.state, events: [], position: first.position, revision: 0n });
    expect(await store.read('sum-1')).toHaveLength(1);
  });

  it('appends nothing when the command is refused', async () => {
    const { handler, store } = setUp();
    await expect(handler.handle(sum, 'sum-1', { add: [1, 13] }, context())).rejects.toThrow('13 is refused');
    expect(await store.head()).toBeNull();
  });

  it('changes nothing for somebody who has seen an older revision, also when a rival comes in between', async () => {
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await handler.handle(sum, 'sum-1', { add: [2] }, { ...context(), seenRevision: 0n });
    await expect(
      handler.handle(sum, 'sum-1', { add: [3] }, { ...context(), seenRevision: 0n }),
    ).rejects.toBeInstanceOf(StaleRevision);
    // what is already true is no change
    expect(
      (await handler.handle(sum, 'sum-1', { add: [] }, { ...context(), seenRevision: 0n })).events,
    ).toEqual([]);
    expect(await store.read('sum-1')).toHaveLength(2);

    const raced = setUp((inner) => rivalled(inner, 1, () => inner.append('sum-1', [rivalEvent(7)], 0n)));
    await raced.store.append('sum-1', [rivalEvent(1)], 'no_stream');
    await expect(
      raced.handler.handle(sum, 'sum-1', { add: [2] }, { ...context(), seenRevision: 0n }),
    ).rejects.toMatchObject({ stream: 'sum-1', seen: 0n });
    expect(await raced.store.read('sum-1')).toHaveLength(2);
  });

  it('decides again on what a rival appended meanwhile', async () => {
    let n = 100;
    const { handler, store } = setUp((inner) =>
      rivalled(inner, 3, async () => {
        const recorded = await inner.read('sum-1');
        n += 1;
        await inner.append('sum-1', [rivalEvent(n)], recorded.at(-1)?.revision ?? 'no_stream');
      }),
    );
    const handled = await handler.handle(sum, 'sum-1', { add: [1] }, context());
    expect(handled.state.seen).toEqual([101, 102, 103, 1]);
    expect(await store.read('sum-1')).toHaveLength(4);
  });

  it('gives up after three retries', async () => {
    let tries = 0;
    const { handler } = setUp((inner) =>
      rivalled(inner, 100, async () => {
        tries += 1;
        const recorded = await inner.read('sum-1');
        await inner.append('sum-1', [rivalEvent(100 + tries)], recorded.at(-1)?.revision ?? 'no_stream');
      }),
    );
    const failed = handler.handle(sum, 'sum-1', { add: [1] }, context());
    await expect(failed).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(tries).toBe(4);
  });

  it('finds nothing to do when a rival made the command true', async () => {
    const { handler } = setUp((inner) =>
      rivalled(inner, 1, () => inner.append('sum-1', [rivalEvent(1)], 'no_stream')),
    );
    const handled = await handler.handle(sum, 'sum-1', { add: [1] }, context());
    expect(handled.events).toEqual([]);
    expect(handled.revision).toBe(0n);
  });

  it('gives a command that ran before its first answer, also when the stream has moved on', async () => {
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [5] }, context());
    const command = context();
    const first = await handler.handle(sum, 'sum-1', { add: [1, 2] }, command);
    expect(await handler.handle(sum, 'sum-1', { add: [1, 2] }, command)).toMatchObject({
      ...first,
      events: [{}, {}],
    });
    await handler.handle(sum, 'sum-1', { add: [9] }, context());
    const again = await handler.handle(sum, 'sum-1', { add: [1, 2, 3] }, command);
    expect({ ...again, events: again.events.map((each) => each.event) }).toEqual({
      ...first,
      events: first.events.map((each) => each.event),
    });
    expect(await store.read('sum-1')).toHaveLength(4);
  });

  it('never appends twice on a store that would, after an answer that was lost', async () => {
    let lost = true;
    const { handler, store } = setUp((inner) => ({
      ...inner,
      // stores known ids again under new ones, as a store without unique ids does
      append: async (stream, events, expected) => {
        const result = await inner.append(
          stream,
          lost ? events : events.map((each) => ({ ...each, id: uuidv7() })),
          expected,
        );
        if (lost) {
          lost = false;
          throw new StoreUnavailable('The answer was lost.');
        }
        return result;
      },
    }));
    const command = context();
    await expect(handler.handle(sum, 'sum-1', { add: [1] }, command)).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    const handled = await handler.handle(sum, 'sum-1', { add: [1] }, command);
    expect(handled.events.map((each) => each.event.data.n)).toEqual([1]);
    expect(await store.read('sum-1')).toHaveLength(1);
  });

  it('never records a time earlier than the last of the stream', async () => {
    const { handler, clock } = setUp();
    const at = async (iso: string, n: number) => {
      clock.at = new Date(iso);
      const { events } = await handler.handle(sum, 'sum-1', { add: [n] }, context());
      return events[0]?.metadata.recordedAt;
    };
    expect(await at('2026-03-01T10:00:00.000Z', 1)).toBe('2026-03-01T10:00:00.000Z');
    expect(await at('2026-03-01T09:59:59.000Z', 2)).toBe('2026-03-01T10:00:00.000Z');
    expect(await at('2026-03-01T10:00:00.001Z', 3)).toBe('2026-03-01T10:00:00.001Z');
  });

  it('gives one id to each command, stream and place', () => {
    const ids = ['a', 'b'].flatMap((command) =>
      ['s-1', 's-2'].flatMap((stream) => [0, 1].map((index) => eventIdOf(command, stream, index))),
    );
    expect(new Set(ids).size).toBe(8);
    expect(eventIdOf('a', 's-1', 0)).toBe(eventIdOf('a', 's-1', 0));
  });
});

/** A memory store that counts what is asked of it. */
function counted() {
  const calls: { reads: (bigint | undefined)[]; appends: number } = { reads: [], appends: 0 };
  const set = setUp((inner) => ({
    ...inner,
    read: async (stream, options) => {
      calls.reads.push(options?.from);
      return inner.read(stream, options);
    },
    append: async (...appended) => {
      calls.appends += 1;
      return inner.append(...appended);
    },
  }));
  return { ...set, calls };
}

describe('a stream folded before', () => {
  it('is appended to without being read again', async () => {
    const { handler, calls } = counted();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const before = calls.reads.length;
    const { state, revision } = await handler.handle(sum, 'sum-1', { add: [2] }, context());
    expect({ total: state.total, revision, reads: calls.reads.length - before }).toEqual({
      total: 3,
      revision: 1n,
      reads: 0,
    });
  });

  it('is read on from where it was left before anything is answered from it', async () => {
    const { handler, store, calls } = counted();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(13), rivalEvent(2)], 0n);
    // to the state as it was left, 2 is a change
    const already = await handler.handle(sum, 'sum-1', { add: [2] }, context());
    expect([already.events, already.state.seen, already.revision]).toEqual([[], [1, 13, 2], 2n]);
    expect((await handler.loadStream(sum, 'sum-1')).state.total).toBe(16);
    expect(calls.reads.at(-1)).toBe(2n);
  });

  it('refuses on what is there, not on what was left', async () => {
    const once: typeof sum = {
      ...sum,
      decide: (_, state) => {
        if (state.total !== 3) throw new RangeError(`the total is ${state.total}`);
        return [{ type: 'Added', data: { n: 4 } }];
      },
    };
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(2)], 0n);
    expect((await handler.handle(once, 'sum-1', { add: [] }, context())).state.total).toBe(7);
    await expect(handler.handle(once, 'sum-1', { add: [] }, context())).rejects.toThrow('the total is 7');
  });

  it('finds a command already true on what is there, not on what was left', async () => {
    const atLeast3: typeof sum = {
      ...sum,
      decide: (_, { total }) => (total < 3 ? [] : [{ type: 'Added', data: { n: 4 } }]),
    };
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(2)], 0n);
    expect((await handler.handle(atLeast3, 'sum-1', { add: [] }, context())).state.total).toBe(7);
  });

  it('means nothing to another decider', async () => {
    const count: DeciderLike<number, Command, Added> = {
      initialState: 0,
      evolve: (state) => state + 1,
      decide: () => [],
    };
    const { handler } = setUp();
    await handler.handle(sum, 'sum-1', { add: [5, 6] }, context());
    expect((await handler.loadStream(count, 'sum-1')).state).toBe(2);
    expect((await handler.loadStream(sum, 'sum-1')).state.total).toBe(11);
  });

  it('gives a command that ran elsewhere meanwhile its first answer', async () => {
    const { handler, store, clock } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const command = context();
    const elsewhere = setUp(() => store);
    elsewhere.clock.at = clock.at;
    const first = await elsewhere.handler.handle(sum, 'sum-1', { add: [2] }, command);
    const again = await handler.handle(sum, 'sum-1', { add: [2] }, command);
    expect(again.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id));
    expect(await store.read('sum-1')).toHaveLength(2);
  });

  it('misses nothing that stands before the events of a command that ran elsewhere', async () => {
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(7)], 0n);
    const command = context();
    const elsewhere = setUp(() => store);
    const first = await elsewhere.handler.handle(sum, 'sum-1', { add: [2] }, command);
    // the store knows these ids and accepts them at any revision
    expect(await handler.handle(sum, 'sum-1', { add: [2] }, command)).toEqual(first);
    expect((await handler.handle(sum, 'sum-1', { add: [7, 4] }, context())).state.seen).toEqual([1, 7, 2, 4]);
  });

  it('answers with the events of a command that ran elsewhere as they are stored', async () => {
    const { handler, store, clock } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const command = context();
    const first = await setUp(() => store).handler.handle(sum, 'sum-1', { add: [2] }, command);
    clock.at = new Date(clock.at.getTime() + 1_000);
    expect(await handler.handle(sum, 'sum-1', { add: [3] }, command)).toEqual(first);
    expect((await handler.loadStream(sum, 'sum-1')).state.seen).toEqual([1, 2]);
  });

  it('is not kept when it was decrypted before everything was to be forgotten', async () => {
    const reads: (bigint | undefined)[] = [];
    let meanwhile = () => {};
    const { handler, store } = setUp((inner) => ({
      ...inner,
      read: async (stream, options) => {
        reads.push(options?.from);
        const recorded = await inner.read(stream, options);
        meanwhile();
        return recorded;
      },
      append: async (...appended) => {
        meanwhile();
        return inner.append(...appended);
      },
    }));
    await store.append('sum-1', [rivalEvent(7)], 'no_stream');
    meanwhile = () => handler.forget();
    await handler.loadStream(sum, 'sum-1');
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    meanwhile = () => {};
    await handler.loadStream(sum, 'sum-1');
    expect(reads).toEqual([undefined, undefined, undefined]);
  });

  it('holds what the store gives back, not what was handed over', async () => {
    const names: DeciderLike<{ name?: string | undefined }, { name?: string | undefined }, NameSet> = {
      initialState: {},
      evolve: (state, { data }) => ({ ...state, ...data }),
      decide: ({ name }) => [{ type: 'NameSet', data: { n: 1, name } }],
    };
    const definitions = {
      NameSet: {
        type: 'NameSet' as const,
        version: 1,
        schema: z.object({ n: z.number(), name: z.string().optional() }),
        upcasters: [],
        personal: [],
      },
    };
    const store = createMemoryEventStore();
    const make = () =>
      createCommandHandler<NameSet, Actor>({
        store,
        codec: createCodec({ definitions, metadataSchema, keyRing: createMemoryKeyRing() }),
        clock: { now: () => new Date('2026-03-01T10:00:00.000Z') },
      });
    const handler = make();
    await handler.handle(names, 'name-1', { name: 'Ann' }, context());
    await handler.handle(names, 'name-1', { name: undefined }, context());
    expect((await handler.loadStream(names, 'name-1')).state).toEqual({ n: 1, name: 'Ann' });
    expect(await make().loadStream(names, 'name-1')).toEqual(await handler.loadStream(names, 'name-1'));
  });

  it('is forgotten when asked to, and when it has stood in memory for long', async () => {
    const { handler, calls, clock } = counted();
    const readFrom = async () => {
      await handler.loadStream(sum, 'sum-1');
      return calls.reads.at(-1);
    };
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    expect(await readFrom()).toBe(0n);
    handler.forget();
    expect(await readFrom()).toBeUndefined();
    expect(await readFrom()).toBe(0n);
    clock.at = new Date(clock.at.getTime() + KEEP_MS);
    expect(await readFrom()).toBeUndefined();
  });
});

describe('FoldedStreams', () => {
  const evolve = () => 0;
  const folded = (revision: bigint, ids: number) => ({
    state: revision,
    revision,
    position: '1',
    recordedAt: '',
    eventIds: new Set(Array.from({ length: ids }, (_, index) => `${revision} ${index}`)),
    decodedAt: 0,
    forgets: 0,
    size: 0,
  });

  it('lets those go that were used longest ago', () => {
    const streams = new FoldedStreams(() => 0, 1_000);
    for (const name of ['a', 'b', 'c']) streams.keep(name, evolve, folded(1n, 3));
    streams.get('a', evolve);
    streams.keep('d', evolve, folded(1n, 3));
    expect(['a', 'b', 'c', 'd'].filter((name) => streams.get(name, evolve) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ]);
    streams.keep('long', evolve, folded(1n, 11));
    expect(streams.get('long', evolve)).toBeUndefined();
  });

  it('counts what events hold, not only how many they are', () => {
    const streams = new FoldedStreams(() => 0, 1_000);
    for (const name of ['a', 'b', 'c']) streams.keep(name, evolve, { ...folded(1n, 1), size: 300 });
    expect(['a', 'b', 'c'].map((name) => streams.get(name, evolve)?.size)).toEqual([undefined, 300, 300]);
    streams.keep('d', evolve, { ...folded(1n, 1), size: 950 });
    expect([streams.get('d', evolve), streams.count]).toEqual([undefined, 2]);
  });

  it('lets go what is too old though nobody asks for it', async () => {
    let now = 0;
    const streams = new FoldedStreams(() => now, 1_000, 5);
    streams.keep('a', evolve, folded(1n, 1));
    now = KEEP_MS;
    streams.keep('b', evolve, { ...folded(1n, 1), decodedAt: now });
    await expect.poll(() => streams.count).toBe(1);
    expect(streams.get('b', evolve)).toBeDefined();
  });

  it('takes a clock that was set back for no proof of youth', () => {
    let now = KEEP_MS;
    const streams = new FoldedStreams(() => now);
    streams.keep('a', evolve, { ...folded(1n, 1), decodedAt: now });
    expect(streams.get('a', evolve)).toBeDefined();
    now = 0;
    expect(streams.get('a', evolve)).toBeUndefined();
  });

  it('keeps the newer of two', () => {
    const streams = new FoldedStreams(() => 0);
    streams.keep('a', evolve, folded(2n, 1));
    streams.keep('a', evolve, folded(1n, 1));
    expect(streams.get('a', evolve)?.revision).toBe(2n);
  });
});

describe('loadStream', () => {
  it('folds a stream, or stands at its beginning', async () => {
    const { handler } = setUp();
    expect(await handler.loadStream(sum, 'sum-1')).toEqual({
      state: sum.initialState,
      revision: 'no_stream',
      position: null,
    });
    const { position } = await handler.handle(sum, 'sum-1', { add: [1, 2] }, context());
    expect(await handler.loadStream(sum, 'sum-1')).toEqual({
      state: { total: 3, seen: [1, 2] },
      revision: 1n,
      position,
    });
  });
});
