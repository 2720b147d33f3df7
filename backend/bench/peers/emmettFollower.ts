import { type PortalEvent, siteStream } from '@portal/domain';
import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { atRandomMoments, EVENTS_EACH, type FollowerModule, type Tuning } from '../contenders/follower.ts';
import { poolOf } from '../contenders/poolOf.ts';
import { metadataOf } from '../openLog.ts';
import { differingRows, foldedBySql, sqlTable } from '../readerCounts.ts';
import { siteAdded } from '../sampleEvents.ts';
import { writeSites } from '../siteLog.ts';
import { loadPeer } from './peer.ts';

/** What is used of @event-driven-io/emmett-postgresql, emmett itself and its database access, dumbo. */
interface Store {
  appendToStream(
    stream: string,
    events: readonly { readonly type: string; readonly data: unknown; readonly metadata: unknown }[],
    options: { readonly expectedStreamVersion: unknown },
  ): Promise<{ readonly lastEventGlobalPosition: bigint }>;
  readonly schema: { migrate(): Promise<unknown> };
}
interface Consumer {
  projector(options: {
    readonly projection: unknown;
    readonly processorId: string;
    readonly stopAfter?: (message: { readonly metadata: { readonly globalPosition: bigint } }) => boolean;
  }): unknown;
  start(): Promise<void>;
  close(): Promise<void>;
}
interface Pulling {
  readonly batchSize: number;
  readonly pullingFrequencyInMs: number;
}
interface Emmett {
  getPostgreSQLEventStore(
    connectionString: string,
    options: { readonly connectionOptions: { readonly pooled: true; readonly pool: unknown } },
  ): Store;
  postgreSQLEventStoreConsumer(options: {
    readonly connectionString: string;
    readonly pulling?: Pulling;
  }): Consumer;
  postgreSQLRawSQLProjection(definition: {
    readonly name: string;
    readonly canHandle: readonly PortalEvent['type'][];
    readonly evolve: (event: PortalEvent) => unknown;
  }): unknown;
}
type Sql = (text: string, ...values: readonly unknown[]) => unknown;

/** Found by trial: each event writes the checkpoint's row, so larger transactions are slower. */
const FAST: Pulling = { batchSize: 250, pullingFrequencyInMs: 0 };
/**
 * After each page that is not full it doubles its wait, up to a second, whatever the frequency. A page of one event is
 * always full, so it polls without a wait.
 */
const PROMPT: Pulling = { batchSize: 1, pullingFrequencyInMs: 0 };

const LOG = {
  table: 'emt_messages',
  type: 'message_type',
  data: 'message_data',
  position: 'global_position',
};

const emmettFollower: FollowerModule = {
  async open(databaseUrl) {
    const emmett = (await loadPeer('@event-driven-io/emmett-postgresql')) as Emmett;
    const { sql } = (await loadPeer('@event-driven-io/dumbo')) as { readonly sql: Sql };
    const { STREAM_DOES_NOT_EXIST } = (await loadPeer('@event-driven-io/emmett')) as {
      readonly STREAM_DOES_NOT_EXIST: unknown;
    };
    const pool = poolOf(databaseUrl);
    const store = emmett.getPostgreSQLEventStore(databaseUrl, { connectionOptions: { pooled: true, pool } });
    await store.schema.migrate();
    let tables = 0;

    async function append(
      stream: string,
      events: PortalEvent | readonly PortalEvent[],
      revision: bigint | 'no_stream',
      accountId: string,
    ): Promise<string> {
      const list = 'type' in events ? [events] : events;
      const metadata = metadataOf(accountId, new Date());
      const { lastEventGlobalPosition } = await store.appendToStream(
        stream,
        list.map(({ type, data }) => ({ type, data, metadata })),
        // it counts a stream's events from 1
        { expectedStreamVersion: revision === 'no_stream' ? STREAM_DOES_NOT_EXIST : revision + 1n },
      );
      return String(lastEventGlobalPosition);
    }

    /** The read model as in its documentation: a statement per event. */
    async function countsProjection(onEvent: (event: PortalEvent) => void = () => {}) {
      tables += 1;
      const table = `counts_${tables}`;
      await pool.query(sqlTable(table));
      const projection = emmett.postgreSQLRawSQLProjection({
        name: table,
        canHandle: ['SiteAdded', 'ReaderCountChanged'],
        evolve: (event) => {
          onEvent(event);
          if (event.type === 'SiteAdded') {
            const { siteId, accountId, siteName, readers } = event.data;
            return sql(
              `INSERT INTO ${table} (id, account_id, site_name, readers, changes) VALUES (%L, %L, %L, %s, 0)`,
              ...[siteId, accountId, siteName, readers],
            );
          }
          if (event.type !== 'ReaderCountChanged') return [];
          const { siteId, readers } = event.data;
          return sql(
            `UPDATE ${table} SET readers = %s, changes = changes + 1 WHERE id = %L`,
            readers,
            siteId,
          );
        },
      });
      return { table, projection };
    }

    const consumerOf = (tuning: Tuning, pulling: Pulling) =>
      emmett.postgreSQLEventStoreConsumer({
        connectionString: databaseUrl,
        ...(tuning === 'tuned' ? { pulling } : {}),
      });

    /** Follows from its checkpoint until the last event is committed. */
    async function followUntil(
      last: bigint,
      { table, projection }: { readonly table: string; readonly projection: unknown },
      tuning: Tuning,
    ): Promise<void> {
      const consumer = consumerOf(tuning, FAST);
      consumer.projector({
        projection,
        processorId: table,
        stopAfter: ({ metadata }) => metadata.globalPosition === last,
      });
      await consumer.start();
      await consumer.close();
    }

    /** The idle read model, and callbacks by site that wait for it. */
    let idle: Awaited<ReturnType<typeof countsProjection>> | undefined;
    const waiting = new Map<string, () => void>();

    return {
      writeSites: (sites, atOnce) =>
        writeSites({ append }, { sites, eventsEach: EVENTS_EACH, arrangement: 'spread', atOnce }),

      async catchUp(tuning) {
        const { events, last } = await lengthOf(pool);
        const counts = await countsProjection();
        const began = performance.now();
        await followUntil(last, counts, tuning);
        const seconds = (performance.now() - began) / 1_000;
        await pool.query('DROP TABLE IF EXISTS by_sql');
        await pool.query(sqlTable('by_sql'));
        await pool.query(`INSERT INTO by_sql ${foldedBySql('true', LOG)}`);
        return { events, seconds, wrongRows: await differingRows(pool, counts.table) };
      },

      async visible(tuning, seconds) {
        // catches up first, because its 'END' is the position of the first event
        idle ??= await countsProjection((event) => {
          if (event.type === 'SiteAdded') waiting.get(event.data.siteId)?.();
        });
        const { last } = await lengthOf(pool);
        if ((await checkpointOf(pool, idle.table)) !== last) await followUntil(last, idle, 'tuned');
        const consumer = consumerOf(tuning, PROMPT);
        consumer.projector({ projection: idle.projection, processorId: idle.table });
        const running = consumer.start();
        const ended = running.then(() => Promise.reject(new Error('emmett’s consumer ended.')));
        const latencies = await atRandomMoments(seconds, async () => {
          const [siteId, accountId] = [v7(), v7()];
          const began = performance.now();
          const seen = new Promise<void>((resolve) => {
            waiting.set(siteId, resolve);
          });
          await append(siteStream(siteId), siteAdded(siteId, accountId), 'no_stream', accountId);
          await Promise.race([seen, ended]);
          return performance.now() - began;
        });
        waiting.clear();
        await consumer.close();
        return latencies;
      },
    };
  },
};

async function lengthOf(pool: Pool): Promise<{ readonly events: number; readonly last: bigint }> {
  const { rows } = await pool.query<{ events: string; last: string }>(
    'SELECT count(*) AS events, max(global_position) AS last FROM emt_messages',
  );
  return { events: Number(rows[0]?.events), last: BigInt(rows[0]?.last ?? 0) };
}

async function checkpointOf(pool: Pool, processorId: string): Promise<bigint | null> {
  const { rows } = await pool.query<{ position: string }>(
    'SELECT last_processed_checkpoint AS position FROM emt_processors WHERE processor_id = $1',
    [processorId],
  );
  return rows[0] === undefined ? null : BigInt(rows[0].position);
}

export default emmettFollower;
