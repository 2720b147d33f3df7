import type { RecordedEvent } from '@portal/event-store';
import type { GenerationId } from './generation.ts';
import type { StatementPart } from './table.ts';

/** A parked event with one of its keys. */
export interface HeldEvent {
  readonly key: string;
  readonly event: RecordedEvent;
  /** Why the key is parked from this event on; undefined for later events. */
  readonly reason: string | undefined;
}

const streamKey = (event: RecordedEvent) => `stream:${event.stream}`;

/** Keys to park if this event can't be applied: its accounts, or its stream if it has none or they are unreadable. */
function keysToPark(event: RecordedEvent): readonly string[] {
  try {
    const { accounts } = Object(JSON.parse(event.metadata)) as { readonly accounts?: readonly unknown[] };
    const ids = accounts?.filter((id) => typeof id === 'string') ?? [];
    if (ids.length > 0 && ids.length === accounts?.length) return ids.map(printable);
  } catch {
    // parked with its stream
  }
  return [streamKey(event)];
}

/**
 * Splits a page into events to apply and events to park. An event of a parked account is parked for all of its accounts,
 * so that none has a gap in its history.
 * @param poison reasons by event id, for events that can't be applied
 */
export function holdBack(
  events: readonly RecordedEvent[],
  parked: ReadonlySet<string>,
  poison: ReadonlyMap<string, string>,
): { readonly apply: readonly RecordedEvent[]; readonly held: readonly HeldEvent[] } {
  if (parked.size === 0 && poison.size === 0) return { apply: events, held: [] };
  const keys = new Set(parked);
  const apply: RecordedEvent[] = [];
  const held: HeldEvent[] = [];
  for (const event of events) {
    const own = keysToPark(event);
    const blocking = [...own, streamKey(event)].find((key) => keys.has(key));
    const why =
      poison.get(event.id) ?? (blocking === undefined ? undefined : `follows what is parked for ${blocking}`);
    if (why === undefined) {
      apply.push(event);
      continue;
    }
    for (const key of own) {
      held.push({ key, event, reason: keys.has(key) ? undefined : why });
      keys.add(key);
    }
  }
  return { apply, held };
}

/** Stores parked events together with the page. */
export function parkingParts(id: GenerationId, held: readonly HeldEvent[]): readonly StatementPart[] {
  const insert = (table: string, column: string, rows: readonly HeldEvent[], last: readonly string[]) => ({
    sql: (at: number, moved: string) =>
      `INSERT INTO ${table} (projection, version, generation, key, event_id, stream, stream_revision, position, ${column})
       SELECT $${at}, $${at + 1}::integer, $${at + 2}::integer, r.* FROM unnest($${at + 3}::text[], $${at + 4}::text[],
         $${at + 5}::text[], $${at + 6}::bigint[], $${at + 7}::text[], $${at + 8}::text[]) AS r
       WHERE EXISTS (SELECT FROM ${moved}) ON CONFLICT DO NOTHING`,
    values: [
      id.projection,
      id.version,
      id.generation,
      rows.map(({ key }) => key),
      rows.map(({ event }) => event.id),
      rows.map(({ event }) => event.stream),
      rows.map(({ event }) => event.revision.toString()),
      rows.map(({ event }) => event.position),
      last,
    ],
  });
  if (held.length === 0) return [];
  const types = held.map(({ event }) => event.type);
  const first = held.filter(({ reason }) => reason !== undefined);
  const reasons = first.map(({ reason }) => printable(reason ?? ''));
  return [
    insert('projection_parked_events', 'type', held, types),
    ...(first.length > 0 ? [insert('projection_parked', 'reason', first, reasons)] : []),
  ];
}

/** PostgreSQL's text has no NUL; long reasons are cut. */
const printable = (reason: string) => reason.replaceAll('\0', '\\0').slice(0, 1_000);
