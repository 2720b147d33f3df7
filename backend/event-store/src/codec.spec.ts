import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCodec, type EventDefinitionLike, InvalidEvent } from './codec.ts';
import { UnreadableEvent } from './envelope.ts';
import type { KeyRing } from './keyRing.ts';
import { createMemoryKeyRing } from './memory/memoryKeyRing.ts';
import type { EventToAppend, RecordedEvent } from './port.ts';
import { toPosition } from './positions.ts';

const personal = z.union([z.string(), z.looseObject({ erased: z.literal(true) })]);
const ownKey = [{ subject: 'user', idField: 'userId', fields: ['name', 'note'] }];

const Named = {
  type: 'Named',
  version: 1,
  schema: z.object({ userId: z.string(), name: personal, note: personal.nullable(), rank: z.number() }),
  upcasters: [],
  personal: ownKey,
} satisfies EventDefinitionLike;

/** Version 1 had `full`, version 2 `name`, version 3 added `rank`. */
const Renamed = {
  type: 'Renamed',
  version: 3,
  schema: z.object({ userId: z.string(), name: personal, rank: z.number() }),
  upcasters: [
    (data: unknown) => {
      const { full, ...rest } = data as { full: unknown };
      return { ...rest, name: full };
    },
    (data: unknown) => ({ ...(data as object), rank: 7 }),
  ],
  personal: ownKey,
} satisfies EventDefinitionLike;

const Loose = {
  type: 'Loose',
  version: 1,
  schema: z.looseObject({ any: z.unknown() }),
  upcasters: [],
  personal: [],
} satisfies EventDefinitionLike;

const metadataSchema = z.object({ v: z.number(), who: z.string() });

/** A key ring that counts how often it is asked. */
function countingKeyRing(): KeyRing & { readonly asked: { ensure: number; find: number } } {
  const inner = createMemoryKeyRing();
  const asked = { ensure: 0, find: 0 };
  return {
    asked,
    ensure: (subjects) => {
      asked.ensure += 1;
      return inner.ensure(subjects);
    },
    find: (subjects) => {
      asked.find += 1;
      return inner.find(subjects);
    },
    erase: inner.erase,
  };
}

function setUp() {
  const keyRing = countingKeyRing();
  const codec = createCodec({ definitions: { Named, Renamed, Loose }, metadataSchema, keyRing });
  return { keyRing, codec };
}

let place = 0;
const recorded = (event: EventToAppend): RecordedEvent => {
  place += 1;
  return { ...event, stream: 'user-1', revision: BigInt(place - 1), position: toPosition(place) };
};
const stored = (type: string, data: string, metadata = '{"v":1,"who":"me"}'): RecordedEvent =>
  recorded({ id: uuidv7(), type, data, metadata });

const ada = { type: 'Named', data: { userId: '1', name: 'Ada "the" Löwe', note: null, rank: 2 } } as const;
const META = { v: 1, who: 'me' };

describe('encode', () => {
  it('encrypts personal fields except null, and stamps the version', async () => {
    const { codec } = setUp();
    const id = uuidv7();
    const [event] = await codec.encode([ada], [id], { v: 99, who: 'me' });
    expect(event?.id).toBe(id);
    expect(event?.data).not.toContain('Ada');
    expect(JSON.parse(event?.data ?? '')).toEqual({
      userId: '1',
      name: { $enc: expect.stringMatching(/^v1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/) },
      note: null,
      rank: 2,
    });
    expect(JSON.parse(event?.metadata ?? '')).toEqual({ v: 1, who: 'me' });
  });

  it('requests keys once for all events, and not at all without personal fields', async () => {
    const { codec, keyRing } = setUp();
    await codec.encode([ada, { ...ada, data: { ...ada.data, userId: '2' } }], [uuidv7(), uuidv7()], META);
    expect(keyRing.asked.ensure).toBe(1);
    await codec.encode([{ type: 'Loose', data: { any: 1 } }], [uuidv7()], META);
    expect(keyRing.asked.ensure).toBe(1);
  });

  it('writes the erased mark once the subject is erased', async () => {
    const { codec, keyRing } = setUp();
    await keyRing.erase('user-1');
    const [event] = await codec.encode([ada], [uuidv7()], META);
    expect(JSON.parse(event?.data ?? '').name).toEqual({ erased: true });
  });

  it('encrypts equal values differently', async () => {
    const { codec } = setUp();
    const id = uuidv7();
    const [one] = await codec.encode([ada], [id], META);
    const [two] = await codec.encode([ada], [id], META);
    expect(one?.data).not.toBe(two?.data);
  });

  it.each([
    ['a bigint', { any: [1, { n: 5n }] }, 'data.any[1].n holds the bigint 5n'],
    ['NaN', { any: Number.NaN }, 'data.any holds NaN'],
    ['Infinity', { any: Number.POSITIVE_INFINITY }, 'data.any holds Infinity'],
    ['a Date', { any: new Date(0) }, 'data.any holds an instance of Date'],
    ['a function', { any: () => 1 }, 'data.any holds function'],
    ['undefined in a list', { any: [undefined] }, 'data.any[0] holds undefined'],
  ])('refuses %s with its place', async (_, data, message) => {
    const { codec, keyRing } = setUp();
    const refusal = await codec
      .encode([{ type: 'Loose', data }], [uuidv7()], META)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InvalidEvent);
    expect(String(refusal)).toContain(message);
    expect(keyRing.asked.ensure).toBe(0);
  });

  it('refuses data its schema refuses, unknown types, and personal data without a subject', async () => {
    const { codec } = setUp();
    const encode = (event: { type: string; data: unknown }) =>
      codec.encode([event as typeof ada], [uuidv7()], META);
    await expect(encode({ type: 'Named', data: { userId: '1' } })).rejects.toBeInstanceOf(InvalidEvent);
    await expect(encode({ type: 'Unheard', data: {} })).rejects.toThrow('no such type');
    await expect(encode({ ...ada, data: { ...ada.data, userId: '' } })).rejects.toThrow(
      'userId names no subject',
    );
  });

  it('keeps __proto__ as a plain key, on write and on read', async () => {
    const { codec } = setUp();
    const data = JSON.parse('{"any":{"__proto__":{"admin":true}},"name":"x"}');
    const [event] = await codec.encode([{ type: 'Loose', data }], [uuidv7()], META);
    expect(event?.data).toContain('"__proto__":{"admin":true}');
    const [back] = await codec.decode([recorded(event as EventToAppend)], { personal: true });
    const { any } = (back as { event: { data: { any: object } } }).event.data;
    expect(Object.getPrototypeOf(any)).toBe(Object.prototype);
    expect('admin' in any).toBe(false);
    const personalToo = `{"userId":"1","name":"x","note":null,"rank":1,"__proto__":{"note":"y","rank":9}}`;
    const [named] = await codec.decode([stored('Named', personalToo)], { personal: false });
    expect(named?.event.data).toEqual({ userId: '1', name: { erased: true }, note: null, rank: 1 });
  });
});

describe('decode', () => {
  it('returns what was written, with its position', async () => {
    const { codec } = setUp();
    const [event] = await codec.encode([ada], [uuidv7()], META);
    const written = recorded(event as EventToAppend);
    const { id, stream, revision, position } = written;
    expect(await codec.decode([written], { personal: true })).toEqual([
      { id, stream, revision, position, event: ada, metadata: META },
    ]);
  });

  it('reads personal fields as erased without requesting keys', async () => {
    const { codec, keyRing } = setUp();
    const [event] = await codec.encode([ada], [uuidv7()], META);
    const clear = stored('Named', '{"userId":"1","name":"in the clear","note":"too","rank":1}');
    const read = await codec.decode([recorded(event as EventToAppend), clear], { personal: false });
    expect(read.map((each) => each.event.data)).toEqual([
      { userId: '1', name: { erased: true }, note: null, rank: 2 },
      { userId: '1', name: { erased: true }, note: { erased: true }, rank: 1 },
    ]);
    expect(keyRing.asked.find).toBe(0);
  });

  it('reads lists as empty on request', async () => {
    const { codec } = setUp();
    const data = '{"x":[{"x":[1]}],"y":{"x":[1]},"any":[2]}';
    const [read] = await codec.decode([stored('Loose', data)], { personal: true, without: ['x', 'y', 'z'] });
    expect(read?.event.data).toEqual({ x: [], y: { x: [1] }, any: [2] });
  });

  it('fetches keys once per page', async () => {
    const { codec, keyRing } = setUp();
    const many = Array.from({ length: 50 }, (_, n) => ({
      ...ada,
      data: { ...ada.data, userId: String(n % 7) },
    }));
    const written = await codec.encode(
      many,
      many.map(() => uuidv7()),
      META,
    );
    const read = await codec.decode(written.map(recorded), { personal: true });
    expect(read.map((each) => each.event)).toEqual(many);
    expect(keyRing.asked.find).toBe(1);
  });

  it('reads as erased once the key is erased, but not other subjects', async () => {
    const { codec, keyRing } = setUp();
    const eve = { ...ada, data: { ...ada.data, userId: '2', name: 'Eve' } };
    const written = (await codec.encode([ada, eve], [uuidv7(), uuidv7()], META)).map(recorded);
    await keyRing.erase('user-1');
    await keyRing.ensure(['user-1']);
    const read = await codec.decode(written, { personal: true });
    expect(read.map((each) => each.event.data)).toEqual([
      { ...ada.data, name: { erased: true } },
      { ...eve.data },
    ]);
  });

  it('upcasts from every older version, also renamed personal fields', async () => {
    const { codec, keyRing } = setUp();
    const asVersionOne = createCodec({
      definitions: {
        Renamed: {
          ...Renamed,
          version: 1,
          upcasters: [],
          schema: z.object({ userId: z.string(), full: personal }),
          personal: [{ subject: 'user', idField: 'userId', fields: ['full'] }],
        },
      },
      metadataSchema,
      keyRing,
    });
    const old = await asVersionOne.encode(
      [{ type: 'Renamed', data: { userId: '1', full: 'Ada' } }],
      [uuidv7()],
      META,
    );
    const page = [
      ...old.map(recorded),
      stored('Renamed', '{"userId":"2","name":"Bo"}', '{"v":2,"who":"me"}'),
      stored('Renamed', '{"userId":"3","name":"Cy","rank":1}', '{"v":3,"who":"me"}'),
    ];
    expect(old[0]?.data).not.toContain('Ada');
    const clear = await codec.decode(page, { personal: true });
    expect(clear.map((each) => [each.event.data, each.metadata.v])).toEqual([
      [{ userId: '1', name: 'Ada', rank: 7 }, 3],
      [{ userId: '2', name: 'Bo', rank: 7 }, 3],
      [{ userId: '3', name: 'Cy', rank: 1 }, 3],
    ]);
    const hidden = await codec.decode(page, { personal: false });
    expect(hidden.map((each) => (each.event.data as { name: unknown }).name)).toEqual(
      [1, 2, 3].map(() => ({ erased: true })),
    );
  });

  it('refuses unknown types', async () => {
    const { codec } = setUp();
    await expect(codec.decode([stored('Unheard', '{}')], { personal: true })).rejects.toThrow(
      /Unheard.* can't be read: its type is unknown/,
    );
  });

  it('ignores unknown fields, which stay in what is stored', async () => {
    const { codec } = setUp();
    const event = stored('Named', '{"userId":"1","name":"x","note":null,"rank":1,"later":2}');
    const [read] = await codec.decode([event], { personal: false });
    expect(read?.event.data).not.toHaveProperty('later');
    expect(event.data).toContain('"later":2');
  });

  it.each([
    ['broken JSON', '{"userId":', '{"v":1,"who":"me"}', 'data is not JSON'],
    ['data that is no object', '[1]', '{"v":1,"who":"me"}', 'data is not an object'],
    ['broken metadata', '{}', '{', 'metadata is not JSON'],
    ['metadata its schema refuses', '{}', '{"v":1}', 'metadata:'],
    ['a version from the future', '{}', '{"v":2,"who":"me"}', 'version 2 is unknown'],
    ['a version that is none', '{}', '{"v":0,"who":"me"}', 'version 0 is unknown'],
    ['data its schema refuses', '{"userId":1}', '{"v":1,"who":"me"}', 'userId'],
    [
      'ciphertext of an unknown form',
      '{"userId":"1","name":{"$enc":"v9.a.b.c"},"note":null,"rank":1}',
      '{"v":1,"who":"me"}',
      'unknown way',
    ],
    [
      'a nameless subject',
      '{"name":{"$enc":"v1.a.b.c"},"note":null,"rank":1}',
      '{"v":1,"who":"me"}',
      'the subject of the key',
    ],
  ])('names the event that has %s', async (_, data, metadata, why) => {
    const { codec, keyRing } = setUp();
    await keyRing.ensure(['user-1']);
    const event = stored('Named', data, metadata);
    const refusal = await codec.decode([event], { personal: true }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnreadableEvent);
    expect(refusal).toMatchObject({ recorded: event });
    expect(String(refusal)).toContain(`${event.id} (Named, user-1@${event.revision})`);
    expect(String(refusal)).toContain(why);
  });

  it('refuses ciphertext that was changed, or moved to another event or field', async () => {
    const { codec } = setUp();
    const both = { type: 'Named', data: { ...ada.data, note: 'a note' } } as const;
    const [event] = await codec.encode([both], [uuidv7()], META);
    const written = recorded(event as EventToAppend);
    const data = JSON.parse(written.data);
    const [version, iv, tag, text] = data.name.$enc.split('.') as [string, string, string, string];
    const flipped = Buffer.from(text, 'base64url');
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    const shortTag = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    const spoilt = [
      { ...written, id: uuidv7() },
      { ...written, data: JSON.stringify({ ...data, name: data.note }) },
      {
        ...written,
        data: JSON.stringify({
          ...data,
          name: { $enc: [version, iv, tag, flipped.toString('base64url')].join('.') },
        }),
      },
      {
        ...written,
        data: JSON.stringify({ ...data, name: { $enc: [version, iv, shortTag, text].join('.') } }),
      },
    ];
    for (const each of spoilt) {
      await expect(codec.decode([each], { personal: true })).rejects.toBeInstanceOf(UnreadableEvent);
    }
    expect((await codec.decode([written], { personal: true }))[0]?.event).toEqual(both);
  });
});

it('createCodec refuses a definition without upcasters for all versions', () => {
  const definitions = { Named: { ...Named, version: 2 } };
  expect(() => createCodec({ definitions, metadataSchema, keyRing: createMemoryKeyRing() })).toThrow(
    'Named is at version 2 and has 0 upcasters',
  );
});

describe('a sealed value', () => {
  it('stands for its field until it is opened, also under a newer name', async () => {
    const { codec, keyRing } = setUp();
    const [event] = await codec.encode([ada], [uuidv7()], META);
    const old = stored('Renamed', (event?.data ?? '').replace('"name"', '"full"'));
    const page = [recorded(event as EventToAppend), { ...old, id: event?.id ?? '' }];
    await expect(codec.decode(page, { personal: true })).rejects.toThrow(UnreadableEvent);
    const [named] = await codec.decode(page.slice(0, 1), { personal: 'sealed' });
    const state = { list: [named?.event.data], revision: 1n };
    expect(JSON.stringify(state.list)).not.toContain('Ada');
    expect(keyRing.asked.find).toBe(1);
    const opened = await codec.open(state);
    expect(opened).toEqual({ list: [ada.data], revision: 1n });
    await keyRing.erase('user-1');
    expect(await codec.open(state)).toMatchObject({ list: [{ name: { erased: true }, note: null }] });
  });

  it('requests no key for an unsealed value, and returns it unchanged', async () => {
    const { codec, keyRing } = setUp();
    const state = { name: { erased: true }, list: [1, null] };
    expect(await codec.open(state)).toBe(state);
    expect(keyRing.asked.find).toBe(0);
  });
});
