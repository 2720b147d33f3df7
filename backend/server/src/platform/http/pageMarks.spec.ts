import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { staticPages } from './pages.ts';

let root: string;
let server: Server;
let marks: Record<string, string>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-pages-'));
  await writeFile(
    join(root, 'index.html'),
    '<h1>%COMPANY_NAME%</h1><a title="%COMPANY_NAME%">%YEAR% 100%</a>',
  );
  await writeFile(join(root, 'app.html'), '<p>%COMPANY_NAME% %UNKNOWN%</p>');
  marks = { COMPANY_NAME: 'Smith & Sons "Locks" <b>', YEAR: '2026' };
  server = createServer(new Koa().use(staticPages(root, () => marks).middleware).callback());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await new Promise((done) => server.close(done));
  await rm(root, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
}

// Proves S1-1-12
it('fills in placeholders of both pages as text, and keeps other text', async () => {
  const name = 'Smith &amp; Sons &quot;Locks&quot; &lt;b&gt;';
  expect(await (await get('/')).text()).toBe(`<h1>${name}</h1><a title="${name}">2026 100%</a>`);
  expect(await (await get('/login')).text()).toBe(`<p>${name} %UNKNOWN%</p>`);
});

it('fills in changed values, with another ETag', async () => {
  const first = await get('/');
  marks = { ...marks, YEAR: '2027' };
  const second = await get('/', { 'If-None-Match': first.headers.get('ETag') ?? '' });
  expect(second.status).toBe(200);
  expect(await second.text()).toContain('2027 100%');
});
