import { describe, expect, it } from 'vitest';
import {
  type AppendResult,
  type EventStore,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../port.ts';
import { anEvent, freshStream, inParallel, readWholeLog, someEvents } from '../events.ts';
import type { Contract } from './contract.ts';

/** Reads the stream's end and appends there, until no other append comes first. */
async function appendAtEnd(store: EventStore, stream: string): Promise<AppendResult> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const [last] = (await store.read(stream)).slice(-1);
    try {
      return await store.append(stream, [anEvent()], last?.revision ?? 'no_stream');
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
  throw new Error(`No place found at the end of ${stream}.`);
}

/** Fails unless each stream's revisions appear as 0, 1, 2, … and positions rise. */
function expectLogInOrder(store: EventStore, events: readonly RecordedEvent[]): void {
  const next = new Map<string, bigint>();
  let last: Position | null = null;
  for (const event of events) {
    const due = next.get(event.stream) ?? 0n;
    if (event.revision !== due)
      throw new Error(`${event.stream}: revision ${event.revision} where ${due} was due.`);
    next.set(event.stream, due + 1n);
    if (last !== null && store.comparePositions(last, event.position) >= 0)
      throw new Error('Positions do not rise.');
    last = event.position;
  }
}

export function concurrencyContract({ store, reopen }: Contract): void {
  describe('under concurrency', () => {
    it('accepts 1,000 concurrent appends to different streams', async () => {
      const from = await store().head();
      const streams = Array.from({ length: 1_000 }, () => freshStream());
      const answers = await Promise.all(
        streams.map((stream, n) => store().append(stream, someEvents((n % 3) + 1), 'no_stream')),
      );
      expect(answers.map((answer) => Number(answer.lastRevision))).toEqual(streams.map((_, n) => n % 3));
      const events = await readWholeLog(store(), from);
      expect(events).toHaveLength(1_999);
      expectLogInOrder(store(), events);
      const positions = new Map(events.map((event) => [`${event.stream}@${event.revision}`, event.position]));
      for (const [n, answer] of answers.entries()) {
        expect(positions.get(`${streams[n]}@${answer.lastRevision}`)).toBe(answer.position);
      }
    });

    it('accepts one of 1,000 concurrent appends at the same revision', async () => {
      const stream = freshStream();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 1_000 }, () => store().append(stream, [anEvent()], 'no_stream')),
      );
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refusals).toHaveLength(999);
      for (const { reason } of refusals) expect(reason).toBeInstanceOf(WrongExpectedRevision);
      expect(await store().read(stream)).toHaveLength(1);
    });

    it('accepts 1,000 appends to 50 streams from writers that read first', async () => {
      const from = await store().head();
      const streams = Array.from({ length: 50 }, () => freshStream());
      const second = await reopen?.();
      await inParallel(
        200,
        Array.from({ length: 1_000 }, (_, n) => () => {
          const writer = second !== undefined && n % 2 === 1 ? second : store();
          return appendAtEnd(writer, streams[n % streams.length] as string);
        }),
      );
      for (const stream of streams) {
        expect((await store().read(stream)).map((event) => Number(event.revision))).toEqual(
          Array.from({ length: 20 }, (_, n) => n),
        );
      }
      const events = await readWholeLog(store(), from);
      expect(events).toHaveLength(1_000);
      expectLogInOrder(store(), events);
      // writers of a stream conflict more often the busier the machine is
    }, 180_000);

    it('stores an append sent twenty times at once only once, with the same result', async () => {
      const stream = freshStream();
      const events = someEvents(3);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store().append(stream, events, 'no_stream')),
      );
      expect(new Set(answers.map((answer) => `${answer.lastRevision} ${answer.position}`)).size).toBe(1);
      expect(await store().read(stream)).toHaveLength(3);
    });

    it('never lets a reader or a subscriber skip an event that commits late', async () => {
      const from = await store().head();
      const total = 1_500;
      const stop = new AbortController();
      const second = (await reopen?.()) ?? store();
      const subscribed: RecordedEvent[] = [];
      const subscription = (async () => {
        for await (const page of store().subscribe({ from, signal: stop.signal, pageSize: 50 })) {
          subscribed.push(...page.events);
          if (subscribed.length >= total) return;
        }
      })();
      const polled: RecordedEvent[] = [];
      let writing = true;
      const polling = (async () => {
        let position = from;
        for (;;) {
          const last = !writing;
          const page = await second.readAll(position, { limit: 50 });
          polled.push(...page.events);
          position = page.next;
          if (last && page.end) return;
        }
      })();
      await inParallel(
        50,
        Array.from({ length: total / 3 }, (_, n) => () => {
          const writer = n % 2 === 0 ? store() : second;
          return writer.append(
            freshStream(),
            [anEvent({ data: JSON.stringify('x'.repeat((n * 97) % 20_000)) }), ...someEvents(2)],
            'no_stream',
          );
        }),
      );
      writing = false;
      await Promise.all([subscription, polling]);
      stop.abort();
      const whole = await readWholeLog(store(), from);
      expect(whole).toHaveLength(total);
      expectLogInOrder(store(), whole);
      const ids = whole.map((event) => event.id);
      expect(subscribed.map((event) => event.id)).toEqual(ids);
      expect(polled.map((event) => event.id)).toEqual(ids);
    });
  });
}
