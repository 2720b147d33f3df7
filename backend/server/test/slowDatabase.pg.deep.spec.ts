import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startTcpProxy } from '@portal/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../src/platform/http/logger.ts';
import { emptyEventStoreDb } from './support/emptyEventStoreDb.ts';
import { eventually } from './support/eventually.ts';
import { startTestPortal } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.close());

/** The database behind an address where these connections, counted from 0, get no answer. */
async function unanswered(silent: readonly number[]) {
  const { hostname, port } = new URL(database.connectionString);
  const sockets = new Set<Socket>();
  let taken = 0;
  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other?.destroy();
    });
  };
  const server = createServer((client) => {
    const number = taken;
    taken += 1;
    if (silent.includes(number)) return keep(client);
    const upstream = connect(Number(port), hostname);
    keep(client, upstream);
    keep(upstream, client);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

// Proves I8-start
it.each([
  ['the first of all', 0],
  ['one on the way', 2],
])(
  'a portal starts although connecting takes too long at first: %s',
  async (_, number) => {
    const address = await unanswered([number]);
    try {
      const portal = await startTestPortal({}, { database, environment: { DATABASE_URL: address.url } });
      await eventually(async () => (await portal.client().get('/readyz')).status === 200);
      expect(portal.logLines.filter((line) => line.includes('unreachable'))).toHaveLength(1);
      await portal.stop();
    } finally {
      await address.close();
    }
  },
  120_000,
);

// Proves I8-start-1
it('a portal waits for an unreachable EventStoreDB, and reports it in one line', async () => {
  const own = await testDatabase({ empty: true });
  const eventStore = await emptyEventStoreDb();
  const { hostname, port } = new URL(eventStore.url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  proxy.mode = 'refuse';
  const address = new URL(eventStore.url);
  address.port = String(proxy.port);
  const lines: string[] = [];
  const log = createLogger('warn', {
    write: (line) => {
      lines.push(line);
      proxy.mode = 'pass';
    },
  });
  try {
    const portal = await startTestPortal(
      { log },
      { database: own, environment: { EVENTSTORE_URL: address.href } },
    );
    expect((await portal.client().get('/readyz')).status).toBe(200);
    await portal.stop();
    // a busy machine may have something else to warn of
    const reports = lines.filter((line) => line.includes('unreachable'));
    expect(reports, lines.join('')).toHaveLength(1);
    expect(reports[0]).toContain(`EventStoreDB at 127.0.0.1:${proxy.port} (EVENTSTORE_URL) is unreachable`);
    expect(reports[0]).not.toContain('stack');
  } finally {
    await proxy.close();
    await eventStore.stop();
    await own.close();
  }
}, 120_000);
