import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { eventIdOf, StaleRevision } from './commandHandler.ts';
import { StoreUnavailable, WrongExpectedRevision } from './port.ts';
import { context, rivalEvent, rivalled, setUp, sum } from './testing/sums.ts';

describe('handle', () => {
  it('appends the decided events with metadata and derived ids', async () => {
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

  it("appends nothing when the command is already true, and returns the stream's revision", async () => {
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

  it('passes the time that its context gives for the calls of the store', async () => {
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const append = vi.spyOn(store, 'append');
    const read = vi.spyOn(store, 'read');
    // a revision that is not the kept one makes it read
    const command = { ...context(), seenRevision: 7n, until: 8 };
    await handler.handle(sum, 'sum-1', { add: [2] }, command).catch(() => undefined);
    await handler.handle(sum, 'sum-1', { add: [2] }, { ...context(), until: 9 });
    expect(read.mock.calls.map(([, options]) => options?.until)).toEqual([8]);
    expect(append.mock.calls.map((call) => call[3])).toEqual([9]);
  });

  it('appends nothing when the command is refused', async () => {
    const { handler, store } = setUp();
    await expect(handler.handle(sum, 'sum-1', { add: [1, 13] }, context())).rejects.toThrow('13 is refused');
    expect(await store.head()).toBeNull();
  });

  it('refuses a change based on an older revision, also after a concurrent append', async () => {
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    await handler.handle(sum, 'sum-1', { add: [2] }, { ...context(), seenRevision: 0n });
    await expect(
      handler.handle(sum, 'sum-1', { add: [3] }, { ...context(), seenRevision: 0n }),
    ).rejects.toBeInstanceOf(StaleRevision);
    // already true: no change
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

  it('decides nothing on a stream with an event whose type is unknown, and takes nothing from it', async () => {
    const { handler, store } = setUp();
    await handler.handle(sum, 'sum-1', { add: [1] }, context());
    const ofLaterRelease = { ...rivalEvent(5), type: 'Multiplied' };
    await store.append('sum-1', [ofLaterRelease], 0n);
    await expect(handler.handle(sum, 'sum-1', { add: [2] }, context())).rejects.toThrow(
      "(Multiplied, sum-1@1) can't be read: its type is unknown",
    );
    expect((await store.read('sum-1')).map(({ type }) => type)).toEqual(['Added', 'Multiplied']);
  });

  it('decides again after a concurrent append', async () => {
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

  it('takes commands on one stream in turn, so that none is decided in vain', async () => {
    const { handler, store } = setUp();
    const append = vi.spyOn(store, 'append');
    const numbers = Array.from({ length: 20 }, (_, n) => 100 + n);
    const add = (n: number) => handler.handle(sum, 'sum-1', { add: [n] }, context());
    const refused = add(13);
    const handled = Promise.all(numbers.map(add));
    await expect(refused).rejects.toThrow('13 is refused');
    expect((await handled).map(({ revision }) => revision)).toEqual(numbers.map((_, n) => BigInt(n)));
    expect(append).toHaveBeenCalledTimes(numbers.length);
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

  it('appends nothing when a concurrent append made the command true', async () => {
    const { handler } = setUp((inner) =>
      rivalled(inner, 1, () => inner.append('sum-1', [rivalEvent(1)], 'no_stream')),
    );
    const handled = await handler.handle(sum, 'sum-1', { add: [1] }, context());
    expect(handled.events).toEqual([]);
    expect(handled.revision).toBe(0n);
  });

  it("returns a repeated command's first result, also when the stream has moved on", async () => {
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

  it('never appends twice after a lost answer, even if the store would', async () => {
    let lost = true;
    const { handler, store } = setUp((inner) => ({
      ...inner,
      // stores known ids again, as a store without unique ids does
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

  it("never records a time before the stream's last event", async () => {
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

  it('derives ids from command, stream and index', () => {
    const ids = ['a', 'b'].flatMap((command) =>
      ['s-1', 's-2'].flatMap((stream) => [0, 1].map((index) => eventIdOf(command, stream, index))),
    );
    expect(new Set(ids).size).toBe(8);
    expect(eventIdOf('a', 's-1', 0)).toBe(eventIdOf('a', 's-1', 0));
  });
});

describe('loadStream', () => {
  it('folds a stream, or returns the initial state', async () => {
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
