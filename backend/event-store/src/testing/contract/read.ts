import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../port.ts';
import { anEvent, freshStream, someEvents } from '../events.ts';
import type { Contract } from './contract.ts';

/** Texts that a parser, a JSON column or a careless encoding would change. */
const ODD_TEXTS = [
  ['key order and duplicate keys', '{"z":1,"a":2,"10":3,"9":4,"z":5}'],
  ['white space', ' {\n\t"a" :\r\n [ 1 , 2 ]\u00a0 }\n'],
  ['numbers beyond a double', '{"n":12345678901234567890.123456789012345678901,"e":1E400,"z":-0.0,"m":1.10}'],
  ['odd unicode', '{"t":"é e\u0301 \u202e\u200d \ufeff \uffff 👩‍👩‍👧‍👦 𝕏 \u2028\u2029 ك 漢"}'],
  ['escapes left as they are', '{"t":"\\u0000 \\ud83d \\/ \\u00e9 \\\\ \\" \\n"}'],
  ['quotes, braces, commas, NULL', `{"t":"{\\"a\\",NULL} 'x' \\\\x41 $1 $$ E'\\\\n'"}`],
  ['__proto__', '{"__proto__":{"admin":true},"constructor":1}'],
  ['control characters', '"\u0001\u001e\u001f\u007f\u0085"'],
  ['no JSON at all', 'NULL'],
] as const;

export function readContract({ store }: Contract): void {
  describe('read', () => {
    it('returns no events for an unknown stream', async () => {
      expect(await store().read(freshStream())).toEqual([]);
    });

    it.each([
      ['all', {}, [0, 1, 2, 3, 4, 5]],
      ['after a revision', { from: 2n }, [3, 4, 5]],
      ['up to a revision', { to: 3n }, [0, 1, 2, 3]],
      ['between two', { from: 0n, to: 3n }, [1, 2, 3]],
      ['past the end', { from: 5n }, []],
      ['to far past the end', { to: 99n }, [0, 1, 2, 3, 4, 5]],
      ['to before its start', { from: 4n, to: 2n }, []],
    ] satisfies [string, ReadOptions, number[]][])('reads %s', async (_, options, revisions) => {
      const stream = freshStream();
      await store().append(stream, someEvents(6), 'no_stream');
      const events = await store().read(stream, options);
      expect(events.map((event) => Number(event.revision))).toEqual(revisions);
      expect(events.map((event) => JSON.parse(event.data).n)).toEqual(revisions);
    });

    it('reads a long stream completely', async () => {
      const stream = freshStream();
      for (let at = 0; at < 1_200; at += 300) {
        await store().append(stream, someEvents(300), at === 0 ? 'no_stream' : BigInt(at - 1));
      }
      const events = await store().read(stream);
      expect(events.map((event) => Number(event.revision))).toEqual(
        Array.from({ length: 1_200 }, (_, n) => n),
      );
    });

    it('refuses an invalid limit', async () => {
      for (const limit of [0, -1, 1.5, Number.NaN]) {
        await expect(store().readAll(null, { limit })).rejects.toBeInstanceOf(RangeError);
      }
    });

    it('reads several streams in the order of their names', async () => {
      const [one, long, unknown] = [freshStream(), freshStream(), freshStream()];
      await store().append(one, [anEvent({ data: '"{one},\\"NULL\\""' })], 'no_stream');
      await store().append(long, someEvents(300), 'no_stream');
      await store().append(one, [anEvent()], 0n);
      await store().append(long, someEvents(3), 299n);
      const streams = await store().readStreams([long, unknown, one, long]);
      const alone = await Promise.all([long, unknown, one, long].map((stream) => store().read(stream)));
      expect(streams).toEqual(alone);
      expect(streams.map(({ length }) => length)).toEqual([303, 0, 2, 303]);
      expect(await store().readStreams([])).toEqual([]);
    });

    it('reads more streams than a server allows reads at once', async () => {
      const names = Array.from({ length: 150 }, () => freshStream());
      await Promise.all(names.map((name) => store().append(name, someEvents(2), 'no_stream')));
      const streams = await store().readStreams(names);
      expect(
        streams.map((events) => events.map(({ stream, revision }) => [stream, Number(revision)])),
      ).toEqual(
        names.map((name) => [
          [name, 0],
          [name, 1],
        ]),
      );
    });

    it('distinguishes streams with similar names', async () => {
      const stream = freshStream();
      const alike = [
        stream,
        `${stream}-`,
        `${stream} `,
        `${stream}%`,
        `${stream}_`,
        `${stream}é`,
        `${stream}e\u0301`,
      ];
      for (const name of alike)
        await store().append(name, [anEvent({ data: JSON.stringify(name) })], 'no_stream');
      for (const name of alike) {
        const events = await store().read(name);
        expect(events.map((event) => [event.stream, JSON.parse(event.data)])).toEqual([[name, name]]);
      }
      expect((await store().readStreams(alike)).flat().map(({ data }) => JSON.parse(data))).toEqual(alike);
    });

    it.each(ODD_TEXTS)('keeps data and metadata byte for byte: %s', async (_, text) => {
      const stream = freshStream();
      const pair = [anEvent({ data: text, metadata: text }), anEvent({ data: text, metadata: `${text} ` })];
      await store().append(stream, pair, 'no_stream');
      await store().append(stream, [anEvent({ data: text, metadata: text })], 1n);
      const events = await store().read(stream);
      for (const event of events) expect(Buffer.from(event.data)).toEqual(Buffer.from(text));
      expect(events.map((event) => event.metadata)).toEqual([text, `${text} `, text]);
      expect(events.slice(0, 2).map((event) => event.id)).toEqual(pair.map((event) => event.id));
    });

    it('returns the fields of the port and no others', async () => {
      const stream = freshStream();
      const event = anEvent();
      const { position } = await store().append(stream, [event], 'no_stream');
      expect(await store().read(stream)).toEqual([{ ...event, stream, revision: 0n, position }]);
    });
  });
}
