import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { EventTooLarge, MAX_EVENT_BYTES, StoreUnavailable, WrongExpectedRevision } from '../../port.ts';
import { anEvent, freshStream, readWholeLog, someEvents } from '../events.ts';
import type { Contract } from './contract.ts';

export function appendContract({ store, options }: Contract): void {
  describe('append', () => {
    it('returns revision and position of the last event', async () => {
      const stream = freshStream();
      const first = await store().append(stream, someEvents(3), 'no_stream');
      expect(first.lastRevision).toBe(2n);
      const second = await store().append(stream, [anEvent()], 2n);
      expect(second.lastRevision).toBe(3n);
      const recorded = await store().read(stream);
      expect(recorded.map((event) => event.revision)).toEqual([0n, 1n, 2n, 3n]);
      expect(recorded[2]?.position).toBe(first.position);
      expect(recorded[3]?.position).toBe(second.position);
    });

    it.each([
      ['a stream that is not there', 0, 0n, 'no_stream'],
      ['no stream where there is one', 2, 'no_stream', 1n],
      ['a revision behind', 3, 0n, 2n],
      ['a revision ahead', 1, 5n, 0n],
    ] as const)('refuses %s and appends nothing', async (_, already, expected, actual) => {
      const stream = freshStream();
      if (already > 0) await store().append(stream, someEvents(already), 'no_stream');
      const refusal = await store()
        .append(stream, someEvents(2), expected)
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(WrongExpectedRevision);
      expect(refusal).toMatchObject({ stream, expected, actual });
      expect(await store().read(stream)).toHaveLength(already);
    });

    it('returns the first result for the same events, appending nothing', async () => {
      const stream = freshStream();
      const events = someEvents(3);
      const first = await store().append(stream, events, 'no_stream');
      expect(await store().append(stream, events, 'no_stream')).toMatchObject(first);
      expect(await store().read(stream)).toHaveLength(3);
    });

    it('returns the first result for the same events after the stream has moved on', async () => {
      const stream = freshStream();
      const [one, two] = [someEvents(2), someEvents(2)];
      const first = await store().append(stream, one, 'no_stream');
      const second = await store().append(stream, two, 1n);
      await store().append(stream, [anEvent()], 3n);
      expect(await store().append(stream, one, 'no_stream')).toMatchObject(first);
      expect(await store().append(stream, two, 1n)).toMatchObject(second);
      expect(await store().read(stream)).toHaveLength(5);
    });

    it('refuses a partly known batch', async () => {
      const stream = freshStream();
      const events = someEvents(2);
      await store().append(stream, events, 'no_stream');
      const longer = [...events, anEvent()];
      await expect(store().append(stream, longer, 'no_stream')).rejects.toBeInstanceOf(WrongExpectedRevision);
      const mixed = [events[0] ?? anEvent(), anEvent()];
      await expect(store().append(stream, mixed, 'no_stream')).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await store().read(stream)).toHaveLength(2);
    });

    if (options.uniqueIds) {
      it('returns the first result for known events at any expected revision', async () => {
        const stream = freshStream();
        const events = someEvents(2);
        const first = await store().append(stream, events, 'no_stream');
        expect(await store().append(stream, events, 1n)).toMatchObject(first);
        expect(await store().read(stream)).toHaveLength(2);
      });

      it('refuses an event already in the log, in another stream or among new ones', async () => {
        const [stream, other] = [freshStream(), freshStream()];
        const event = anEvent();
        await store().append(stream, [event], 'no_stream');
        await expect(store().append(other, [event], 'no_stream')).rejects.toBeInstanceOf(
          WrongExpectedRevision,
        );
        await expect(store().append(stream, [event, anEvent()], 0n)).rejects.toBeInstanceOf(
          WrongExpectedRevision,
        );
        expect(await store().read(other)).toEqual([]);
        expect(await store().read(stream)).toHaveLength(1);
      });
    }

    it('refuses a batch with an event that is too large, naming it', async () => {
      const stream = freshStream();
      const metadata = '{"v":1}';
      const fits = anEvent({
        data: JSON.stringify('x'.repeat(MAX_EVENT_BYTES - metadata.length - 2)),
        metadata,
      });
      const tooLarge = anEvent({ type: 'HugeThing', data: JSON.stringify('é'.repeat(MAX_EVENT_BYTES / 2)) });
      const refusal = await store()
        .append(stream, [anEvent(), tooLarge], 'no_stream')
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(EventTooLarge);
      expect(String(refusal)).toContain('HugeThing');
      expect(await store().read(stream)).toEqual([]);
      await store().append(stream, [fits], 'no_stream');
      expect((await store().read(stream))[0]?.data).toBe(fits.data);
    });

    it.each([
      ['no events', freshStream(), [], 'no_stream'],
      ['a stream without a name', '', [anEvent()], 'no_stream'],
      ['a NUL in a stream name', `${freshStream()}\0`, [anEvent()], 'no_stream'],
      ['an over-long stream name', freshStream('x'.repeat(500)), [anEvent()], 'no_stream'],
      ['a negative revision', freshStream(), [anEvent()], -1n],
      ['an id that is no UUID', freshStream(), [anEvent({ id: 'seven' })], 'no_stream'],
      ['an upper-case id', freshStream(), [anEvent({ id: uuidv7().toUpperCase() })], 'no_stream'],
      ['a type without a name', freshStream(), [anEvent({ type: '' })], 'no_stream'],
      ['a NUL in the data', freshStream(), [anEvent({ data: '"\0"' })], 'no_stream'],
      ['half a surrogate pair', freshStream(), [anEvent({ metadata: '"\ud83d"' })], 'no_stream'],
    ] as const)('refuses %s as a mistake of the caller', async (_, stream, events, expected) => {
      const before = await store().head();
      await expect(store().append(stream, events, expected)).rejects.toBeInstanceOf(TypeError);
      // other specs may append to the same server
      const later = await readWholeLog(store(), before);
      expect(later.filter((event) => event.stream === stream)).toEqual([]);
    });

    it('refuses a duplicate event in a batch', async () => {
      const event = anEvent();
      await expect(store().append(freshStream(), [event, event], 'no_stream')).rejects.toBeInstanceOf(
        TypeError,
      );
    });

    it('is unavailable once closed', async () => {
      await store().close();
      await store().close();
      await expect(store().append(freshStream(), [anEvent()], 'no_stream')).rejects.toBeInstanceOf(
        StoreUnavailable,
      );
      await expect(store().read(freshStream())).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store().readStreams([freshStream()])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store().readAll(null)).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });
}
