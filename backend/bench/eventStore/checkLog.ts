import type { EventStore, Position } from '@portal/event-store';

/** @throws Error unless exactly the acknowledged events follow `from`, once each, at dense positions */
export async function checkLog(
  store: EventStore,
  from: Position | null,
  acknowledged: ReadonlyMap<string, Position>,
) {
  let position = from;
  let place = from === null ? 0n : BigInt(from);
  let count = 0;
  for (;;) {
    const page = await store.readAll(position, { limit: 5_000 });
    for (const event of page.events) {
      place += 1n;
      count += 1;
      if (BigInt(event.position) !== place)
        throw new Error(`Position ${event.position} where ${place} was due.`);
      if (acknowledged.get(event.id) !== event.position)
        throw new Error(`Event ${event.id} has the wrong position.`);
      if (event.revision !== 0n) throw new Error(`Event ${event.id} has revision ${event.revision}.`);
    }
    position = page.next;
    if (page.end) break;
  }
  if (count !== acknowledged.size)
    throw new Error(`${acknowledged.size} were acknowledged, ${count} are in the log.`);
}
