import type { EventStore, LogPage, Position, RecordedEvent } from '@portal/event-store';
import { portalProjections, verifyLog } from '@portal/projections';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { figure } from '@portal/tools/statistics.ts';
import type { OpenLog } from './openLog.ts';

export interface Proof {
  readonly events: number;
  /** For the results. */
  readonly note: string;
}

/**
 * Proves a log that no portal works on any more, and closes it: revisions are dense, and positions too in PostgreSQL, no
 * event is repeated, each acknowledged position holds its event, the index equals the log, nothing is parked, and each
 * read model equals its rebuild.
 * @param acknowledged positions by type of event
 * @throws Error that names the fault
 */
export async function proveLog(
  log: OpenLog,
  acknowledged: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Proof> {
  const { store, pool } = log;
  const projections = await log.follow();
  try {
    await projections.caughtUp();
    const { events, dense } = await proveEvents(store, acknowledged);
    const verified = await verifyLog(store, pool);
    if (!verified.ok) throw new Error(`Log and index disagree: ${verified.faults[0]?.message}`);
    if (verified.verified !== events) {
      throw new Error(`The log has ${events} events, its index ${verified.verified}.`);
    }
    const parked = (await projections.status()).filter((one) => one.parked.length > 0);
    if (parked.length > 0) throw new Error(`${parked[0]?.projection} has parked accounts.`);
    // two at a time: folding uses this process, writing PostgreSQL
    await inParallel(portalProjections, 2, async ({ name, version, tables }) => {
      const contents = () =>
        Promise.all(Object.values(tables).map((table) => contentOf(`${table.name}_v${version}`)));
      const live = await contents();
      await projections.rebuild(name);
      if (live.join() !== (await contents()).join()) throw new Error(`${name} differs from its rebuild.`);
    });
    const positions = acknowledged.size === 0 ? '' : ' each acknowledged one at its position,';
    const note = `Proved afterwards over ${figure(events)} events: dense ${dense}, no event twice,${positions} index equal to log, every read model equal to its rebuild.`;
    return { events, note };
  } finally {
    await projections.stop();
    await log.close();
  }

  /** A hash of a view's rows in the order of their text. */
  async function contentOf(view: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ content: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS content FROM ${view} AS t`,
    );
    return rows[0]?.content;
  }
}

async function proveEvents(store: EventStore, acknowledged: ReadonlyMap<string, readonly string[]>) {
  const types = new Map<string, string>();
  const ids = new Set<string>();
  const revisions = new Map<string, bigint>();
  for await (const { id, position, stream, revision, type } of eventsAfter(store, null)) {
    const before = revisions.get(stream) ?? -1n;
    if (revision !== before + 1n) throw new Error(`${stream} has a gap before revision ${revision}.`);
    revisions.set(stream, revision);
    types.set(position, type);
    ids.add(id);
  }
  if (ids.size !== types.size) throw new Error(`${types.size} events have ${ids.size} ids.`);
  // those of EventStoreDB are not dense
  const numbered = [...types.keys()].every((position) => /^\d+$/.test(position));
  if (numbered && [...types.keys()].some((position, index) => BigInt(position) !== BigInt(index + 1))) {
    throw new Error('The positions have gaps.');
  }
  for (const [type, positions] of acknowledged) {
    const found = positions.filter((position) => types.get(position) === type).length;
    if (found !== positions.length) {
      throw new Error(`${positions.length} ${type} were acknowledged, ${found} are in the log.`);
    }
  }
  return { events: ids.size, dense: numbered ? 'positions and revisions' : 'revisions' };
}

/** The log after a position; null: all of it. */
export async function* eventsAfter(
  store: EventStore,
  position: Position | null,
): AsyncGenerator<RecordedEvent> {
  for (let from = position; ; ) {
    const page: LogPage = await store.readAll(from, { limit: 1_000 });
    yield* page.events;
    if (page.end) return;
    from = page.next;
  }
}
