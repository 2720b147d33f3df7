import { eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, type EventStore, type Position, type RecordedEvent } from '@portal/event-store';
import { postgresKeyRing } from '@portal/server/platform/keyRing/postgresKeyRing.ts';
import { KEY_ENCRYPTION_KEY, type LogAndDatabase } from './rebuiltElsewhere.ts';

export interface LogOfCommands {
  /** Number of events without the daily seals, whose time varies. */
  readonly events: number;
  /** Occurrences of each trace of a keyed command. */
  readonly times: ReadonlyMap<string, number>;
  /** Id of the site or user in the first event of each trace. */
  readonly ids: ReadonlyMap<string, string>;
  /** Accounts of registered users, and accounts that were opened. */
  readonly accountsOf: ReadonlyMap<string, string>;
  readonly opened: ReadonlySet<string>;
  /** Streams whose revisions have gaps. */
  readonly gaps: readonly string[];
}

/** Reads the whole log through the port and the codec. */
export async function logOfCommands({ store, database }: LogAndDatabase): Promise<LogOfCommands> {
  const keyRing = postgresKeyRing(database.pool, KEY_ENCRYPTION_KEY);
  const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
  const times = new Map<string, number>();
  const ids = new Map<string, string>();
  const accountsOf = new Map<string, string>();
  const opened = new Set<string>();
  const next = new Map<string, bigint>();
  const gaps = new Set<string>();
  let events = 0;
  for await (const page of pagesOf(store)) {
    events += page.filter(({ type }) => type !== 'LogSealed').length;
    for (const { stream, revision } of page) {
      if (revision !== (next.get(stream) ?? 0n)) gaps.add(stream);
      next.set(stream, revision + 1n);
    }
    for (const { event } of await codec.decode(page, { personal: true })) {
      if (event.type === 'AccountOpened') opened.add(event.data.accountId);
      const found = traceOf(event);
      if (found === null) continue;
      times.set(found.trace, (times.get(found.trace) ?? 0) + 1);
      if (!ids.has(found.trace)) ids.set(found.trace, found.id);
      if (event.type === 'DealerRegistered') accountsOf.set(found.trace, event.data.accountId);
    }
  }
  return { events, times, ids, accountsOf, opened, gaps: [...gaps] };
}

function traceOf(event: PortalEvent): { trace: string; id: string } | null {
  if (event.type === 'SiteRequested')
    return { trace: `ordered ${event.data.siteName}`, id: event.data.siteId };
  if (event.type === 'SiteDetailsChanged')
    return { trace: `edited ${event.data.siteCity}`, id: event.data.siteId };
  if (event.type === 'DealerRegistered')
    return { trace: `registered ${event.data.username}`, id: event.data.userId };
  return null;
}

/** The log page by page. @param after exclusive; null: all of it */
export async function* pagesOf(
  store: EventStore,
  after: Position | null = null,
): AsyncGenerator<readonly RecordedEvent[]> {
  let from = after;
  for (let end = false; !end; ) {
    const page = await store.readAll(from, { limit: 1_000 });
    yield page.events;
    from = page.next;
    end = page.end;
  }
}
