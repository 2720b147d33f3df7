import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  '<html><head><script type="module" src="/assets/app-1.js"></script></head><body><div id="root"></div></body></html>';

/** As the pages' build: a heading from the user, the browser's mode, the company, and the sites, which it reads. */
const PROGRAM = `
  export async function render({ url, mode, company, read }) {
    if (url.includes('other')) return null;
    if (url.includes('late')) await new Promise((done) => setTimeout(done, 3_000));
    const user = await read('${paths.user}');
    const sites = await read('${paths.sites}');
    const html = '<h1>' + [user.name, mode, company.name, ...sites].join(', ') + '</h1>';
    return { html, data: { mode, state: { user, sites } } };
  }`;

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
      const rights = {
        ...{ isAdmin: false, staffRole: null, isApproved: true, dealerRole: 'owner' as const },
        ...{ accountId: id, needsSecondFactor: false },
      };
      return people[id] === undefined ? null : { id, username: id, ...rights };
    },
    freshness: {
      waitForTypes: async () => true,
      waitForProjections: async () => true,
      isInLog: async () => true,
    },
    hold: async () => ({ body: {} }),
    downloaded: async () => {},
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

async function open(path: string, cookie: string, encoding = 'br') {
  const { port } = server.address() as AddressInfo;
  const headers = { Cookie: cookie, 'Accept-Encoding': encoding };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { response, text: await response.text() };
}

const dataIn = (text: string) =>
  /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(text)?.[1];

describe('first views', () => {
  it("show and hold what the session's own user may read, and nobody may keep them", async () => {
    for (const [id, mode, name, site, others] of [
      ['a', 'light', 'Ann', 'site of a', /Bob|site of b/],
      ['b', 'dark', 'Bob', 'site of b', /Ann|site of a/],
    ] as const) {
      const { response, text } = await open('/dealer-dashboard', `session=${id}; portal-color-mode=${mode}`);
      expect(text).toMatch(new RegExp(`<div id="root"><h1>${name}.*, ${mode}, Locks, ${site}</h1></div>`));
      expect(text).not.toMatch(others);
      expect(JSON.parse(dataIn(text) ?? '')).toEqual({
        mode,
        state: { user: { id, name: expect.stringContaining(name) }, sites: [site] },
      });
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('ETag')).toBeNull();
    }
  });

  it('start the app after the view, by a script that the policy lists, and hold no other one', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const cookie = 'session=a; portal-color-mode=light';
      const { response, text } = await open('/dealer-dashboard', cookie, encoding);
      expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(dataIn(text)).toContain('Ann \\u003c/script>');
      expect(dataIn(text)).not.toContain('<');
      expect(text.match(/<script[^>]*>/g)).toEqual([
        '<script type="application/json" id="first-data">',
        '<script type="module" src="/assets/app-1.js">',
        '<script>',
      ]);
      expect(text).toContain(
        `<template id="app"><script type="module" src="/assets/app-1.js"></script></template><script>${START_APP}</script>`,
      );
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain(`'sha256-${createHash('sha256').update(START_APP).digest('base64')}'`);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    }
  });

  it.each([
    ['without a session', '/dealer-dashboard', 'portal-color-mode=light'],
    ['in a browser whose mode is unknown', '/dealer-dashboard', 'session=a; portal-color-mode=<b>'],
    ['where page or user have none', '/dealer-dashboard?other', 'session=a; portal-color-mode=light'],
    ['after a second', '/dealer-dashboard?late', 'session=a; portal-color-mode=light'],
  ])('are left out %s', async (_when, path, cookie) => {
    const started = performance.now();
    const { response, text } = await open(path, cookie);
    expect(performance.now() - started).toBeLessThan(2_500);
    expect([response.status, text]).toEqual([200, APP]);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(logLines.join().includes('answered 401')).toBe(!cookie.includes('session'));
  });
});
