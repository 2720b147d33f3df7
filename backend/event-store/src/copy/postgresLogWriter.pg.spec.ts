import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../port.ts';
import { migratePostgresEventStore } from '../postgres/migrate.ts';
import { createPostgresEventStore } from '../postgres/postgresEventStore.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcpProxy.ts';
import type { CopiedEvent, LogWriter } from './logWriter.ts';
import { postgresLogWriter } from './postgresLogWriter.ts';

let database: TestDatabase;
let store: EventStore;
let proxy: TcpProxy;
let writer: LogWriter;

beforeEach(async () => {
  database = await createTestDatabase();
  const { appRole: role } = await migratePostgresEventStore(database.connectionString);
  store = createPostgresEventStore({ connectionString: database.connectionString, role });
  const url = new URL(database.connectionString);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  url.hostname = '127.0.0.1';
  writer = postgresLogWriter({ connectionString: url.href, role });
});
afterEach(async () => {
  await writer.close();
  await proxy.close();
  await store.close();
  await database.drop();
});

const event = (stream: string, revision: number): CopiedEvent => ({
  stream,
  revision: BigInt(revision),
  id: randomUUID(),
  type: 'SiteApproved',
  data: ` {"n": ${revision}.0, "text": "\\u00e9 é \\" {,}"}`,
  metadata: '{}',
});
/** Sessions of writers. */
async function writers(): Promise<number | null> {
  const client = new pg.Client(database.connectionString);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'portal event store (append)'`,
    );
    return rowCount;
  } finally {
    await client.end();
  }
}
const log = async () => (await store.readAll(null)).events.map(({ position, ...rest }) => rest);

describe('postgresLogWriter', () => {
  it('keeps order, ids, bytes and revisions across pages', async () => {
    const first = [event('a-1', 0), event('b-1', 0), event('a-1', 1)];
    const second = [event('b-1', 1), event('a-1', 2)];
    const after = await writer.write(first, null);
    expect(await writer.write(second, after)).toBe(await store.head());
    expect(await log()).toEqual([...first, ...second]);
    await store.append('a-1', [{ id: randomUUID(), type: 'X', data: '{}', metadata: '{}' }], 2n);
    expect(await log()).toHaveLength(6);
  });

  // Proves I8-move-1
  it('writes a page behind the end the caller has seen, or not at all', async () => {
    await writer.write([event('a-1', 0)], null);
    await expect(writer.write([event('b-1', 0)], null)).rejects.toThrow('The log ends at 1, not at 0.');
    await expect(writer.write([event('b-1', 0), event('a-1', 0)], await store.head())).rejects.toThrow(
      'duplicate key',
    );
    expect(await log()).toHaveLength(1);
    await writer.write([event('b-1', 0)], await store.head());
    expect(await log()).toHaveLength(2);
  });

  it('may have written the page when the connection is lost at the commit', async () => {
    const after = await writer.write([event('a-1', 0)], null);
    const lost = writer.write([event('b-1', 0), event('b-1', 1)], after);
    proxy.mode = 'refuse';
    await expect(lost).rejects.toThrow(StoreUnavailable);
    proxy.mode = 'pass';
    // PostgreSQL executes what it received before it notices the loss
    await expect.poll(writers, { timeout: 15_000 }).toBe(0);
    expect([1, 3]).toContain((await log()).length);
    await writer.write([event('c-1', 0)], await store.head());
    expect((await log()).at(-1)).toMatchObject({ stream: 'c-1' });
  });
});
