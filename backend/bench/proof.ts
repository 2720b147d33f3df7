import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import { type Projection, portalProjections, verifyLog } from '@portal/projections';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { figure } from '@portal/tools/statistics.ts';
import { openLog } from './openLog.ts';

interface ProofOptions {
  /** Positions by type of event. */
  readonly acknowledged?: ReadonlyMap<string, readonly string[]>;
  /** An EventStoreDB; default: the log is in the database. */
  readonly eventStoreUrl?: string | null;
}

/**
 * Proves a log that no portal works on any more: revisions are dense, and positions too in PostgreSQL, no event is
 * repeated, each acknowledged position holds its event, the index equals the log, nothing is parked, and each read model
 * equals its rebuild.
 * @returns the number of events, and a note for the results
 * @throws Error that names the fault
 */
export async function proveLog(
  databaseUrl: string,
  keyEncryptionKey: Buffer,
  { acknowledged = new Map(), eventStoreUrl = null }: ProofOptions = {},
): Promise<{ readonly events: number; readonly note: string }> {
  const log = await openLog(databaseUrl, keyEncryptionKey, eventStoreUrl);
  const { store, pool } = log;
  const projections = await log.follow();
  try {
    await projections.caughtUp();
    const events = await proveEvents();
    const verified = await verifyLog(store, pool);
    if (!verified.ok) throw new Error(`Log and index disagree: ${verified.faults[0]?.message}`);
    if (verified.verified !== events) {
      throw new Error(`The log has ${events} events, its index ${verified.verified}.`);
    }
    const parked = (await projections.status()).filter((one) => one.parked.length > 0);
    if (parked.length > 0) throw new Error(`${parked[0]?.projection} has parked accounts.`);
    // two at a time: folding uses this process, writing PostgreSQL
    await inParallel(portalProjections, 2, proveReadModel);
    const positions = acknowledged.size === 0 ? '' : ' each acknowledged one at its position,';
    const note = `Proved afterwards over ${figure(events)} events: dense ${eventStoreUrl === null ? 'positions and ' : ''}revisions, no event twice,${positions} index equal to log, every read model equal to its rebuild.`;
    return { events, note };
  } finally {
    await projections.stop();
    await log.close();
  }

  async function proveReadModel({ name, version, tables }: Projection): Promise<void> {
    const views = Object.values(tables).map((table) => `${table.name}_v${version}`);
    const live = await Promise.all(views.map(contentOf));
    await projections.rebuild(name);
    const rebuilt = await Promise.all(views.map(contentOf));
    for (const [index, view] of views.entries()) {
      if (live[index] !== rebuilt[index]) throw new Error(`${view} differs from its rebuild.`);
    }
  }

  async function proveEvents(): Promise<number> {
    const types = new Map<string, string>();
    const ids = new Set<string>();
    const revisions = new Map<string, bigint>();
    for await (const { id, position, stream, revision, type } of wholeLog(store)) {
      const before = revisions.get(stream) ?? -1n;
      if (revision !== before + 1n) throw new Error(`${stream} has a gap before revision ${revision}.`);
      revisions.set(stream, revision);
      types.set(position, type);
      ids.add(id);
      if (eventStoreUrl === null && BigInt(position) !== BigInt(ids.size)) {
        throw new Error(`Event ${ids.size} has position ${position}.`);
      }
    }
    if (ids.size !== types.size) throw new Error(`${types.size} events have ${ids.size} ids.`);
    for (const [type, positions] of acknowledged) {
      const found = positions.filter((position) => types.get(position) === type).length;
      if (found !== positions.length) {
        throw new Error(`${positions.length} ${type} were acknowledged, ${found} are in the log.`);
      }
    }
    return ids.size;
  }

  /** A hash of a view's rows in the order of their text. */
  async function contentOf(view: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ content: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS content FROM ${view} AS t`,
    );
    return rows[0]?.content;
  }
}

async function* wholeLog(store: EventStore): AsyncGenerator<RecordedEvent> {
  for (let from: Position | null = null; ; ) {
    const page: LogPage = await store.readAll(from, { limit: 1_000 });
    yield* page.events;
    if (page.end) return;
    from = page.next;
  }
}
