import type { EventToAppend, Position, RecordedEvent } from './port.ts';

/** An event with its place in the log, decoded: newest schema version, personal fields readable where asked. */
export interface Envelope<Event extends { type: string; data: unknown }, Metadata> {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly event: Event;
  readonly metadata: Metadata;
}

/** Stands at the store boundary: zod, encryption, upcasting. Made by `createCodec`. */
export interface Codec<Event extends { type: string; data: unknown }, Metadata> {
  /** zod -> encrypt personal fields -> serialise once. `ids[i]` and `metadata` go with `events[i]`. */
  encode(
    events: readonly Event[],
    ids: readonly string[],
    metadata: Metadata,
  ): Promise<readonly EventToAppend[]>;
  /**
   * raw -> decrypt (only with `personal: true`; else every personal field reads as erased) -> upcast -> zod.
   * Keys are fetched once for the whole page. Unknown types are left out.
   * @throws UnreadableEvent naming the event (id, stream, revision) whose data can't be read
   */
  decode(
    page: readonly RecordedEvent[],
    options: { readonly personal: boolean },
  ): Promise<readonly Envelope<Event, Metadata>[]>;
}

/** An event that can't be read: broken JSON, unknown version, schema mismatch. Consumers park on it. */
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
