import type { EventToAppend, Position, RecordedEvent } from './port.ts';

/** A decoded event in the newest version, with its position; personal fields readable on request. */
export interface Envelope<Event extends { type: string; data: unknown }, Metadata> {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly event: Event;
  readonly metadata: Metadata;
}

/** Converts events at the store boundary: zod, encryption, upcasting. Created by `createCodec`. */
export interface Codec<Event extends { type: string; data: unknown }, Metadata> {
  /** zod -> encrypt personal fields -> serialise once. `ids[i]` and `metadata` go with `events[i]`. */
  encode(
    events: readonly Event[],
    ids: readonly string[],
    metadata: Metadata,
  ): Promise<readonly EventToAppend[]>;
  /**
   * raw -> personal fields -> upcast -> zod. Keys are fetched once per page.
   * @param options.personal true decrypts, `sealed` keeps what {@link open} decrypts later, false reads as erased
   * @param options.without fields whose lists are read as empty, because checking long ones takes most of the time
   * @throws UnreadableEvent naming the event
   */
  decode(
    page: readonly RecordedEvent[],
    options: { readonly personal: boolean | 'sealed'; readonly without?: readonly string[] | undefined },
  ): Promise<readonly Envelope<Event, Metadata>[]>;
  /** Decrypts the personal fields of a value that was made from sealed events, e.g. a state. */
  open<Value>(value: Value): Promise<Value>;
}

/** An event that can't be read: broken JSON, unknown type or version, schema mismatch. Projections park it. */
export class UnreadableEvent extends Error {
  readonly recorded: RecordedEvent;

  constructor(recorded: RecordedEvent, why: string, options?: ErrorOptions) {
    super(
      `Event ${recorded.id} (${recorded.type}, ${recorded.stream}@${recorded.revision}) can't be read: ${why}`,
      options,
    );
    this.name = 'UnreadableEvent';
    this.recorded = recorded;
  }
}
