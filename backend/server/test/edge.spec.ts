import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { paths } from '@portal/contract';
import { BusinessRefusal, siteStream } from '@portal/domain';
import { DamagedStream, StoreUnavailable, WrongExpectedRevision } from '@portal/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QueueFull } from '../src/kernel/groupedQueue.ts';
import { healthRoutes } from '../src/platform/health/healthRoutes.ts';
import { createEdge } from '../src/platform/http/app.ts';
import { clientAddressReader, networkOf, networksOf } from '../src/platform/http/clientAddress.ts';
import { answerFor, HttpProblem } from '../src/platform/http/errors.ts';
import { createLogger } from '../src/platform/http/logger.ts';
import { logOutages } from '../src/platform/http/outages.ts';
import { staticPages } from '../src/platform/http/pages.ts';
import { type Caller, type Route, route } from '../src/platform/http/route.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import { eventually } from './support/eventually.ts';

const INLINE = 'document.documentElement.dataset.theme = "dark";';

/** A build folder as the frontend's would be. */
function buildFolder(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'portal-pages-'));
  mkdirSync(path.join(root, 'assets'));
  writeFileSync(path.join(root, 'index.html'), `<script>${INLINE}</script><p>landing</p>`);
  writeFileSync(path.join(root, 'app.html'), '<p>application</p>');
  writeFileSync(path.join(root, 'assets', 'app-1a2b.js'), 'let plain;');
  writeFileSync(path.join(root, 'assets', 'app-1a2b.js.br'), 'brotli-bytes');
  writeFileSync(path.join(root, 'favicon.svg'), '<svg/>');
  return root;
}

const failures: Record<string, () => Error> = {
  refusal: () => new BusinessRefusal('unprocessable', 'Not like that', 'name'),
  payment: () => new BusinessRefusal('payment_required', 'Please pay'),
  forbidden: () => new BusinessRefusal('forbidden', 'Not you'),
  missing: () => new BusinessRefusal('not_found', 'Site not found'),
  stale: () => new BusinessRefusal('stale', 'Changed meanwhile'),
  'no-id': () => {
    siteStream('');
    return new Error('unreached');
  },
  revision: () => new WrongExpectedRevision('user-1', 3n, 4n),
  store: () => new StoreUnavailable('unknown outcome'),
  damaged: () => new DamagedStream('site-1', 'has gaps'),
  database: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  bug: () => new TypeError("Cannot read properties of undefined (reading 'secret')"),
};

const handled: unknown[] = [];
const routes: Route[] = [
  route('GET', '/api/open', 'public', {
    handler: async () => ({ body: { ok: true } }),
  }),
  route('GET', '/api/time', 'public', {
    handler: async ({ command }) => ({ body: { left: (command.until ?? 0) - performance.now() } }),
  }),
  route('GET', '/api/mine', 'session', {
    handler: async ({ caller }) => ({ body: caller }),
  }),
  route('GET', '/api/dealers', 'approved', { handler: async () => ({ body: [] }) }),
  route('GET', '/api/admin/all', 'staff', { handler: async () => ({ body: [] }) }),
  route('GET', '/api/fail/:how', 'public', {
    handler: async ({ params }) => {
      throw (
        failures[params.how] ?? (() => new HttpProblem(429, 'Too many', { headers: { 'Retry-After': '9' } }))
      )();
    },
  }),
  route('POST', '/api/thing', 'public', {
    body: z.object({
      name: z.string({ error: 'Name is required' }).min(2, 'Name is required'),
      size: z.number({ error: 'Size is required' }),
    }),
    handler: async ({ body }) => {
      handled.push(body);
      return { status: 201, body };
    },
  }),
  route('POST', '/api/bare', 'public', {
    handler: async () => ({ body: { done: true } }),
  }),
  route('GET', '/api/search', 'public', {
    query: z.object({ q: z.string().max(10).optional() }),
    handler: async ({ query }) => ({ body: query }),
  }),
];

routes.push(
  ...healthRoutes(
    [
      { name: 'queue', run: async () => ({ ok: true }) },
      {
        name: 'database',
        run: () =>
          Promise.reject(Object.assign(new Error('password of portal_secret is wrong'), { code: '28P01' })),
      },
    ],
    createMetrics(),
  ),
);

const callers: Record<string, Caller> = {
  dealer: {
    id: 'd',
    username: 'dealer',
    isAdmin: false,
    staffRole: null,
    isApproved: true,
    dealerRole: 'owner',
    accountId: 'a',
    needsSecondFactor: false,
  },
  waiting: {
    id: 'w',
    username: 'waiting',
    isAdmin: false,
    staffRole: null,
    isApproved: false,
    dealerRole: 'owner',
    accountId: 'b',
    needsSecondFactor: false,
  },
  admin: {
    id: 'x',
    username: 'admin',
    isAdmin: true,
    staffRole: 'admin',
    isApproved: false,
    dealerRole: null,
    accountId: null,
    needsSecondFactor: false,
  },
};

const logLines: string[] = [];
const logger = createLogger('info', { write: (line) => void logLines.push(line) });
/** Whether the database and the event store answer. */
let storeAnswers = true;
let probes = 0;
const lines = (msg: string, from = 0) =>
  logLines.slice(from).filter((line) => JSON.parse(line).msg === msg).length;
let server: Server;
let base: string;

beforeAll(async () => {
  const pages = staticPages(buildFolder());
  await pages.load();
  const app = createEdge({
    routes,
    logger,
    metrics: createMetrics(),
    ownOrigins: () => ['https://portal.example', 'https://other.example', 'http://127.0.0.1:3000'],
    https: true,
    trustProxy: [],
    sessions: () => (_ctx, next) => next(),
    cookieKeys: ['key'],
    pages,
    countRefusal: logOutages(
      logger,
      async () => {
        probes += 1;
        if (!storeAnswers) throw new Error('away');
      },
      100,
    ),
    readCaller: async (ctx) => callers[ctx.get('X-Test-Caller')] ?? null,
    hasSession: () => true,
    freshness: {
      waitForTypes: async () => true,
      waitForProjections: async () => true,
      isInLog: async () => true,
    },
    hold: async () => ({ body: {} }),
    downloaded: async () => {},
    idempotency: {
      run: async (request, execute) => ({ answer: await execute(request.command), replayed: false }),
      purge: async () => {},
    },
    now: () => new Date('2026-01-05T12:00:00Z'),
    storeMs: 5_000,
  });
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = (where: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(base + where, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** fetch refuses to set Origin, Host and Sec-Fetch-Site; a plain request doesn't. */
const raw = (where: string, method: string, headers: Record<string, string>, body = '') =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = httpRequest(
      base + where,
      { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

describe('errors', () => {
  // Proves I8-fuzz-3
  it.each([
    ['refusal', 422, 'Not like that'],
    ['payment', 402, 'Please pay'],
    ['forbidden', 403, 'Not you'],
    ['missing', 404, 'Site not found'],
    ['no-id', 404, 'Not found'],
    ['stale', 412, 'Changed meanwhile'],
    ['revision', 409, 'Somebody else changed this at the same moment. Please load it again.'],
    ['store', 503, 'The service is busy at the moment. Please try again shortly.'],
    ['database', 503, 'The service is busy at the moment. Please try again shortly.'],
    ['limit', 429, 'Too many'],
    ['damaged', 500, 'This record is damaged: a part of it is missing. The administrators have been told.'],
  ])('answers %s with %i', async (how, status, text) => {
    const response = await fetch(`${base}/api/fail/${how}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: text, message: text });
    expect(response.headers.get('Retry-After')).toBe(status === 503 ? '2' : status === 429 ? '9' : null);
  });

  it('names the field of a refusal', async () => {
    const response = await fetch(`${base}/api/fail/refusal`);
    expect(await response.json()).toMatchObject({ errors: [{ path: 'name', message: 'Not like that' }] });
  });

  it('hides an internal error, and logs its stack', async () => {
    const response = await fetch(`${base}/api/fail/bug`);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      error: 'Something went wrong on our side. Please try again.',
      message: 'Something went wrong on our side. Please try again.',
    });
    expect(logLines.some((line) => line.includes('TypeError') && line.includes('edge.spec.ts'))).toBe(true);
  });

  it('logs an outage at its start and at its end, not its requests', async () => {
    // those of other tests
    await eventually(async () => lines('outage: requests are refused') === lines('outage over'));
    const from = logLines.length;
    storeAnswers = false;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => fetch(`${base}/api/fail/${at % 2 === 0 ? 'store' : 'database'}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
    const seen = probes;
    await eventually(async () => probes > seen + 1);
    expect(lines('outage over', from)).toBe(0);
    storeAnswers = true;
    await eventually(async () => lines('outage over', from) === 1);
    expect(logLines.slice(from).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'outage: requests are refused',
        requestId: expect.any(String),
        err: expect.objectContaining({ stack: expect.any(String) }),
      }),
      expect.objectContaining({ msg: 'outage over', refused: 20, seconds: expect.any(Number) }),
    ]);
  });

  it('names the problem of a service in /readyz, without its error', async () => {
    const response = await fetch(`${base}/readyz`);
    expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
      503,
      '2',
      {
        status: 'not ready',
        checks: { queue: { ok: true }, database: { ok: false, problem: 'wrong user or password' } },
      },
    ]);
  });

  it("limits a command's calls of the event store to 5 s", async () => {
    const { left } = await (await fetch(`${base}/api/time`)).json();
    expect(left).toBeGreaterThan(4_000);
    expect(left).toBeLessThanOrEqual(5_000);
  });

  it('answers 503 with Retry-After when overloaded', () => {
    expect(answerFor(new QueueFull())).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '2' },
      logged: 'no',
    });
  });

  it('answers 404 for an unknown path, 405 for a wrong method, both as JSON', async () => {
    const unknown = await fetch(`${base}/api/nowhere`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: 'Not found', message: 'Not found' },
    ]);
    const wrong = await fetch(`${base}/api/open`, { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('Allow')).toContain('GET');
    expect(await wrong.json()).toHaveProperty('error');
  });

  it('gives a handler only the parameters its path names', () => {
    route('GET', '/api/a/:kind/:id/b', 'public', {
      handler: async ({ params }) => ({ body: [params.kind, params.id] }),
    });
    const history = route('GET', paths.siteHistory, 'public', {
      handler: async ({ params }) => ({ body: params.id }),
    });
    // @ts-expect-error the path has no such part
    route('GET', paths.site, 'public', { handler: async ({ params }) => ({ body: params.kind }) });
    // @ts-expect-error the path has no part at all
    route('GET', paths.sites, 'public', { handler: async ({ params }) => ({ body: params.id }) });
    expect(history.path).toBe('/api/sites/:id/history');
  });

  it('answers 404 for a parameter that cannot be an id', async () => {
    for (const id of ['%00', 'a%20b', '%27%3B--', 'x'.repeat(101)]) {
      expect((await fetch(`${base}/api/fail/${id}`)).status).toBe(404);
    }
  });
});

describe('bodies', () => {
  it('accepts JSON and keeps only fields of the schema', async () => {
    const response = await post('/api/thing', { name: 'Gate', size: 2, isAdmin: true });
    expect([response.status, await response.json()]).toEqual([201, { name: 'Gate', size: 2 }]);
  });

  it("names every invalid field; the message is the first one's", async () => {
    const response = await post('/api/thing', { name: 7 });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 'Name is required',
        message: 'Name is required',
        errors: [
          { path: 'name', message: 'Name is required' },
          { path: 'size', message: 'Size is required' },
        ],
      },
    ]);
  });

  it('treats no body as an empty object', async () => {
    expect((await fetch(`${base}/api/thing`, { method: 'POST' })).status).toBe(400);
    expect((await fetch(`${base}/api/bare`, { method: 'POST' })).status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json-like'])(
    'refuses %s with 415',
    async (type) => {
      for (const where of ['/api/thing', '/api/bare']) {
        expect((await post(where, '{"name":"Gate","size":1}', { 'Content-Type': type })).status).toBe(415);
      }
    },
  );

  it.each([
    '{',
    '{"name":',
    'null',
    '"text"',
    '7',
    '\u0000',
    '{"name":"a"}}',
    '{"__proto__":{"name":"Gate"}}',
    '{"name":"Gate","size":1,"\\u005f_proto__":{}}',
  ])('refuses %j with 400', async (text) => {
    const response = await post('/api/thing', text);
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error');
  });

  it('reads JSON that begins with a byte order mark', async () => {
    expect((await post('/api/thing', '\ufeff{"name":"Gate","size":1}')).status).toBe(201);
  });

  it('refuses more than 100 kB with 413, announced or not', async () => {
    const response = await post('/api/thing', { name: 'x'.repeat(100_001), size: 1 });
    expect(response.status).toBe(413);
    const chunked = await fetch(`${base}/api/thing`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Blob(['{"name":"', 'x'.repeat(200_000), '","size":1}']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it('survives JSON nested 40,000 deep', async () => {
    const before = handled.length;
    const deep = `{"name":${'['.repeat(40_000)}${']'.repeat(40_000)},"size":1}`;
    expect((await post('/api/thing', deep)).status).toBe(400);
    expect(
      (await post('/api/thing', `{"name":"ok","size":1,"x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`))
        .status,
    ).toBe(201);
    expect(handled.length).toBe(before + 1);
  });

  it('refuses a query parameter given twice, or with NUL', async () => {
    expect(await (await fetch(`${base}/api/search?q=a`)).json()).toEqual({ q: 'a' });
    expect((await fetch(`${base}/api/search?q=a&q=b`)).status).toBe(400);
    expect((await fetch(`${base}/api/search?q=%00`)).status).toBe(400);
  });
});

describe('origin', () => {
  const host = () => base.slice('http://'.length);
  it.each([
    ['https://evil.example', undefined, 403],
    ['null', undefined, 403],
    ['https://portal.example.evil.example', undefined, 403],
    [undefined, 'cross-site', 403],
    ['https://portal.example', 'cross-site', 403],
    ['https://portal.example', undefined, 200],
    ['https://other.example', undefined, 200],
    ['http://localhost:3000', undefined, 200],
    ['http://[::1]:3000', undefined, 200],
    ['http://localhost:3001', undefined, 403],
    ['https://localhost:3000', undefined, 403],
    ['https://portal.example', 'same-origin', 200],
    [undefined, 'same-origin', 200],
    [undefined, undefined, 200],
  ])('Origin %s with Sec-Fetch-Site %s: %i', async (origin, site, status) => {
    const headers = {
      ...(origin === undefined ? {} : { Origin: origin }),
      ...(site === undefined ? {} : { 'Sec-Fetch-Site': site }),
    };
    for (const method of ['POST']) expect((await raw('/api/bare', method, headers)).status).toBe(status);
    expect((await raw('/api/open', 'GET', headers)).status).toBe(200);
  });

  it.each(['chrome-extension', 'moz-extension', 'file', 'ftp'])(
    "refuses %s:// with the request's own host",
    async (scheme) => {
      expect((await raw('/api/bare', 'POST', { Origin: `${scheme}://${host()}` })).status).toBe(403);
    },
  );

  // Proves I35-21-origin
  it("refuses the request's own host: a rebound name makes it equal to the origin", async () => {
    for (const headers of [
      { Origin: `http://${host()}` },
      { Origin: 'http://evil.example', Host: 'evil.example' },
    ])
      expect((await raw('/api/bare', 'POST', headers)).status).toBe(403);
  });

  it('checks the origin before it looks up the route', async () => {
    expect((await raw('/api/nowhere', 'POST', { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('access', () => {
  it.each([
    ['/api/open', [200, 200, 200, 200]],
    ['/api/mine', [401, 200, 200, 200]],
    ['/api/dealers', [401, 403, 200, 200]],
    ['/api/admin/all', [401, 403, 403, 200]],
  ])('%s', async (where, expected) => {
    const seen: number[] = [];
    for (const caller of ['nobody', 'waiting', 'dealer', 'admin']) {
      seen.push((await fetch(base + where, { headers: { 'X-Test-Caller': caller } })).status);
    }
    expect(seen).toEqual(expected);
  });

  it('refuses a route without an access rule, and a duplicate one', () => {
    const open = routes[0] as Route;
    const options = {
      readCaller: async () => null,
      hasSession: () => true,
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
    };
    const build = (table: Route[]) => () =>
      createEdge({
        ...options,
        routes: table,
        logger: createLogger('silent'),
        metrics: createMetrics(),
        ownOrigins: () => [base],
        https: false,
        trustProxy: [],
        sessions: () => (_ctx, next) => next(),
        cookieKeys: ['key'],
        pages: staticPages(tmpdir()),
        countRefusal: () => {},
      });
    expect(build([open])).not.toThrow();
    expect(build([{ ...open, access: undefined as never }])).toThrow('GET /api/open has no access rule');
    expect(build([open, open])).toThrow('twice');
  });
});

describe('headers', () => {
  it('sends no-store, nosniff, Referrer-Policy, HSTS behind https and a CSP that allows only Stripe', async () => {
    const { headers } = await fetch(`${base}/api/open`);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=31536000');
    const policy = headers.get('Content-Security-Policy') ?? '';
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    const foreign = [...policy.matchAll(/https:\/\/([\w*.-]+)/g)].map(([, name = '']) => name);
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.every((name) => name === '*.stripe.com' || name.endsWith('.stripe.com'))).toBe(true);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  it("carry the request's id, the caller's if valid", async () => {
    const own = await fetch(`${base}/api/open`, { headers: { 'X-Request-Id': 'trace-12345' } });
    expect(own.headers.get('X-Request-Id')).toBe('trace-12345');
    const bad = await fetch(`${base}/api/open`, { headers: { 'X-Request-Id': 'a b' } });
    expect(bad.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('pages', () => {
  it('serves the landing page, the application, and the application with 404', async () => {
    for (const [where, status, text] of [
      ['/', 200, 'landing'],
      ['/login', 200, 'application'],
      ['/invoices/7/pay', 200, 'application'],
      ['/admin-dashboard/users/7/show', 200, 'application'],
      ['/administrator', 404, 'application'],
      ['/no-such-page', 404, 'application'],
      ['/index.html', 404, 'application'],
      ['/..%2f..%2fetc/passwd', 404, 'application'],
    ] as const) {
      const response = await fetch(base + where);
      expect([where, response.status, (await response.text()).includes(text)]).toEqual([where, status, true]);
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    }
  });

  it('revalidates pages by ETag and allows their own inline scripts', async () => {
    const first = await fetch(`${base}/`, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
    const again = await raw('/', 'GET', { 'If-None-Match': first.headers.get('ETag') ?? '' });
    // each encoding has its own tag
    expect(again.status).toBe(200);
    const compressed = await raw('/', 'GET', {
      'If-None-Match': first.headers.get('ETag') ?? '',
      'Accept-Encoding': 'br',
    });
    expect(first.headers.get('Content-Encoding')).toBe('br');
    expect(compressed.status).toBe(304);
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(first.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
  });

  it('serves hashed files as immutable, compressed if accepted', async () => {
    const plain = await raw('/assets/app-1a2b.js', 'GET', {});
    expect(plain.text).toBe('let plain;');
    const packed = await raw('/assets/app-1a2b.js', 'GET', { 'Accept-Encoding': 'br' });
    expect(packed.text).toBe('brotli-bytes');
    const response = await fetch(`${base}/assets/app-1a2b.js`, { method: 'HEAD' });
    expect(response.headers.get('Cache-Control')).toBe('max-age=31536000,immutable');
    expect((await fetch(`${base}/favicon.svg`)).headers.get('Cache-Control')).toBe('no-cache');
    expect((await fetch(`${base}/assets/gone-1.js`)).status).toBe(404);
  });
});

describe('log', () => {
  it('redacts secrets and leaves out queries', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    logger.info(
      {
        password: 'hunter2',
        body: { token: 'hunter2', req: { cookie: 'hunter2' } },
        clientSecret: 'hunter2',
      },
      'x',
    );
    logger.error({ err: Object.assign(new Error('duplicate'), { detail: 'hunter2', code: '23505' }) }, 'y');
    await fetch(`${base}/api/search?q=hunter2`);
    const all = [...lines, ...logLines].join('\n');
    expect(all).not.toContain('hunter2');
    expect(all).toContain('[redacted]');
    expect(all).toContain('"path":"/api/search"');
    expect(all).toContain('23505');
  });
});

describe('a log line', () => {
  // Proves I35-22d
  it('is one line, whatever text it holds', () => {
    const lines: string[] = [];
    const name = 'Ann\r\n{"level":50,"msg":"forged"}\u2028';
    createLogger('info', { write: (line) => void lines.push(line) }).info({ name }, name);
    expect(
      lines
        .join('')
        .trimEnd()
        .split(/[\r\n]/),
    ).toHaveLength(1);
    expect(JSON.parse(lines.join(''))).toMatchObject({ name, msg: name });
  });
});

describe('client address', () => {
  const from = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as never;

  it('trusts X-Forwarded-For only as far as trusted proxies wrote it', () => {
    const direct = clientAddressReader([]);
    expect(direct(from('203.0.113.9', '1.1.1.1'))).toBe('203.0.113.9');
    const proxied = clientAddressReader(['10.0.0.0/8', '::1']);
    expect(proxied(from('::ffff:10.1.2.3', '6.6.6.6, 203.0.113.9, 10.9.9.9'))).toBe('203.0.113.9');
    expect(proxied(from('203.0.113.9', '1.1.1.1'))).toBe('203.0.113.9');
    expect(proxied(from('::1', 'nonsense'))).toBe('::1');
    expect(() => clientAddressReader(['proxy.local'])).toThrow('TRUST_PROXY');
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('limits count %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

// Proves I35-15
it.each([
  ['198.51.100.7', ['198.51.100.0/24', '198.51.100.7']],
  ['::ffff:198.51.100.7', ['198.51.100.0/24', '198.51.100.7']],
  ['2001:db8:1:2ff::9', ['2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64']],
])('%s is in these networks, the widest first', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
