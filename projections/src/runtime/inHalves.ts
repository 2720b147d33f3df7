import type { Position, RecordedEvent } from '@portal/event-store';
import { isRefusedValue } from './databaseErrors.ts';

/** Writes events with the checkpoint after them; `poison`: reasons by id, for events the database refused. */
export type WriteEvents = (
  events: readonly RecordedEvent[],
  next: Position | null,
  poison: ReadonlyMap<string, string>,
) => Promise<void>;

/** Writes the events; if the database refuses a value, halves them until the event with it is found and parked. */
export async function inHalves(
  write: WriteEvents,
  events: readonly RecordedEvent[],
  next: Position | null,
  poison: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  try {
    await write(events, next, poison);
  } catch (error) {
    const only = events.length === 1 ? events[0] : undefined;
    if (!isRefusedValue(error) || (only && poison.has(only.id))) throw error;
    if (only !== undefined)
      return inHalves(write, events, next, new Map([...poison, [only.id, error.message]]));
    const middle = events.length >> 1;
    await inHalves(write, events.slice(0, middle), events[middle - 1]?.position ?? null, poison);
    await inHalves(write, events.slice(middle), next, poison);
  }
}
