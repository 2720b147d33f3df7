import {
  createPostgresEventStore,
  type EventStore,
  type LogWriter,
  migratePostgresEventStore,
  postgresLogWriter,
  writeThroughPort,
} from '@portal/event-store';
import type { Logger } from 'pino';

export interface EventStorePlace {
  readonly eventStoreUrl: string | null;
  readonly databaseUrl: string;
  readonly log: Logger;
}

/** EventStoreDB where EVENTSTORE_URL names one, else the store in our own PostgreSQL, its schema made or brought up to date. */
export async function openEventStore(options: EventStorePlace): Promise<EventStore> {
  const { eventStoreUrl, databaseUrl, log } = options;
  if (eventStoreUrl !== null) {
    // its client takes a second to load; nobody else waits for it
    const { createEventStoreDbEventStore } = await import('@portal/event-store/eventstoredb');
    return createEventStoreDbEventStore({
      connectionString: eventStoreUrl,
      onDropped: (error, attempt) => log.warn({ err: error, attempt }, 'event store subscription dropped'),
    });
  }
  const { appRole } = await migratePostgresEventStore(databaseUrl);
  return createPostgresEventStore({
    connectionString: databaseUrl,
    role: appRole,
    onTrouble: (error) => log.warn({ err: error }, 'event store connection lost'),
  });
}

/** Writes whole logs into the store that was opened at the same place. */
export async function openLogWriter(store: EventStore, place: EventStorePlace): Promise<LogWriter> {
  if (place.eventStoreUrl !== null) return writeThroughPort(store);
  const { appRole } = await migratePostgresEventStore(place.databaseUrl);
  return postgresLogWriter({
    connectionString: place.databaseUrl,
    role: appRole,
    onTrouble: (error) => place.log.warn({ err: error }, 'event store connection lost'),
  });
}
