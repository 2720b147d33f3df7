import { type Projection, portalProjections, verifyLog } from '@portal/projections';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { openLog } from './openLog.ts';
import { figure } from './statistics.ts';

/**
 * Proves a log that no portal works on any more: positions and revisions are dense, no event is repeated, each
 * acknowledged position holds its event, the index equals the log, nothing is parked, and each read model equals its
 * rebuild.
 * @param acknowledged positions by type of event
 * @returns the number of events, and a note for the results
 * @throws Error that names the fault
 */
export async function proveLog(
  databaseUrl: string,
  keyEncryptionKey: Buffer,
  acknowledged: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<{ readonly events: number; readonly note: string }> {
  const log = await openLog(databaseUrl, keyEncryptionKey);
  const { store, pool } = log;
  const projections = await log.follow();
  try {
    await projections.caughtUp();
    const events = await proveEvents();
    await proveAcknowledged();
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
    const note = `Proved afterwards over ${figure(events)} events: dense positions and revisions, no event twice,${positions} index equal to log, every read model equal to its rebuild.`;
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
    const { rows } = await pool.query<Record<'events' | 'ids' | 'positions' | 'uneven', string>>(
      `SELECT count(*) AS events, count(DISTINCT event_id) AS ids, coalesce(max(position), 0) AS positions,
         (SELECT count(*) FROM (SELECT FROM es.events GROUP BY stream HAVING max(revision) + 1 <> count(*)) AS s) AS uneven
       FROM es.events`,
    );
    const { events = '', ids, positions, uneven } = rows[0] ?? {};
    if (events !== ids || events !== positions || uneven !== '0') {
      throw new Error(
        `${events} events, ${ids} ids, last position ${positions}, ${uneven} streams with a gap.`,
      );
    }
    return Number(events);
  }

  async function proveAcknowledged(): Promise<void> {
    for (const [type, positions] of acknowledged) {
      const { rows } = await pool.query<{ found: string }>(
        'SELECT count(*) AS found FROM es.events WHERE type = $1 AND position = ANY($2::bigint[])',
        [type, positions],
      );
      if (Number(rows[0]?.found) !== positions.length) {
        throw new Error(`${positions.length} ${type} were acknowledged, ${rows[0]?.found} are in the log.`);
      }
    }
  }

  /** A hash of a view's rows in the order of their text. */
  async function contentOf(view: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ content: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS content FROM ${view} AS t`,
    );
    return rows[0]?.content;
  }
}
