import type { RecordedEvent } from '@portal/event-store';
import type { GenerationId } from './generation.ts';
import type { StatementPart } from './table.ts';

/** An event that was held back, under one of the keys it is held back for. */
export interface HeldEvent {
  readonly key: string;
  readonly event: RecordedEvent;
  /** Why the key is parked from this event on; undefined for what follows. */
  readonly reason: string | undefined;
}

const streamKey = (event: RecordedEvent) => `stream:${event.stream}`;

/** Ids of the accounts an event concerns, from its stored metadata; undefined where that can't be read. */
export function accountsOf(event: RecordedEvent): readonly string[] | undefined {
  try {
    const metadata: unknown = JSON.parse(event.metadata);
    if (typeof metadata !== 'object' || metadata === null || !('accounts' in metadata)) return undefined;
    const { accounts } = metadata;
    if (!Array.isArray(accounts) || !accounts.every((id) => typeof id === 'string')) return undefined;
    return accounts.map(printable);
  } catch {
    return undefined;
  }
}

/** What is parked when this event can't be applied: its accounts, or its stream where it names none. */
export function keysToPark(event: RecordedEvent): readonly string[] {
  const accounts = accountsOf(event);
  return accounts === undefined || accounts.length === 0 ? [streamKey(event)] : accounts;
}

/**
 * Splits a page into what can be applied and what is held back. An event that concerns a parked account is
 * held back for all of its accounts, so that none of them goes on with a hole in its history.
 * @param poison why, by event id, for events that can't be applied at all
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

/** Writes down what was held back, with the page. */
export function parkingParts(id: GenerationId, held: readonly HeldEvent[]): readonly StatementPart[] {
  if (held.length === 0) return [];
  const generation = [id.projection, id.version, id.generation];
  const first = held.filter(({ reason }) => reason !== undefined);
  const columns = (rows: readonly HeldEvent[]) => [
    rows.map(({ key }) => key),
    rows.map(({ event }) => event.id),
    rows.map(({ event }) => event.stream),
    rows.map(({ event }) => event.revision.toString()),
    rows.map(({ event }) => event.position),
  ];
  const parts: StatementPart[] = [
    {
      shape: 'held',
      sql: (at) =>
        `INSERT INTO projection_parked_events
           (projection, version, generation, key, event_id, stream, stream_revision, position, type)
         SELECT $${at}, $${at + 1}::integer, $${at + 2}::integer, r.* FROM unnest($${at + 3}::text[], $${at + 4}::text[],
           $${at + 5}::text[], $${at + 6}::bigint[], $${at + 7}::text[], $${at + 8}::text[]) AS r
         WHERE EXISTS (SELECT FROM moved) ON CONFLICT DO NOTHING`,
      values: [...generation, ...columns(held), held.map(({ event }) => event.type)],
    },
  ];
  if (first.length === 0) return parts;
  return [
    ...parts,
    {
      shape: 'parked',
      sql: (at) =>
        `INSERT INTO projection_parked
           (projection, version, generation, key, event_id, stream, stream_revision, position, reason)
         SELECT $${at}, $${at + 1}::integer, $${at + 2}::integer, r.* FROM unnest($${at + 3}::text[], $${at + 4}::text[],
           $${at + 5}::text[], $${at + 6}::bigint[], $${at + 7}::text[], $${at + 8}::text[]) AS r
         WHERE EXISTS (SELECT FROM moved) ON CONFLICT DO NOTHING`,
      values: [...generation, ...columns(first), first.map(({ reason }) => printable(reason ?? ''))],
    },
  ];
}

/** PostgreSQL's text holds no NUL, and a reason is read by a person. */
const printable = (reason: string) => reason.replaceAll('\0', '\\0').slice(0, 1_000);
