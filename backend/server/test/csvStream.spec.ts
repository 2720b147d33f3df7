import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { csvStream } from '../src/platform/csv/csv.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => [`Harbor Gate ${index}`, index]);

// Proves I35-14b
it('leaves others their turn within a long page', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const text = (await csvStream(['Site', 'Readers'], [rows(10_000)]).toArray()).join('');
  isOver = true;
  expect(text.split('\r\n')).toHaveLength(10_002);
  expect(turns).toBeGreaterThanOrEqual(9);
});

// Proves I35-14b
it('reads no further page for a caller who is gone', async () => {
  let pages = 0;
  let over: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  async function* endless() {
    try {
      for (;;) {
        pages += 1;
        yield rows(100);
      }
    } finally {
      over();
    }
  }
  const app = new Koa();
  app.silent = true;
  app.use((ctx) => {
    ctx.body = csvStream(['Site', 'Readers'], endless());
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const asked = get({ host: '127.0.0.1', port }, (response) => {
      response.once('data', () => {
        asked.destroy();
        resolve();
      });
      response.on('error', () => undefined);
    });
    asked.on('error', () => undefined);
  });
  await isOver;
  const read = pages;
  await new Promise((resolve) => setImmediate(resolve));
  expect(pages).toBe(read);
});
