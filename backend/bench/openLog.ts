import { eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec } from '@portal/event-store';
import { portalProjections, startProjections } from '@portal/projections';
import { serverMigrations } from '@portal/server/app/serverMigrations.ts';
import { migrate } from '@portal/server/platform/database/migrate.ts';
import { openDatabase } from '@portal/server/platform/database/openDatabase.ts';
import { openEventStore } from '@portal/server/platform/eventStore/openEventStore.ts';
import { postgresKeyRing } from '@portal/server/platform/keyRing/postgresKeyRing.ts';
import pino from 'pino';
import { v7 } from 'uuid';

export type OpenLog = Awaited<ReturnType<typeof openLog>>;

/**
 * The portal's event store, codec and projections, without commands.
 * @param key wraps the personal-data keys, 32 bytes
 * @param eventStoreUrl of an EventStoreDB; null if the log is in the database
 */
export async function openLog(databaseUrl: string, key: Buffer, eventStoreUrl: string | null) {
  const log = pino({ level: 'warn' }, process.stderr);
  const database = openDatabase(databaseUrl);
  await migrate(database, serverMigrations);
  const readModels = openDatabase(databaseUrl, { maxConnections: 8 });
  const store = await openEventStore({ eventStoreUrl, databaseUrl, log });
  const keyRing = postgresKeyRing(database.pool, key);
  const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
  /**
   * Starts the log index and these projections on a pool of their own.
   * @param run false if another process runs them
   */
  const follow = (projections = portalProjections, run = true) =>
    startProjections({ store, codec, pool: readModels.pool, projections, log, owner: 'bench', run });
  return {
    store,
    pool: database.pool,
    follow,
    /** Appends events to one stream as the portal does. @returns the position of the last */
    async append(
      stream: string,
      events: PortalEvent | readonly PortalEvent[],
      revision: bigint | 'no_stream',
      accountId: string,
      recordedAt = new Date(),
    ): Promise<string> {
      const list = 'type' in events ? [events] : events;
      const ids = list.map(() => v7());
      const encoded = await codec.encode(list, ids, {
        v: 1,
        correlationId: v7(),
        causationId: null,
        actor: { kind: 'system', id: 'bench' },
        commandId: v7(),
        recordedAt: recordedAt.toISOString(),
        accounts: [accountId],
      });
      return (await store.append(stream, encoded, revision)).position;
    },
    /** Brings the log index and these projections up to date, and the planner's statistics. */
    async updateReadModels(projections = portalProjections) {
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
