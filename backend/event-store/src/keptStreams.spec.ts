import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCodec } from './codec.ts';
import { createCommandHandler, type DeciderLike } from './commandHandler.ts';
import { MOST } from './foldedStreams.ts';
import { createMemoryEventStore } from './memory/memoryEventStore.ts';
import { createMemoryKeyRing } from './memory/memoryKeyRing.ts';
import type { AppendResult, EventStore } from './port.ts';
import {
  type Actor,
  type Added,
  type AddNumbers,
  context,
  metadataSchema,
  rivalEvent,
  setUp,
  sum,
} from './testing/sums.ts';

interface NameSet {
  readonly type: 'NameSet';
  readonly data: { readonly id: string; readonly name?: unknown };
}

/** A handler of events with a personal text. */
function makeNames(store: EventStore, keyRing = createMemoryKeyRing()) {
  const definitions = {
    NameSet: {
      type: 'NameSet' as const,
      version: 1,
      schema: z.object({
        id: z.string(),
        name: z.union([z.string(), z.looseObject({ erased: z.literal(true) })]).optional(),
      }),
      upcasters: [],
      personal: [{ subject: 'person', idField: 'id', fields: ['name'] }],
    },
  };
  return createCommandHandler<NameSet, Actor>({
    store,
    codec: createCodec({ definitions, metadataSchema, keyRing }),
    clock: { now: () => new Date('2026-03-01T10:00:00.000Z') },
  });
}

/** A memory store that counts calls. */
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

describe('a kept stream', () => {
  it('is appended to without a read', async () => {
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

  it('is read from its kept revision before it is returned', async () => {
    const { handler, store, calls } = counted();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(13), rivalEvent(2)], 0n);
    // for the kept state, 2 is a change
    const already = await handler.handle(sum, 'sum-1', { add: [2] }, context());
    expect([already.events, already.state.seen, already.revision]).toEqual([[], [1, 13, 2], 2n]);
    expect((await handler.loadStream(sum, 'sum-1')).state.total).toBe(16);
    expect(calls.reads.at(-1)).toBe(2n);
  });

  // Proves I8-kept
  it('refuses by the current state, not by the kept one', async () => {
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

  // Proves I8-kept
  it('finds a command already true by the current state, not by the kept one', async () => {
    const atLeast3: typeof sum = {
      ...sum,
      decide: (_, { total }) => (total < 3 ? [] : [{ type: 'Added', data: { n: 4 } }]),
    };
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(2)], 0n);
    expect((await handler.handle(atLeast3, 'sum-1', { add: [] }, context())).state.total).toBe(7);
  });

  it('is not used by another decider', async () => {
    const count: DeciderLike<number, AddNumbers, Added> = {
      initialState: 0,
      evolve: (state) => state + 1,
      decide: () => [],
    };
    const { handler } = setUp();
    await handler.handle(sum, 'sum-1', { add: [5, 6] }, context());
    expect((await handler.loadStream(count, 'sum-1')).state).toBe(2);
    expect((await handler.loadStream(sum, 'sum-1')).state.total).toBe(11);
  });

  it('returns the first result of a command that ran in another process', async () => {
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

  it.each([
    ['as a store tells it', (answer: AppendResult) => answer],
    [
      'as one answers that does not tell',
      ({ lastRevision, position }: AppendResult) => ({ lastRevision, position }),
    ],
  ])('misses nothing before the events of a command that ran elsewhere, %s', async (_, told) => {
    const { handler, store } = setUp((inner) => ({
      ...inner,
      append: async (...appended) => told(await inner.append(...appended)),
    }));
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await store.append('sum-1', [rivalEvent(7)], 0n);
    const command = context();
    const elsewhere = setUp(() => store);
    const first = await elsewhere.handler.handle(sum, 'sum-1', { add: [2] }, command);
    // the store knows these ids and accepts them at any revision
    expect(await handler.handle(sum, 'sum-1', { add: [2] }, command)).toEqual(first);
    expect((await handler.handle(sum, 'sum-1', { add: [7, 4] }, context())).state.seen).toEqual([1, 7, 2, 4]);
  });

  it('detects a repeated command, because a store may accept known ids again', async () => {
    const { handler, calls } = counted();
    const command = context();
    const first = await handler.handle(sum, 'sum-1', { add: [1, 2] }, command);
    const before = calls.appends;
    expect((await handler.handle(sum, 'sum-1', { add: [1, 2, 3] }, command)).state).toEqual(first.state);
    expect(calls.appends).toBe(before);
  });

  it('returns the stored events of a command that ran in another process', async () => {
    const { handler, store, clock } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const command = context();
    const first = await setUp(() => store).handler.handle(sum, 'sum-1', { add: [2] }, command);
    clock.at = new Date(clock.at.getTime() + 1_000);
    expect(await handler.handle(sum, 'sum-1', { add: [3] }, command)).toEqual(first);
    expect((await handler.loadStream(sum, 'sum-1')).state.seen).toEqual([1, 2]);
  });

  it('holds what the store returns, not what was passed in', async () => {
    const names: DeciderLike<{ name?: unknown }, { name?: string | undefined }, NameSet> = {
      initialState: {},
      evolve: (state, { data }) => ({ ...state, ...data }),
      decide: ({ name }) => [{ type: 'NameSet', data: { id: '1', name } }],
    };
    const store = createMemoryEventStore();
    const keyRing = createMemoryKeyRing();
    const handler = makeNames(store, keyRing);
    await handler.handle(names, 'name-1', { name: 'Ann' }, context());
    await handler.handle(names, 'name-1', { name: undefined }, context());
    expect((await handler.loadStream(names, 'name-1')).state).toEqual({ id: '1', name: 'Ann' });
    expect(await makeNames(store, keyRing).loadStream(names, 'name-1')).toEqual(
      await handler.loadStream(names, 'name-1'),
    );
  });

  // Proves I8-kept
  it('holds personal fields sealed, so that an erased key takes effect', async () => {
    const store = createMemoryEventStore();
    const keyRing = createMemoryKeyRing();
    const decided: unknown[] = [];
    const names: DeciderLike<{ name?: unknown }, string, NameSet> = {
      initialState: {},
      evolve: (_, { data }) => ({ ...data }),
      decide: (name, state) => {
        decided.push(state.name);
        return [{ type: 'NameSet', data: { id: '1', name } }];
      },
    };
    const handler = makeNames(store, keyRing);
    await handler.handle(names, 'name-1', 'Ann', context());
    const answered = await handler.handle(names, 'name-1', 'Ann', context());
    expect([decided.at(-1), answered.state.name]).toEqual(['Ann', 'Ann']);
    await keyRing.erase('person-1');
    expect((await handler.loadStream(names, 'name-1')).state.name).toEqual({ erased: true });
    await handler.handle(names, 'name-1', 'Ann', context());
    expect(decided.at(-1)).toEqual({ erased: true });
  });

  it('knows when its last event was recorded, also if another clock is ahead', async () => {
    const { handler, store, clock } = setUp();
    const ahead = '2026-03-01T10:00:02.000Z';
    const { metadata, ...rest } = rivalEvent(1);
    const recorded = { ...JSON.parse(metadata), recordedAt: ahead };
    await store.append('sum-1', [{ ...rest, metadata: JSON.stringify(recorded) }], 'no_stream');
    for (const n of [2, 3, 4]) {
      clock.at = new Date(clock.at.getTime() + 10);
      const { events } = await handler.handle(sum, 'sum-1', { add: [n] }, context());
      expect([n, events[0]?.metadata.recordedAt]).toEqual([n, ahead]);
    }
  });

  it('is not read by a command that expects it to be new', async () => {
    const { handler, store, calls } = counted();
    const isNew = (commandId?: string) => ({ ...context(commandId), expectsNew: true });
    const first = isNew();
    const { revision, state } = await handler.handle(sum, 'sum-1', { add: [1] }, first);
    expect([revision, state.seen, calls]).toEqual([0n, [1], { reads: [], appends: 1 }]);
    // another process knows nothing of it
    const elsewhere = setUp(() => store).handler;
    const again = await elsewhere.handle(sum, 'sum-1', { add: [1, 2] }, first);
    expect([again.revision, again.state.seen]).toEqual([0n, [1]]);
    const next = await setUp(() => store).handler.handle(sum, 'sum-1', { add: [1, 2] }, isNew());
    expect([next.revision, next.state.seen]).toEqual([1n, [1, 2]]);
  });

  it('is read anew for its state before an event', async () => {
    const { handler, store } = counted();
    await handler.handle(sum, 'sum-1', { add: [1, 2, 3] }, context());
    await store.append('sum-1', [rivalEvent(13)], 2n);
    const before = async (revision: bigint) => (await handler.stateBefore(sum, 'sum-1', revision)).seen;
    expect(await before(0n)).toEqual([]);
    expect(await before(1n)).toEqual([1]);
    expect(await before(4n)).toEqual([1, 2, 3, 13]);
    expect(await before(3n)).toEqual([1, 2, 3]);
  });

  it('is refused as damaged before an event whose predecessor is gone', async () => {
    const { handler } = counted();
    await handler.handle(sum, 'sum-1', { add: [1, 2] }, context());
    await expect(handler.stateBefore(sum, 'sum-1', 3n)).rejects.toMatchObject({
      name: 'DamagedStream',
      message: 'Stream sum-1 is damaged: it lacks revision 2.',
    });
  });

  describe('of large events', () => {
    const LARGE = 600_000;
    const text = 'x'.repeat(LARGE);
    /** The last name. */
    const names: DeciderLike<unknown, string, NameSet> = {
      initialState: null,
      evolve: (_, { data }) => data,
      decide: (name) => [{ type: 'NameSet', data: { id: '1', name } }],
    };

    function countedReads() {
      const inner = createMemoryEventStore();
      const reads: (bigint | undefined)[] = [];
      const read: EventStore['read'] = (stream, options) => {
        reads.push(options?.from);
        return inner.read(stream, options);
      };
      return { store: { ...inner, read }, reads };
    }

    it('is evicted when its state is large, whether read or appended', async () => {
      const { store, reads } = countedReads();
      const keyRing = createMemoryKeyRing();
      const [writer, reader] = [makeNames(store, keyRing), makeNames(store, keyRing)];
      const streams = Array.from({ length: Math.ceil(MOST / LARGE) + 1 }, (_, n) => `name-${n}`);
      for (const stream of streams) await writer.handle(names, stream, text, context());
      for (const stream of streams) await reader.loadStream(names, stream);
      for (const handler of [writer, reader]) {
        await handler.loadStream(names, streams.at(-1) ?? '');
        await handler.loadStream(names, 'name-0');
        expect(reads.slice(-2)).toEqual([0n, undefined]);
      }
    }, 60_000);

    it('is kept while its state is small, however many there were', async () => {
      const { store, reads } = countedReads();
      const handler = makeNames(store);
      for (let count = 0; count * LARGE < 2 * MOST; count += 1)
        await handler.handle(names, 'name-1', `${text}${count}`, context());
      const before = reads.length;
      await handler.handle(names, 'name-1', 'the last', context());
      expect(reads.length).toBe(before);
    }, 60_000);
  });
});
