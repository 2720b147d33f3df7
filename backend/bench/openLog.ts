import { type EventMetadata, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { type Codec, createCodec, type EventStore } from '@portal/event-store';
import { type Projection, type Projections, portalProjections, startProjections } from '@portal/projections';
import { serverMigrations } from '@portal/server/app/serverMigrations.ts';
import { migrate } from '@portal/server/platform/database/migrate.ts';
import { openDatabase } from '@portal/server/platform/database/openDatabase.ts';
import { openEventStore } from '@portal/server/platform/eventStore/openEventStore.ts';
import { postgresKeyRing } from '@portal/server/platform/keyRing/postgresKeyRing.ts';
import type { Pool } from 'pg';
import pino from 'pino';
import { v7 } from 'uuid';

/** The portal's event store, codec and projections, without commands. */
export interface OpenLog {
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly pool: Pool;
  /**
   * Appends events to one stream as the portal does.
   * @returns the position of the last
   */
  append(
    stream: string,
    events: PortalEvent | readonly PortalEvent[],
    revision: bigint | 'no_stream',
    accountId: string,
    recordedAt?: Date,
  ): Promise<string>;
  /**
   * Starts the log index and these projections (default: all) on a pool of their own.
   * @param run false if another process runs them
   */
  follow(projections?: readonly Projection[], run?: boolean): Promise<Projections>;
  /** Brings the log index and these projections up to date, and the planner's statistics. */
  updateReadModels(projections?: readonly Projection[]): Promise<void>;
  close(): Promise<void>;
}

export const metadataOf = (accountId: string, recordedAt: Date) => ({
  v: 1,
  correlationId: v7(),
  causationId: null,
  actor: { kind: 'system' as const, id: 'bench' },
  commandId: v7(),
  recordedAt: recordedAt.toISOString(),
  accounts: [accountId],
});

/**
 * @param key wraps the personal-data keys, 32 bytes
 * @param eventStoreUrl of an EventStoreDB; null if the log is in the database
 */
export async function openLog(
  databaseUrl: string,
  key: Buffer,
  eventStoreUrl: string | null = null,
): Promise<OpenLog> {
  const log = pino({ level: 'warn' }, process.stderr);
  const database = openDatabase(databaseUrl);
  await migrate(database, serverMigrations);
  const readModels = openDatabase(databaseUrl, { maxConnections: 8 });
  const store = await openEventStore({ eventStoreUrl, databaseUrl, log });
  const keyRing = postgresKeyRing(database.pool, key);
  const codec: Codec<PortalEvent, EventMetadata> = createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing,
  });
  const follow: OpenLog['follow'] = (projections = portalProjections, run = true) =>
    startProjections({
      store,
      codec,
      pool: readModels.pool,
      projections,
      log,
      owner: 'bench',
      run,
    });
  return {
    store,
    codec,
    pool: database.pool,
    async append(stream, events, revision, accountId, recordedAt = new Date()) {
      const list = 'type' in events ? [events] : events;
      const metadata = metadataOf(accountId, recordedAt);
      const ids = list.map(() => v7());
      const encoded = await codec.encode(list, ids, metadata);
      return (await store.append(stream, encoded, revision)).position;
    },
    follow,
    async updateReadModels(projections) {
      const following = await follow(projections);
      await following.caughtUp();
      await following.stop();
      await database.pool.query('VACUUM ANALYZE');
    },
    async close() {
      await readModels.close();
      await store.close();
      await database.close();
    },
  };
}
