import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answered, HttpClient } from '../support/httpClient.ts';
import { startTestPortal, type TestPortal } from '../support/testPortal.ts';

const EVIL = 'https://evil.example';
const PANEL_KEY = 'panel-key-that-is-nobodys-business';

let portal: TestPortal;
let dealer: HttpClient;
let admin: HttpClient;

beforeAll(async () => {
  const pages = mkdtempSync(path.join(tmpdir(), 'portal-headers-'));
  mkdirSync(path.join(pages, 'assets'));
  writeFileSync(path.join(pages, 'index.html'), '<p>landing %COMPANY_NAME%</p>');
  writeFileSync(path.join(pages, 'app.html'), '<p>application %COMPANY_NAME% %PANEL_ENCRYPTION_KEY%</p>');
  writeFileSync(path.join(pages, 'assets', 'app-1a2b.js'), 'let plain;');
  portal = await startTestPortal(
    { pagesDir: pages },
    { environment: { PUBLIC_URL: 'https://portal.example', PANEL_ENCRYPTION_KEY: PANEL_KEY } },
  );
  // behind https the cookie is Secure; this client sends it all the same, as a proxy would
  dealer = (await portal.dealer('ann')).client;
  admin = await portal.admin();
});
afterAll(() => portal.stop());

/** One answer of each kind that goes out: pages, files, JSON, streams of it, refusals of every layer. */
async function everyKind(): Promise<readonly (readonly [string, Answered])[]> {
  const nobody = portal.client();
  const json = { 'Content-Type': 'application/json' };
  const asked: readonly (readonly [string, Promise<Answered>])[] = [
    ['landing', nobody.get('/')],
    ['a page', nobody.get('/login')],
    ['an unknown page', nobody.get('/nowhere')],
    ['an asset', nobody.get('/assets/app-1a2b.js')],
    ['JSON', dealer.get('/api/user')],
    ['a list', admin.get('/api/admin/users')],
    ['a CSV', admin.get('/api/admin/reports/download?type=active-sites&format=csv')],
    ['a PDF', admin.get('/api/admin/reports/download?type=active-sites&format=pdf')],
    ['401', nobody.get('/api/user')],
    ['403 by role', dealer.get('/api/admin/users')],
    ['403 by origin', nobody.send('POST', '/api/contact', { json: {}, headers: { Origin: EVIL } })],
    ['404', nobody.get('/api/nowhere')],
    ['405', nobody.get('/api/login')],
    ['413', nobody.send('POST', '/api/contact', { raw: 'x'.repeat(200_000), headers: json })],
    ['415', nobody.send('POST', '/api/contact', { raw: 'x', headers: { 'Content-Type': 'text/plain' } })],
    ['a webhook without a signature', nobody.send('POST', '/api/stripe/webhook/demo', { raw: '{}' })],
    ['health', nobody.get('/healthz')],
    ['metrics', nobody.get('/metrics')],
    ['the API’s description', nobody.get('/api/docs')],
  ];
  return Promise.all(asked.map(async ([what, answer]) => [what, await answer] as const));
}

describe('headers', () => {
  // Proves I8-headers
  it('protect each response: content policy, sniffing, framing, referrer, https', async () => {
    for (const [what, { headers }] of await everyKind()) {
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "default-src 'self'",
      ])
        expect(policy, what).toContain(rule);
      expect(policy, what).not.toMatch(/script-src[^;]*('unsafe|\*(?!\.))/);
      const hosts = [...policy.matchAll(/https?:\/\/([\w*.-]+)/g)].map(([, host = '']) => host);
      expect(
        hosts.filter((host) => !host.endsWith('.stripe.com')),
        what,
      ).toEqual([]);
      expect(headers['x-content-type-options'], what).toBe('nosniff');
      expect(headers['x-frame-options'], what).toBe('DENY');
      expect(headers['referrer-policy'], what).toBe('strict-origin-when-cross-origin');
      expect(headers['strict-transport-security'], what).toBe('max-age=31536000; includeSubDomains');
      expect(headers['x-powered-by'], what).toBeUndefined();
      expect(headers.server, what).toBeUndefined();
    }
  });

  // Proves I8-headers
  it('forbid caching of API responses except the description, and declare the content type', async () => {
    for (const [what, { headers, status }] of await everyKind()) {
      const page = ['landing', 'a page', 'an unknown page', 'an asset', 'the API’s description'].includes(
        what,
      );
      if (!page) expect([what, headers['cache-control']]).toEqual([what, 'no-store']);
      const type = String(headers['content-type']);
      expect(type, what).toMatch(/^[a-z]+\/[a-z.+-]+/);
      if (/^text\/|json/.test(type)) expect(type.toLowerCase(), what).toContain('charset=utf-8');
      if (status >= 400 && what !== 'an unknown page')
        expect(headers['content-type'], what).toContain('application/json');
    }
  });

  it('send files as attachments, with names without user input', async () => {
    for (const format of ['csv', 'pdf']) {
      const { headers } = await admin.get(`/api/admin/reports/download?type=active-sites&format=${format}`);
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="active-sites-[\d-]+\.(csv|pdf)"$/,
      );
    }
  });
});

describe('other sites', () => {
  // Proves I8-headers
  it('are allowed nothing by CORS, also in preflights', async () => {
    const origins = [EVIL, 'null', 'https://portal.example.evil.example'];
    for (const [index, { method, path: pattern }] of portal.portal.routes.entries()) {
      const where = pattern.replace(/:\w+/g, 'x');
      if (where === '/api/events') continue;
      const origin = origins[index % origins.length] ?? EVIL;
      const preflight = await dealer.send('OPTIONS', where, {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'content-type',
        },
      });
      const read =
        method === 'GET' ? await dealer.send('GET', where, { headers: { Origin: origin } }) : preflight;
      for (const { headers } of [preflight, read]) {
        for (const name of ['origin', 'credentials', 'methods', 'headers'])
          expect([where, headers[`access-control-allow-${name}`]]).toEqual([where, undefined]);
      }
    }
  }, 60_000);
});

describe('the encryption key for panels', () => {
  // Proves I8-headers
  it('is in no response but GET /api/resources of permitted users', async () => {
    expect((await dealer.get('/api/resources')).json.encryption_key).toBe(PANEL_KEY);
    expect((await portal.client().get('/api/resources')).text).not.toContain(PANEL_KEY);
    for (const [what, { text }] of await everyKind()) expect(text.includes(PANEL_KEY), what).toBe(false);
    expect((await portal.client().get('/api/openapi.json')).text).not.toContain(PANEL_KEY);
    expect(portal.logLines.join('')).not.toContain(PANEL_KEY);
  });
});
