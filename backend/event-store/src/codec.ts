import type { z } from 'zod';
import { type Codec, type Envelope, UnreadableEvent } from './envelope.ts';
import { assertJson, isJsonObject, type JsonObject } from './json.ts';
import type { KeyRing } from './keyRing.ts';
import {
  decrypt,
  ERASED_MARK,
  encrypt,
  isEncrypted,
  isErasedMark,
  type PersonalFieldsLike,
  replaceSealed,
  subjectOf,
} from './personalFields.ts';
import type { EventToAppend, RecordedEvent } from './port.ts';

/** One event type, as domain's `EventDefinition`. */
export interface EventDefinitionLike {
  readonly type: string;
  /** Newest version, from 1; stored in the metadata as `v`. */
  readonly version: number;
  readonly schema: z.ZodType;
  /** `upcasters[i]` turns data of version i + 1 into version i + 2; personal fields may be `{erased: true}`. */
  readonly upcasters: readonly ((data: unknown) => unknown)[];
  readonly personal: readonly PersonalFieldsLike[];
}

/** `{type, data}` of a definition. */
export type EventOfDefinition<D> = D extends {
  readonly type: infer Type extends string;
  readonly schema: z.ZodType<infer Data>;
}
  ? { readonly type: Type; readonly data: Data }
  : never;

export interface CodecOptions<Definitions, Metadata> {
  /** All event types; the keys are ignored, `type` counts. */
  readonly definitions: Definitions;
  readonly metadataSchema: z.ZodType<Metadata>;
  readonly keyRing: KeyRing;
}

/** An event that can't be written: unknown type, data its schema refuses, values JSON can't hold. */
export class InvalidEvent extends Error {
  constructor(type: string, why: string, options?: ErrorOptions) {
    super(`Event ${type} can't be written: ${why}`, options);
    this.name = 'InvalidEvent';
  }
}

/**
 * The store boundary. Write: zod, encrypt, serialise once. Read: parse, decrypt, upcast, zod. Sets `v` in the metadata.
 */
export function createCodec<
  Definitions extends Readonly<Record<string, EventDefinitionLike>>,
  Metadata extends { readonly v: number },
>(
  options: CodecOptions<Definitions, Metadata>,
): Codec<EventOfDefinition<Definitions[keyof Definitions]>, Metadata> {
  type Event = EventOfDefinition<Definitions[keyof Definitions]>;
  const { metadataSchema, keyRing } = options;
  const definitions = new Map(Object.values(options.definitions).map((each) => [each.type, each]));
  for (const { type, version, upcasters } of definitions.values()) {
    if (upcasters.length !== version - 1) {
      throw new TypeError(`${type} is at version ${version} and has ${upcasters.length} upcasters.`);
    }
  }

  return {
    encode: async (events, ids, metadata) => {
      const drafts = events.map((event, index) => draft(definitions.get(event.type), event, ids[index]));
      const subjects = [...new Set(drafts.flatMap(subjectsToEncryptFor))];
      const keys = subjects.length === 0 ? NO_KEYS : await keyRing.ensure(subjects);
      return drafts.map((each) => serialise(each, keys, metadata, metadataSchema));
    },

    decode: async (page, { personal, without = [] }) => {
      const parsed = page.map((recorded) => {
        const definition = definitions.get(recorded.type);
        if (definition === undefined) throw new UnreadableEvent(recorded, 'its type is unknown');
        return parseStored(recorded, definition, metadataSchema, without);
      });
      const subjects = personal === false ? [] : [...new Set(parsed.flatMap(subjectsToDecryptFor))];
      const keys = personal !== true || subjects.length === 0 ? NO_KEYS : await keyRing.find(subjects);
      return parsed.map((stored) => envelopeOf<Event, Metadata>(stored, keys, personal));
    },

    open: async <Value>(value: Value) => {
      const subjects = new Set<string>();
      replaceSealed(value, ({ subject }) => subjects.add(subject));
      if (subjects.size === 0) return value;
      const keys = await keyRing.find([...subjects]);
      return replaceSealed(value, (sealed) => {
        const key = keys.get(sealed.subject);
        return key === undefined ? ERASED_MARK : decrypt(sealed, key, sealed.eventId, sealed.field);
      }) as Value;
    },
  };
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map();

interface Draft {
  readonly id: string;
  readonly definition: EventDefinitionLike;
  readonly data: JsonObject;
}

function draft(
  definition: EventDefinitionLike | undefined,
  event: { readonly type: string; readonly data: unknown },
  id: string | undefined,
): Draft {
  if (definition === undefined) throw new InvalidEvent(event.type, 'no such type is defined');
  if (id === undefined) throw new InvalidEvent(event.type, 'it was given no id');
  try {
    assertJson(event.data, 'data');
  } catch (error) {
    throw new InvalidEvent(event.type, (error as TypeError).message, { cause: error });
  }
  const parsed = definition.schema.safeParse(event.data);
  if (!parsed.success) throw new InvalidEvent(event.type, parsed.error.message, { cause: parsed.error });
  if (!isJsonObject(parsed.data)) throw new InvalidEvent(event.type, 'its data is not an object');
  return { id, definition, data: parsed.data };
}

/** The spec's fields with a value to encrypt. */
function fieldsIn(spec: PersonalFieldsLike, data: JsonObject): string[] {
  return spec.fields.filter((field) => {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    return value !== undefined && value !== null && !isErasedMark(value);
  });
}

function subjectsToEncryptFor({ definition, data }: Draft): string[] {
  return definition.personal.flatMap((spec) => {
    if (fieldsIn(spec, data).length === 0) return [];
    const subject = subjectOf(spec, data);
    if (subject === null)
      throw new InvalidEvent(definition.type, `${spec.idField} names no subject for the key`);
    return [subject];
  });
}

function serialise<Metadata>(
  { id, definition, data }: Draft,
  keys: ReadonlyMap<string, Buffer>,
  metadata: Metadata,
  metadataSchema: z.ZodType<Metadata>,
): EventToAppend {
  const stored: Record<string, unknown> = { ...data };
  for (const spec of definition.personal) {
    const key = keys.get(subjectOf(spec, data) ?? '');
    for (const field of fieldsIn(spec, data)) {
      stored[field] = key === undefined ? ERASED_MARK : encrypt(data[field], key, id, field);
    }
  }
  const stamped = metadataSchema.parse({ ...metadata, v: definition.version });
  return { id, type: definition.type, data: JSON.stringify(stored), metadata: JSON.stringify(stamped) };
}

interface Stored<Metadata> {
  readonly recorded: RecordedEvent;
  readonly definition: EventDefinitionLike;
  readonly data: JsonObject;
  readonly metadata: Metadata;
  /** Top-level fields that hold ciphertext, with the key's name. */
  readonly encrypted: readonly { readonly field: string; readonly subject: string | null }[];
}

function parseStored<Metadata extends { readonly v: number }>(
  recorded: RecordedEvent,
  definition: EventDefinitionLike,
  metadataSchema: z.ZodType<Metadata>,
  without: readonly string[],
): Stored<Metadata> {
  const parsed = parseJson(recorded, 'data', recorded.data);
  const left = without.filter((name) => Array.isArray(parsed[name]));
  const data =
    left.length === 0 ? parsed : { ...parsed, ...Object.fromEntries(left.map((name) => [name, []])) };
  const metadata = metadataSchema.safeParse(parseJson(recorded, 'metadata', recorded.metadata));
  if (!metadata.success)
    throw new UnreadableEvent(recorded, `metadata: ${metadata.error.message}`, { cause: metadata.error });
  const { v } = metadata.data;
  if (!Number.isInteger(v) || v < 1 || v > definition.version) {
    throw new UnreadableEvent(recorded, `version ${v} is unknown, the newest is ${definition.version}`);
  }
  const encrypted = Object.keys(data)
    .filter((field) => isEncrypted(data[field]))
    .map((field) => {
      // a renamed field is not listed any more; with one subject the key is clear
      const spec =
        definition.personal.find((each) => each.fields.includes(field)) ??
        (definition.personal.length === 1 ? definition.personal[0] : undefined);
      return { field, subject: spec === undefined ? null : subjectOf(spec, data) };
    });
  return { recorded, definition, data, metadata: metadata.data, encrypted };
}

function parseJson(recorded: RecordedEvent, what: string, text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableEvent(recorded, `${what} is not JSON`, { cause: error });
  }
  if (!isJsonObject(value)) throw new UnreadableEvent(recorded, `${what} is not an object`);
  return value;
}

function subjectsToDecryptFor<Metadata>({ encrypted, recorded }: Stored<Metadata>): string[] {
  return encrypted.map(({ field, subject }) => {
    if (subject === null)
      throw new UnreadableEvent(recorded, `the subject of the key of ${field} is unknown`);
    return subject;
  });
}

function envelopeOf<Event extends { type: string; data: unknown }, Metadata extends { readonly v: number }>(
  stored: Stored<Metadata>,
  keys: ReadonlyMap<string, Buffer>,
  personal: boolean | 'sealed',
): Envelope<Event, Metadata> {
  const { recorded, definition, metadata } = stored;
  try {
    let data: unknown = readable(stored, keys, personal);
    for (const upcast of definition.upcasters.slice(metadata.v - 1)) data = upcast(data);
    if (personal === false && isJsonObject(data)) data = withoutPersonal(definition, data);
    const parsed = definition.schema.parse(data);
    const { id, stream, revision, position } = recorded;
    const event = { type: definition.type, data: parsed } as Event;
    const isNewest = metadata.v === definition.version;
    const current = isNewest ? metadata : { ...metadata, v: definition.version };
    return { id, stream, revision, position, event, metadata: current };
  } catch (error) {
    if (error instanceof UnreadableEvent) throw error;
    throw new UnreadableEvent(recorded, error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}

function readable<Metadata>(
  stored: Stored<Metadata>,
  keys: ReadonlyMap<string, Buffer>,
  personal: boolean | 'sealed',
): JsonObject {
  if (stored.encrypted.length === 0) return stored.data;
  const data: Record<string, unknown> = { ...stored.data };
  for (const { field, subject } of stored.encrypted) {
    const ciphertext = data[field];
    const eventId = stored.recorded.id;
    if (!isEncrypted(ciphertext)) continue;
    const key = keys.get(subject ?? '');
    let value: unknown = ERASED_MARK;
    if (personal === 'sealed') value = { erased: true, sealed: { ...ciphertext, eventId, field, subject } };
    else if (key !== undefined) value = decrypt(ciphertext, key, eventId, field);
    Object.defineProperty(data, field, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return data;
}

/** Also hides personal fields that an upcaster created, or that were stored in the clear. */
function withoutPersonal(definition: EventDefinitionLike, data: JsonObject): JsonObject {
  const fields = definition.personal.flatMap((spec) => fieldsIn(spec, data));
  return fields.length === 0
    ? data
    : { ...data, ...Object.fromEntries(fields.map((field) => [field, ERASED_MARK])) };
}
