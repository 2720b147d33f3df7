import { describe, expect, it } from 'vitest';
import { Waker } from './catchUp.ts';
import type { LogPage, Position, RecordedEvent } from './port.ts';
import { toPosition } from './positions.ts';
import { SharedTail } from './sharedTail.ts';

/** A growing log with a tail, and the tail's reads. */
function aLog(size = '{}') {
  const log: RecordedEvent[] = [];
  const waker = new Waker();
  const reads: (Position | null)[] = [];
  const readPage = async (from: Position | null, limit: number): Promise<LogPage> => {
    reads.push(from);
    const after = log.filter(({ position }) => from === null || position > from);
    await new Promise((resolve) => setImmediate(resolve));
    const events = after.slice(0, limit);
    return { events, next: events.at(-1)?.position ?? from, end: events.length === after.length };
  };
  const add = (...types: string[]) =>
    types.map((type) => {
      const place = log.length + 1;
      const event: RecordedEvent = {
        id: `event-${place}`,
        type,
        stream: `${type}-${place}`,
        data: size,
        metadata: '{}',
        revision: 0n,
        position: toPosition(BigInt(place)),
      };
      log.push(event);
      return event;
    });
  /** By another process, whose NOTIFY wakes this one. */
  const append = (...types: string[]) => {
    add(...types);
    waker.wake();
  };
  const tail = new SharedTail(readPage, waker);
  /** By this process, as reported by its queue. */
  const appendHere = (...types: string[]) => {
    const before = log.at(-1)?.position ?? null;
    tail.appended(before, add(...types));
    waker.wake();
  };
  /** By a subscription, which begins after `before`. */
  const deliver = (before: Position | null, events: readonly RecordedEvent[]) => {
    tail.delivered(before, events);
    waker.wake();
  };
  return { tail, add, append, appendHere, deliver, reads, waker };
}

const at = (place: number) => toPosition(BigInt(place));
const typesOf = (page: LogPage | undefined) => page?.events.map(({ type }) => type);

describe('the shared tail', () => {
  it('reads once for all subscribers woken by an append, each with its own types', async () => {
    const { tail, append, reads } = aLog();
    tail.reached(null);
    append('a', 'b', 'a');
    const [all, only, none] = await Promise.all([
      tail.page(null, {}, 10),
      tail.page(null, { types: ['b'] }, 10),
      tail.page(null, { types: ['c'] }, 10),
    ]);
    expect(typesOf(all)).toEqual(['a', 'b', 'a']);
    expect(typesOf(only)).toEqual(['b']);
    expect(none).toEqual({ events: [], next: at(3), end: true });
    expect(reads).toEqual([null]);
  });

  it('serves a subscriber that is behind without a read, and reports that more may follow', async () => {
    const { tail, append, reads } = aLog();
    tail.reached(null);
    append('a', 'b');
    await tail.page(null, {}, 10);
    expect(await tail.page(at(1), {}, 10)).toMatchObject({ next: at(2), end: true });
    append('c');
    expect(await tail.page(at(1), {}, 10)).toMatchObject({ next: at(2), end: false });
    expect(reads).toHaveLength(1);
  });

  it('reads at its end without a wake, because one may have been lost', async () => {
    const { tail, append, reads, waker } = aLog();
    tail.reached(null);
    append('a');
    await tail.page(null, {}, 10);
    const wakes = waker.count;
    append('b');
    expect(typesOf(await tail.page(at(1), {}, 10))).toEqual(['b']);
    expect(await tail.page(at(2), {}, 10)).toEqual({ events: [], next: at(2), end: true });
    expect(waker.count).toBe(wakes + 1);
    expect(reads).toEqual([null, at(1), at(2)]);
  });

  it('does not use a read that began before the call', async () => {
    const { tail, append, reads } = aLog();
    tail.reached(null);
    const early = tail.page(null, {}, 10);
    await new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));
    expect(reads).toHaveLength(1);
    append('a');
    const late = await tail.page(null, {}, 10);
    expect(typesOf(await early)).toEqual([]);
    expect(typesOf(late)).toEqual(['a']);
  });

  it('respects the page size and continues after the last event', async () => {
    const { tail, append } = aLog();
    tail.reached(null);
    append('a', 'b', 'a', 'b', 'a');
    const first = await tail.page(null, { types: ['a'] }, 2);
    expect(first).toMatchObject({ next: at(3), end: false });
    expect(typesOf(first)).toEqual(['a', 'a']);
    expect(await tail.page(at(3), { types: ['a'] }, 2)).toMatchObject({ next: at(5), end: true });
  });

  it('returns nothing for positions it does not hold: unknown, too old, ahead', async () => {
    const { tail, append } = aLog('x'.repeat(1_000_000));
    expect(await tail.page(null, {}, 10)).toBeUndefined();
    append('a', 'b');
    tail.reached(at(2));
    expect(await tail.page(at(1), {}, 10)).toBeUndefined();
    for (let count = 0; count < 12; count += 1) append('c');
    expect(typesOf(await tail.page(at(2), {}, 100))).toBeUndefined();
    expect(typesOf(await tail.page(at(12), {}, 100))).toEqual(['c', 'c']);
    expect(await tail.page(at(15), {}, 10)).toBeUndefined();
    tail.reached(at(20));
    expect(await tail.page(at(14), {}, 10)).toBeUndefined();
  });

  it('fails the waiting callers and reads again for the next', async () => {
    let away = true;
    const readPage = async (): Promise<LogPage> => {
      if (away) throw new Error('away');
      return { events: [], next: at(1), end: true };
    };
    const tail = new SharedTail(readPage, new Waker());
    tail.reached(null);
    await expect(Promise.all([tail.page(null, {}, 1), tail.page(null, {}, 1)])).rejects.toThrow('away');
    away = false;
    expect(await tail.page(null, {}, 1)).toMatchObject({ next: at(1) });
  });

  it("holds this process's appends without a read", async () => {
    const { tail, append, appendHere, reads } = aLog();
    tail.reached(null);
    append('a');
    await tail.page(null, {}, 10);
    appendHere('b', 'c');
    expect(await tail.page(at(1), {}, 10)).toMatchObject({ next: at(3), end: true });
    expect(typesOf(await tail.page(at(1), {}, 10))).toEqual(['b', 'c']);
    expect(reads).toHaveLength(1);
  });

  it('keeps no more of appended than of read events', async () => {
    const { tail, appendHere, reads } = aLog('x'.repeat(1_000_000));
    tail.reached(null);
    await tail.page(null, {}, 10);
    for (let count = 0; count < 12; count += 1) appendHere('ours');
    expect(await tail.page(null, {}, 100)).toBeUndefined();
    expect(typesOf(await tail.page(at(10), {}, 100))).toEqual(['ours', 'ours']);
    expect(reads).toEqual([null]);
  });

  it('needs no read while a subscription delivers, also after one that found more', async () => {
    const { tail, add, deliver, reads, waker } = aLog();
    tail.reached(null);
    deliver(null, add('a'));
    expect(await tail.page(null, {}, 10)).toMatchObject({ next: at(1), end: true });
    expect(await tail.page(at(1), {}, 10)).toEqual({ events: [], next: at(1), end: true });
    expect(reads).toHaveLength(0);
    const [b, c] = add('b', 'c') as [RecordedEvent, RecordedEvent];
    waker.wake();
    expect(await tail.page(at(1), {}, 10)).toMatchObject({ next: at(3), end: true });
    expect(reads).toEqual([at(1)]);
    deliver(at(1), [b]);
    expect(await tail.page(at(3), {}, 10)).toEqual({ events: [], next: at(3), end: true });
    deliver(at(2), [c, ...add('d')]);
    expect(typesOf(await tail.page(at(2), {}, 10))).toEqual(['c', 'd']);
    expect(reads).toHaveLength(1);
  });

  it('reads what a subscription that begins further on leaves out', async () => {
    const { tail, add, deliver, reads } = aLog();
    tail.reached(null);
    add('missed');
    deliver(at(1), add('a'));
    expect(typesOf(await tail.page(null, {}, 10))).toEqual(['missed', 'a']);
    expect(reads).toEqual([null]);
  });

  it('reads if another process appended in between', async () => {
    const { tail, add, appendHere, reads } = aLog();
    tail.reached(null);
    add('theirs');
    appendHere('ours');
    expect(typesOf(await tail.page(null, {}, 10))).toEqual(['theirs', 'ours']);
    expect(reads).toEqual([null]);
  });

  // Proves I8-kept
  it('misses nothing during a wake or a read', async () => {
    const woken = aLog();
    woken.tail.reached(null);
    woken.append('theirs');
    await woken.tail.page(null, {}, 10);
    woken.waker.wake();
    woken.appendHere('ours');
    expect(await woken.tail.page(at(1), {}, 10)).toMatchObject({ next: at(2), end: false });

    const reading = aLog();
    reading.tail.reached(null);
    reading.append('theirs');
    await reading.tail.page(null, {}, 10);
    const read = reading.tail.page(at(1), {}, 10);
    reading.appendHere('ours');
    reading.add('theirs too');
    expect(typesOf(await read)).toEqual(['ours', 'theirs too']);
  });
});
