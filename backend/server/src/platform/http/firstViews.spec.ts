import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@portal/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createEdge } from './app.ts';
import { START_APP } from './firstViews.ts';
import { createLogger } from './logger.ts';
import { staticPages } from './pages.ts';
import { type Route, route } from './route.ts';

const APP =
  '<html><head><script type="module" crossorigin src="/assets/app-1.js"></script><link rel="modulepreload" href="/assets/react-1.js"></head><body><div id="root"></div></body></html>';

/** As the pages' build: a heading from the user, the browser's look, and the sites, which it asks for. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  const asked = new Map();
  parentPort.on('message', async ({ id, read, answer, order }) => {
    if (read !== undefined) return asked.get(read)(answer);
    const { url, look, company, user } = order;
    if (url.includes('late')) await new Promise((done) => setTimeout(done, 2_000));
    if (url.includes('fault')) return parentPort.postMessage({ id, problem: 'Error: no such part' });
    if (url.includes('other')) return parentPort.postMessage({ id, view: null });
    const { text } = await new Promise((resolve) => {
      asked.set(id + 0.5, resolve);
      parentPort.postMessage({ id, read: id + 0.5, path: '${paths.sites}' });
    });
    const sites = JSON.parse(text);
    const html = '<h1>' + [user.name, ...Object.values(look), company.name, ...sites].join(', ') + '</h1>';
    const answers = url.startsWith('/admin') ? null : { ['${paths.user}']: user, ['${paths.sites}']: sites };
    parentPort.postMessage({ id, view: { html, styles: '<style>h1{}</style>', answers } });
  });`;

const people: Readonly<Record<string, string>> = { a: 'Ann </script><b>', b: 'Bob' };
const reader = ({ headers }: { readonly headers: { readonly cookie?: string | undefined } }) =>
  /session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';

let root: string;
let server: Server;
let logLines: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-views-'));
  await writeFile(join(root, 'app.html'), APP);
  await writeFile(join(root, 'index.html'), '<p>landing</p>');
  await mkdir(join(root, '.server'));
  await writeFile(join(root, '.server/server.mjs'), PROGRAM);
  logLines = [];
  const read = (path: string, answer: (id: string) => unknown): Route =>
    route('GET', path, 'session', {
      handler: async ({ caller }) => ({ body: answer(caller.id) }),
    });
  const app = createEdge({
    routes: [
      read(paths.user, (id) => ({ id, name: people[id] })),
      read(paths.sites, (id) => [`site of ${id}`]),
    ],
    logger: createLogger('warn', { write: (line) => void logLines.push(line) }),
    metrics: createMetrics(),
    ownOrigins: () => ['https://portal.example'],
    https: false,
    trustProxy: [],
    sessions: () => (_ctx, next) => next(),
    cookieKeys: ['key'],
    pages: staticPages(root, () => ({ COMPANY_NAME: 'Locks' })),
    countRefusal: () => {},
    hasSession: () => true,
    readCaller: async ({ req }) => {
      const id = reader(req);
      const rights = { isAdmin: false, isApproved: true, accountId: id, needsSecondFactor: false };
      return people[id] === undefined ? null : { id, username: id, ...rights };
    },
    freshness: {
      waitForTypes: async () => true,
      waitForProjections: async () => true,
      isInLog: async () => true,
    },
    idempotency: { run: async () => Promise.reject(new Error('unused')), purge: async () => {} },
    now: () => new Date(0),
    storeMs: undefined,
  });
  server = createServer(app.callback());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await new Promise((done) => server.close(done));
  await rm(root, { recursive: true });
});

async function open(path: string, cookie = 'session=a', encoding = 'br', agent = 'Chromium') {
  const { port } = server.address() as AddressInfo;
  const headers = { Cookie: cookie, 'Accept-Encoding': encoding, 'User-Agent': agent };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { response, text: await response.text() };
}

/** Opens a page until it comes with its view: the first ones may be sent while the thread starts. */
async function view(cookie?: string, encoding?: string) {
  await expect.poll(async () => (await open('/dealer-dashboard', cookie)).text).toContain('first-data');
  return open('/dealer-dashboard', cookie, encoding);
}

const dataIn = (text: string) =>
  JSON.parse(/<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null');

describe('first views', () => {
  it("show and hold what the session's own user may read, and nobody may keep them", async () => {
    for (const [cookie, name, site, others] of [
      ['session=a', 'Ann', 'site of a', /Bob|site of b/],
      ['session=b; portal-look=dark.wide.UTC', 'Bob', 'site of b', /Ann|site of a/],
    ] as const) {
      const { response, text } = await view(cookie);
      expect(text).toMatch(new RegExp(`<div id="root"><h1>${name}.*, ${site}</h1></div>`));
      expect(text).not.toMatch(others);
      expect(dataIn(text)).toEqual({
        mode: cookie.includes('dark') ? 'dark' : 'light',
        answers: {
          [paths.user]: { id: cookie.charAt(8), name: expect.stringContaining(name) },
          [paths.sites]: [site],
        },
      });
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('ETag')).toBeNull();
    }
  });

  it('start the app after the view, by a script that the policy lists, and hold no other one', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { response, text } = await view(undefined, encoding);
      expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
      const app =
        '<script type="module" crossorigin src="/assets/app-1.js"></script><link rel="modulepreload" href="/assets/react-1.js">';
      expect(text).toContain(`<template id="app">${app}</template><script>${START_APP}</script>`);
      expect(text.split('type="module"')).toHaveLength(2);
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain(`'sha256-${createHash('sha256').update(START_APP).digest('base64')}'`);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const [, data = ''] = /id="first-data">(.*?)<\/script>/s.exec(text) ?? [];
      expect(data).not.toContain('<');
    }
  });

  it('suit the browser as its cookie says, else a phone or not', async () => {
    await view();
    for (const [cookie, agent, look] of [
      ['', 'Chromium', 'light, false, UTC'],
      ['', 'Chromium Mobile', 'light, true, UTC'],
      ['; portal-look=dark.wide.America/New_York', 'Chromium Mobile', 'dark, false, America/New_York'],
      ['; portal-look=light.narrow.Asia/Tokyo', 'Chromium', 'light, true, Asia/Tokyo'],
      ['; portal-look=light.wide.Etc/Unknown', 'Chromium', 'light, false, UTC'],
    ] as const)
      expect((await open('/dealer-dashboard', `session=b${cookie}`, 'br', agent)).text).toContain(
        `<h1>Bob, ${look}, `,
      );
  });

  it('stand beside the app where they hold no data for it', async () => {
    await view();
    const { text } = await open('/admin-dashboard/sites', 'session=a; portal-look=light.narrow.UTC');
    expect(text).toMatch(
      /<fieldset [^>]*disabled[^>]*><div id="first-view"><h1>Ann.*<\/h1><\/div><\/fieldset>/,
    );
    expect(text).toMatch(/<div id="root" style="[^"]*visibility: hidden"><\/div>/);
    expect(text).not.toContain('first-data');
  });

  it.each([
    ['without a session', '/dealer-dashboard', 'other=1'],
    ['on other pages', '/settings', 'session=a'],
    ['of a list as a table', '/admin-dashboard/sites', 'session=a'],
    ['where the user does not see the page', '/dealer-dashboard?other', 'session=a'],
    ['after 300 ms', '/dealer-dashboard?late', 'session=a'],
    ['after a fault, which is logged', '/dealer-dashboard?fault', 'session=a'],
  ])('are left out %s', async (_when, path, cookie) => {
    await view();
    const started = performance.now();
    const { response, text } = await open(path, cookie);
    expect(performance.now() - started).toBeLessThan(1_500);
    expect([response.status, text]).toEqual([200, APP]);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(logLines.join().includes('no such part')).toBe(path.includes('fault'));
  });

  it('follow another build', async () => {
    await view();
    const program = join(root, '.server/server.mjs');
    await writeFile(program, PROGRAM.replaceAll('<h1>', '<h1>New '));
    await utimes(program, 1, 1);
    await expect.poll(async () => (await open('/dealer-dashboard')).text).toContain('<h1>New ');
  });
});
