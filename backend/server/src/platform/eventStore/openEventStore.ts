import {
  createPostgresEventStore,
  type EventStore,
  type LogWriter,
  mayAlterEvents,
  migratePostgresEventStore,
  postgresLogWriter,
  writeThroughPort,
} from '@portal/event-store';
import type { Logger } from 'pino';
import { messageOf } from '../../kernel/messageOf.ts';
import { withConnection } from '../database/openDatabase.ts';

export interface EventStorePlace {
  readonly eventStoreUrl: string | null;
  readonly databaseUrl: string;
  /** Login that owns the log's schema; default: `databaseUrl`'s. */
  readonly ownerUrl?: string | null;
  readonly log: Logger;
}

/** The login of DATABASE_OWNER_URL could not create or migrate the event log's schema. */
export class OwnerLoginFailed extends Error {
  override readonly name = 'OwnerLoginFailed';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** EventStoreDB with EVENTSTORE_URL, else PostgreSQL, whose schema is created or migrated. @throws OwnerLoginFailed */
export async function openEventStore(options: EventStorePlace): Promise<EventStore> {
  const { eventStoreUrl, databaseUrl, log } = options;
  if (eventStoreUrl !== null) {
    // loading its client takes a second
    const { createEventStoreDbEventStore } = await import('@portal/event-store/eventstoredb');
    return createEventStoreDbEventStore({
      connectionString: eventStoreUrl,
      // tries of one outage are no news
      onDropped: (error, attempt) =>
        log[attempt === 1 ? 'warn' : 'debug'](
          { reason: messageOf(error), attempt },
          'event store subscription dropped',
        ),
    });
  }
  const role = await prepareSchema(options);
  return createPostgresEventStore({
    connectionString: databaseUrl,
    role,
    onTrouble: (error) => log.warn({ err: error }, 'event store connection lost'),
  });
}

/** A writer of whole logs for the store opened at the same place. */
export async function openLogWriter(store: EventStore, place: EventStorePlace): Promise<LogWriter> {
  if (place.eventStoreUrl !== null) return writeThroughPort(store);
  const role = await prepareSchema(place);
  return postgresLogWriter({
    connectionString: place.databaseUrl,
    role,
    onTrouble: (error) => place.log.warn({ err: error }, 'event store connection lost'),
  });
}

/** A warning if the portal's login could do more with the event log than the portal does, e.g. delete events; else null. */
export async function warningOfLogin({
  eventStoreUrl,
  databaseUrl,
}: Pick<EventStorePlace, 'eventStoreUrl' | 'databaseUrl'>): Promise<string | null> {
  if (eventStoreUrl === null) {
    return (await withConnection(databaseUrl, mayAlterEvents))
      ? 'the login of DATABASE_URL owns the event log and could change or delete events; use another one (docs/operations.md, Database logins)'
      : null;
  }
  const { needlessRights } = await import('@portal/event-store/eventstoredb-login');
  const rights = await needlessRights(eventStoreUrl);
  return rights.length === 0
    ? null
    : `the login of EVENTSTORE_URL could ${rights.join(', ')}; use one of npm run events -- prepare (docs/operations.md, EventStoreDB login)`;
}

/**
 * Creates or migrates the log's schema.
 * @returns the role to append with; null for the login's own
 * @throws OwnerLoginFailed
 */
async function prepareSchema({ databaseUrl, ownerUrl = null }: EventStorePlace): Promise<string | null> {
  if (ownerUrl === null) return (await migratePostgresEventStore(databaseUrl)).appRole;
  const login = await withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ login: string }>('SELECT current_user AS login');
    return rows[0]?.login ?? '';
  });
  try {
    return (await migratePostgresEventStore(ownerUrl, login)).appRole;
  } catch (error) {
    throw new OwnerLoginFailed(error);
  }
}
