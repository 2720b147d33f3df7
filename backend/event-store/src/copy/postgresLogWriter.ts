import type pg from 'pg';
import { StoreUnavailable } from '../port.ts';
import { fromPosition, toPosition } from '../positions.ts';
import {
  isConnectionLoss,
  openClient,
  type PostgresEventStoreConfig,
  settingsOf,
  unavailable,
} from '../postgres/connection.ts';
import { APPEND_LOCK } from '../postgres/schema.ts';
import type { LogWriter } from './logWriter.ts';

const INSERT = `
INSERT INTO es.events (position, revision, event_id, stream, type, data, metadata)
SELECT $1::bigint + e.n, e.revision, e.id, e.stream, e.type, e.data, e.metadata
FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
  WITH ORDINALITY e(revision, id, stream, type, data, metadata, n)`;

/**
 * Writes each page of another log in one transaction under the lock of appends: after the end the caller has read, or not
 * at all. `migratePostgresEventStore` must have been run.
 */
export function postgresLogWriter(config: PostgresEventStoreConfig): LogWriter {
  const settings = settingsOf(config);
  let open: pg.Client | null = null;

  async function connected(): Promise<pg.Client> {
    open ??= await openClient(settings);
    return open;
  }
  async function leave(): Promise<void> {
    const left = open;
    open = null;
    await left?.end().catch(() => {});
  }

  return {
    pageEvents: 1_000,
    async write(events, after) {
      const end = after === null ? 0n : fromPosition(after);
      try {
        const client = await connected();
        await client.query('BEGIN');
        await client.query(`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`);
        const { rows } = await client.query<{ end: string }>(
          'SELECT coalesce(max(position), 0)::text AS end FROM es.events',
        );
        if (rows[0]?.end !== String(end)) {
          throw new StoreUnavailable(`The log ends at ${rows[0]?.end}, not at ${end}.`);
        }
        await client.query(INSERT, [
          String(end),
          events.map(({ revision }) => String(revision)),
          events.map(({ id }) => id),
          events.map(({ stream }) => stream),
          events.map(({ type }) => type),
          events.map(({ data }) => data),
          events.map(({ metadata }) => metadata),
        ]);
        await client.query('COMMIT');
      } catch (error) {
        // closing ends the transaction in any state
        await leave();
        if (error instanceof StoreUnavailable || isConnectionLoss(error)) {
          throw unavailable('The copy of a page', error);
        }
        throw error;
      }
      return toPosition(end + BigInt(events.length));
    },
    close: leave,
  };
}
