import { type Projection, portalProjections, verifyLog } from '@portal/projections';
import { openBackend } from './openBackend.ts';

export interface Proof {
  /** Events in the log. */
  readonly events: number;
}

/**
 * Proves a database that a bench has filled, once no portal works on it any more: positions are dense, every stream's
 * revisions too, no event stands there twice, every acknowledged position holds an event of the type it was
 * acknowledged for, the log index agrees with the log event by event, nothing is parked, and every read model is equal
 * to one that is rebuilt from the first event.
 * @param acknowledged positions by the type of the event that stands there
 * @throws Error that says what is wrong
 */
export async function proveLog(
  databaseUrl: string,
  keyEncryptionKey: Buffer,
  acknowledged: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Proof> {
  const backend = await openBackend(databaseUrl, keyEncryptionKey);
  const { store, pool, projections } = backend;
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
    await inLanes(portalProjections, proveReadModel);
    return { events };
  } finally {
    await backend.close();
  }

  async function proveReadModel({ name, version, tables }: Projection): Promise<void> {
    const views = Object.values(tables).map((table) => `${table.name}_v${version}`);
    const live = await Promise.all(views.map(contentOf));
    await projections.rebuild(name);
    const rebuilt = await Promise.all(views.map(contentOf));
    for (const [index, view] of views.entries()) {
      if (live[index] !== rebuilt[index]) throw new Error(`${view} is not what its events say.`);
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

/** Does the work for each, two at a time: folding is this process's, writing is PostgreSQL's. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all([lane(), lane()]);
}
