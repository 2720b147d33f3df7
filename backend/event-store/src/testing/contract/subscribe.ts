import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LogPage, Position, RecordedEvent } from '../../port.ts';
import { anEvent, collect, freshStream, someEvents } from '../events.ts';
import type { Contract } from './contract.ts';

const dataOf = (events: readonly RecordedEvent[]) => events.map((event) => JSON.parse(event.data).n);

export function subscribeContract({ store, reopen }: Contract): void {
  describe('subscribe', () => {
    it('delivers existing events, then new ones, in order', async () => {
      const from = await store().head();
      const stop = new AbortController();
      const stream = freshStream();
      await store().append(stream, someEvents(3), 'no_stream');
      const seen = collect(store().subscribe({ from, signal: stop.signal }), (events) => events.length >= 6);
      await pause(50);
      await store().append(stream, [anEvent({ data: '{"n":3}' })], 2n);
      await store().append(stream, [anEvent({ data: '{"n":4}' }), anEvent({ data: '{"n":5}' })], 3n);
      expect(dataOf(await seen)).toEqual([0, 1, 2, 3, 4, 5]);
      stop.abort();
    });

    it('respects the page size and ends a page where the next begins', async () => {
      const from = await store().head();
      const stop = new AbortController();
      await store().append(freshStream(), someEvents(10), 'no_stream');
      const pages: LogPage[] = [];
      for await (const page of store().subscribe({ from, signal: stop.signal, pageSize: 4 })) {
        pages.push(page);
        if (pages.flatMap((each) => each.events).length === 10) break;
      }
      expect(pages.every((page) => page.events.length <= 4)).toBe(true);
      expect(dataOf(pages.flatMap((page) => page.events))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(pages.at(-1)?.next).toBe(await store().head());
      stop.abort();
    });

    it('filters, and moves its position past other events', async () => {
      const from = await store().head();
      const stop = new AbortController();
      const events: RecordedEvent[] = [];
      const wanted = freshStream('wanted');
      let next: Position | null = from;
      const reading = (async () => {
        for await (const page of store().subscribe({ from, signal: stop.signal, types: ['Yes'] })) {
          events.push(...page.events);
          next = page.next;
        }
      })();
      await store().append(wanted, [anEvent({ type: 'Yes' }), anEvent({ type: 'No' })], 'no_stream');
      const last = await store().append(freshStream('other'), [anEvent({ type: 'No' })], 'no_stream');
      await expect.poll(() => next, { timeout: 5_000 }).toBe(last.position);
      expect(events.map((event) => [event.stream, event.type])).toEqual([[wanted, 'Yes']]);
      stop.abort();
      await reading;
    });

    it('ends when its signal aborts, also if it is aborted already', async () => {
      const stop = new AbortController();
      const from = await store().head();
      const ended = collect(store().subscribe({ from, signal: stop.signal }), () => false);
      await pause(30);
      stop.abort();
      expect(await ended).toEqual([]);
      await store().append(freshStream(), [anEvent()], 'no_stream');
      expect(await collect(store().subscribe({ from, signal: stop.signal }), () => false)).toEqual([]);
    });

    it('serves several subscribers, each from its own position', async () => {
      const from = await store().head();
      const stop = new AbortController();
      const { position } = await store().append(freshStream(), someEvents(2), 'no_stream');
      const both = collect(store().subscribe({ from, signal: stop.signal }), (events) => events.length >= 3);
      const one = collect(
        store().subscribe({ from: position, signal: stop.signal }),
        (events) => events.length >= 1,
      );
      await store().append(freshStream(), [anEvent({ data: '{"n":2}' })], 'no_stream');
      expect(dataOf(await both)).toEqual([0, 1, 2]);
      expect(dataOf(await one)).toEqual([2]);
      stop.abort();
    });

    it('lets a consumer stop in the middle of a page, repeatedly', async () => {
      const from = await store().head();
      const stop = new AbortController();
      await store().append(freshStream(), someEvents(5), 'no_stream');
      for (let turn = 0; turn < 150; turn += 1) {
        const events = await collect(
          store().subscribe({ from, signal: stop.signal, pageSize: 2 }),
          () => true,
        );
        expect(events.length).toBeGreaterThan(0);
      }
      stop.abort();
    });

    it('ends its subscriptions when it is closed', async () => {
      const from = await store().head();
      const never = new AbortController();
      const ended = collect(store().subscribe({ from, signal: never.signal }), () => false);
      await pause(30);
      await store().close();
      expect(await ended).toEqual([]);
    });

    if (reopen !== undefined) {
      it('continues from a checkpoint after a restart', async () => {
        const stop = new AbortController();
        const stream = freshStream();
        let checkpoint: Position | null = await store().head();
        await store().append(stream, someEvents(3), 'no_stream');
        const first: RecordedEvent[] = [];
        for await (const page of store().subscribe({ from: checkpoint, signal: stop.signal, pageSize: 2 })) {
          first.push(...page.events);
          checkpoint = page.next;
          if (first.length >= 2) break;
        }
        await store().close();
        const second = await reopen();
        const rest = collect(
          second.subscribe({ from: checkpoint, signal: stop.signal }),
          (events) => first.length + events.length >= 5,
        );
        await second.append(stream, [anEvent({ data: '{"n":3}' }), anEvent({ data: '{"n":4}' })], 2n);
        expect(dataOf([...first, ...(await rest)])).toEqual([0, 1, 2, 3, 4]);
        stop.abort();
      });

      it('delivers appends of another process', async () => {
        const from = await store().head();
        const stop = new AbortController();
        const other = await reopen();
        const seen = collect(
          store().subscribe({ from, signal: stop.signal }),
          (events) => events.length >= 2,
        );
        await pause(50);
        const stream = freshStream();
        await other.append(stream, [anEvent({ data: '{"n":0}' })], 'no_stream');
        await pause(50);
        await other.append(stream, [anEvent({ data: '{"n":1}' })], 0n);
        expect(dataOf(await seen)).toEqual([0, 1]);
        stop.abort();
      });
    }
  });
}
