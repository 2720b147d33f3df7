import type { PortalEvent } from '@portal/domain';
import type { EventStore, Position, RecordedEvent } from '@portal/event-store';
import { codecOf, type LogAndDatabase } from './rebuiltElsewhere.ts';

export type LogOfCommands = Awaited<ReturnType<typeof logOfCommands>>;

/** Reads the whole log through the port and the codec. */
export async function logOfCommands({ store, database }: LogAndDatabase) {
  const codec = codecOf(database.pool);
  /** Occurrences of each trace of a keyed command. */
  const times = new Map<string, number>();
  /** Id of the site or user in the first event of each trace. */
  const ids = new Map<string, string>();
  /** Accounts of registered users, and accounts that were opened. */
  const accountsOf = new Map<string, string>();
  const opened = new Set<string>();
  const next = new Map<string, bigint>();
  /** Streams whose revisions have gaps. */
  const gaps = new Set<string>();
  /** Without the daily seals, whose time varies. */
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
