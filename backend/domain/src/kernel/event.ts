import { z } from 'zod';

/** A personal field whose key was erased, or that was read without decrypting. No sum, replay or hash depends on it. */
export interface Erased {
  readonly erased: true;
}

/** A value that belongs to a person or company: encrypted in the log, readable until its key is erased. */
export type Personal<T> = T | Erased;

/** Which fields of an event's data are personal, and whose key encrypts them. */
export interface PersonalFields {
  /** The key's name is `<subject>-<id>`. */
  readonly subject: 'user' | 'account' | 'contact' | 'retention';
  /** The data field that holds the subject's id. */
  readonly idField: string;
  /** Top-level data fields to encrypt; absent or null ones are left as they are. */
  readonly fields: readonly string[];
}

/** One event type. The codec of the store parses with it on write and read, so consumers see the newest version only. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds definitions of every data type
export interface EventDefinition<Type extends string = string, Data = any> {
  readonly type: Type;
  /** Newest version, counted from 1; stored in the event's metadata as `v`. */
  readonly version: number;
  readonly schema: z.ZodType<Data>;
  /** `upcasters[i]` turns stored data of version i + 1 into version i + 2. Personal values are sealed there: it may move them only. */
  readonly upcasters: readonly ((data: unknown) => unknown)[];
  readonly personal: readonly PersonalFields[];
}

/** The type with all its fields and arrays read-only. */
export type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

/** An event as consumers see it: newest version, decrypted where asked. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** The `{type, data}` that a definition describes. */
export type EventOf<D> = D extends EventDefinition<infer Type, infer Data> ? DomainEvent<Type, Data> : never;

/** Every `{type, data}` of a registry. */
export type EventsOf<Registry> = EventOf<Registry[keyof Registry]>;

/** An event's data, without these fields. */
export type FieldsOf<
  Event extends DomainEvent,
  Type extends Event['type'],
  Without extends string = never,
> = Omit<Extract<Event, { readonly type: Type }>['data'], Without>;

type EventOptions = Partial<Pick<EventDefinition, 'version' | 'upcasters' | 'personal'>>;

/** Declares the events of a noun: the fields of each by its type. By default an event is of version 1, without personal fields. */
export function defineEvents<Shapes extends Readonly<Record<string, z.ZodRawShape>>>(
  shapes: Shapes,
  options: { readonly [Type in keyof Shapes]?: EventOptions } = {},
) {
  const definitions = Object.entries(shapes).map(([type, shape]) => [
    type,
    { type, schema: z.object(shape), version: 1, upcasters: [], personal: [], ...options[type] },
  ]);
  return Object.fromEntries(definitions) as {
    readonly [Type in keyof Shapes & string]: EventDefinition<
      Type,
      Immutable<z.output<z.ZodObject<Shapes[Type]>>>
    >;
  };
}
