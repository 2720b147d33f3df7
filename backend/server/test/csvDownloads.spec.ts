import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { TooMuchWaiting } from '../src/kernel/fairQueue.ts';
import { csvDownloads } from '../src/platform/csv/csv.ts';

const HEADER = ['Site', 'Readers'];
const rows = (count: number) => Array.from({ length: count }, (_, index) => [`Harbor Gate ${index}`, index]);
const textOf = async (file: AsyncIterable<Buffer>) => {
  let text = '';
  for await (const chunk of file) text += chunk;
  return text;
};

/** Pages of 100 rows whose reading is noted. */
async function* pagesOf(user: string, count: number, read: string[]) {
  for (let page = 0; page < count; page += 1) {
    read.push(user);
    await turn();
    yield rows(100);
  }
}

/** A page whose reading waits until it is let go. */
function gatedPage() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  async function* pages() {
    await gate;
    yield rows(1);
  }
  return { pages, open: () => open() };
}

// Proves I35-14b
it('leaves others their turn within a long page', async () => {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  async function* page() {
    yield rows(10_000);
  }
  const text = await textOf(await csvDownloads()({ user: 'a' }, HEADER, page()));
  isOver = true;
  expect(text.split('\r\n')).toHaveLength(10_002);
  expect(turns).toBeGreaterThanOrEqual(9);
});

// Proves I35-14c
it('reads one page at a time, in turns of the users: ten files of one delay another by a page', async () => {
  const write = csvDownloads();
  const read: string[] = [];
  const many = Array.from({ length: 10 }, async () =>
    textOf(await write({ user: 'many' }, HEADER, pagesOf('many', 20, read))),
  );
  while (read.length < 10) await turn();
  const before = read.length;
  const one = await textOf(await write({ user: 'one' }, HEADER, pagesOf('one', 3, read)));
  const between = read.slice(before);
  expect(one.split('\r\n')).toHaveLength(302);
  // by turns, not ten for each of one's own
  expect(between.filter((user) => user === 'one')).toHaveLength(3);
  expect(between.filter((user) => user === 'many').length).toBeLessThan(10);
  for (const text of await Promise.all(many)) expect(text.split('\r\n')).toHaveLength(2_002);
});

// Proves I35-14c
it('keeps nobody waiting for a caller who stopped reading', async () => {
  const write = csvDownloads();
  const stalled = await write({ user: 'stalled' }, HEADER, pagesOf('stalled', 1_000, []));
  await stalled[Symbol.asyncIterator]().next();
  expect(await textOf(await write({ user: 'other' }, HEADER, pagesOf('other', 50, [])))).toContain('Gate 99');
  stalled.destroy();
});

// Proves I35-14c
it('refuses a file beyond ten that wait of one user, but breaks off none that was begun', async () => {
  const write = csvDownloads();
  const { pages, open } = gatedPage();
  const files = Array.from({ length: 11 }, () => write({ user: 'a' }, HEADER, pages()));
  await expect(write({ user: 'a' }, HEADER, pages())).rejects.toThrow(TooMuchWaiting);
  open();
  for (const text of await Promise.all((await Promise.all(files)).map(textOf)))
    expect(text).toContain('Harbor Gate 0,0');
});

// Proves I35-14c
it('drops the file of a caller who left while it waited', async () => {
  const write = csvDownloads();
  const { pages, open } = gatedPage();
  const first = write({ user: 'a' }, HEADER, pages());
  const gone = new AbortController();
  const read: string[] = [];
  const left = write({ user: 'b', signal: gone.signal }, HEADER, pagesOf('b', 1, read));
  gone.abort(new Error('The caller is gone'));
  await expect(left).rejects.toThrow('The caller is gone');
  open();
  await textOf(await first);
  expect(read).toEqual([]);
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
  app.use(async (ctx) => {
    ctx.body = await csvDownloads()({ user: 'a' }, HEADER, endless());
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
  await turn();
  expect(pages).toBe(read);
});
