import type { EventMetadata, PortalEvent } from '@portal/domain';
import { eventMetadataSchema, portalEvents } from '@portal/domain';
import { type Codec, createCodec, type EventStore } from '@portal/event-store';
import { type Projections, portalProjections, startProjections } from '@portal/projections';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { migrate } from '../src/adapters/database/migrate.ts';
import { openDatabase } from '../src/adapters/database/openDatabase.ts';
import { serverMigrations } from '../src/adapters/database/serverMigrations.ts';
import { postgresKeyRing } from '../src/adapters/keyRing/postgresKeyRing.ts';
import { openEventStore } from '../src/adapters/openEventStore.ts';

/** The portal below its commands: log, codec and projections, wired as compose.ts does. */
export interface Backend {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly projections: Projections;
  /** Appends one event as the portal would store it. @returns its position */
  append(
    stream: string,
    event: PortalEvent,
    revision: bigint | 'no_stream',
    accountId: string,
  ): Promise<string>;
  close(): Promise<void>;
}

/** @param key wraps the personal-data keys, 32 bytes */
export async function openBackend(databaseUrl: string, key: Buffer): Promise<Backend> {
  const log = pino({ level: 'warn' }, process.stderr);
  const database = openDatabase(databaseUrl);
  await migrate(database.knex, serverMigrations);
  const readModels = openDatabase(databaseUrl, { maxConnections: 8 });
  const store = await openEventStore({ eventStoreUrl: null, databaseUrl, log });
  const keyRing = postgresKeyRing(database.pool, key);
  const codec: Codec<PortalEvent, EventMetadata> = createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing,
  });
  const projections = await startProjections({
    store,
    codec,
    pool: readModels.pool,
    projections: portalProjections,
    log,
    owner: 'bench',
    run: true,
  });
  return {
    store,
    pool: database.pool,
    projections,
    async append(stream, event, revision, accountId) {
      const metadata = {
        v: 1,
        correlationId: v7(),
        causationId: null,
        actor: { kind: 'system' as const, id: 'bench' },
        commandId: v7(),
        recordedAt: new Date().toISOString(),
        accounts: [accountId],
      };
      const encoded = await codec.encode([event], [v7()], metadata);
      return (await store.append(stream, encoded, revision)).position;
    },
    async close() {
      await projections.stop();
      await readModels.close();
      await store.close();
      await database.close();
    },
  };
}
