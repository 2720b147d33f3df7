import { describe, expect, it } from 'vitest';
import type { AllFilter, EventStore, Position, RecordedEvent } from '../../port.ts';
import { anEvent, freshStream, readWholeLog, someEvents } from '../events.ts';
import type { Contract } from './contract.ts';

/** Reads on in pages of `limit` until the end; the number of pages is bounded by the length of the log. */
async function pagesOf(store: EventStore, from: Position | null, options: AllFilter & { limit: number }) {
  const pages: (readonly RecordedEvent[])[] = [];
  let position = from;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const page = await store.readAll(position, options);
    pages.push(page.events);
    position = page.next;
    if (page.end) return { pages, next: position };
  }
  throw new Error('The log has no end.');
}

export function readAllContract({ store, reopen, options }: Contract): void {
  describe('readAll', () => {
    if (options.startsEmpty) {
      it('reads an empty log', async () => {
        expect(await store().head()).toBeNull();
        expect(await store().readAll(null)).toEqual({ events: [], next: null, end: true });
        expect(await store().readAll(null, { types: ['Any'], limit: 1 })).toEqual({
          events: [],
          next: null,
          end: true,
        });
      });
    }

    it('returns all streams in log order, `from` exclusive', async () => {
      const start = await store().head();
      const [a, b] = [freshStream('left'), freshStream('right')];
      await store().append(a, someEvents(2), 'no_stream');
      await store().append(b, someEvents(3), 'no_stream');
      const last = await store().append(a, someEvents(2), 1n);
      const events = await readWholeLog(store(), start);
      expect(events.map((event) => `${event.stream}@${event.revision}`)).toEqual([
        `${a}@0`,
        `${a}@1`,
        `${b}@0`,
        `${b}@1`,
        `${b}@2`,
        `${a}@2`,
        `${a}@3`,
      ]);
      expect(await store().head()).toBe(last.position);
      expect(await readWholeLog(store(), events[4]?.position ?? null)).toEqual(events.slice(5));
      expect(await store().readAll(last.position)).toEqual({ events: [], next: last.position, end: true });
    });

    it.each([1, 2, 3, 7, 8])('pages by %i without loss or repetition', async (limit) => {
      const start = await store().head();
      const streams = [freshStream(), freshStream()];
      for (const stream of streams) await store().append(stream, someEvents(4), 'no_stream');
      const { pages, next } = await pagesOf(store(), start, { limit });
      expect(pages.every((page) => page.length <= limit)).toBe(true);
      expect(pages.flat().map((event) => `${event.stream}@${event.revision}`)).toEqual(
        streams.flatMap((stream) => [0, 1, 2, 3].map((revision) => `${stream}@${revision}`)),
      );
      expect(next).toBe(await store().head());
    });

    it('filters by type, and moves past other events', async () => {
      const start = await store().head();
      const left = freshStream('left');
      const right = freshStream('right');
      await store().append(
        left,
        [anEvent({ type: 'A' }), anEvent({ type: 'B' }), anEvent({ type: 'A' })],
        'no_stream',
      );
      await store().append(right, [anEvent({ type: 'B' }), anEvent({ type: 'C' })], 'no_stream');
      const seen = async (filter: AllFilter, limit = 100) => {
        const { pages, next } = await pagesOf(store(), start, { ...filter, limit });
        expect(next).toBe(await store().head());
        return pages.flat().map((event) => `${event.stream === left ? 'left' : 'right'} ${event.type}`);
      };
      expect(await seen({ types: ['A'] })).toEqual(['left A', 'left A']);
      expect(await seen({ types: ['A'] }, 1)).toEqual(['left A', 'left A']);
      expect(await seen({ types: ['B', 'C'] })).toEqual(['left B', 'right B', 'right C']);
      expect(await seen({ types: ['D'] })).toEqual([]);
      expect(await seen({ types: [] })).toEqual([]);
    });

    it('compares positions in log order', async () => {
      const start = await store().head();
      for (let turn = 0; turn < 12; turn += 1)
        await store().append(freshStream(), someEvents(2), 'no_stream');
      const positions = (await readWholeLog(store(), start)).map((event) => event.position);
      expect(new Set(positions).size).toBe(24);
      for (const [index, position] of positions.entries()) {
        expect(store().comparePositions(position, position)).toBe(0);
        const after = positions[index + 1];
        if (after === undefined) continue;
        expect(store().comparePositions(position, after)).toBeLessThan(0);
        expect(store().comparePositions(after, position)).toBeGreaterThan(0);
        expect(position < after).toBe(true);
        expect(position.length).toBe(after.length);
      }
    });

    if (reopen !== undefined) {
      it('reads the same log after a restart and continues', async () => {
        const stream = freshStream();
        await store().append(stream, someEvents(3), 'no_stream');
        const before = await readWholeLog(store());
        await store().close();
        const second = await reopen();
        expect(await readWholeLog(second)).toEqual(before);
        await second.append(stream, [anEvent()], 2n);
        expect((await readWholeLog(second)).slice(0, -1)).toEqual(before);
      });
    }
  });
}
