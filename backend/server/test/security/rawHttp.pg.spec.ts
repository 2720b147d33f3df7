import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../support/testPortal.ts';

let portal: TestPortal;
let cookie: string;
let host: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { client } = await portal.dealer('ann');
  cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  host = portal.url.slice('http://'.length);
});
afterAll(() => portal.stop());

/** Sends these bytes as they are, which no client library would, and reads until the server hangs up. */
function sendBytes(bytes: string): Promise<string> {
  const [name = '', port = ''] = host.split(':');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), name, () => socket.write(bytes));
    let received = '';
    socket.setTimeout(15_000, () => socket.destroy(new Error('The server neither answered nor hung up.')));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}
const request = (line: string, headers: readonly string[] = [], body = '') =>
  sendBytes(
    [
      `${line} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
      `Cookie: ${cookie}`,
      ...headers,
      '',
      body,
    ].join('\r\n'),
  );
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('addresses that servers interpret differently', () => {
  // Proves I8-raw-http
  it.each([
    ['/api/sites/../admin/users', 404],
    ['/api/./admin/users', 404],
    ['/api/sites/..%2fadmin%2fusers', 404],
    ['/api/sites/%2e%2e/users', 404],
    ['//api/admin/users', 404],
    ['/api//admin/users', 404],
    ['/API/admin/users', 404],
    ['/api/Admin/users', 404],
    ['/api/admin/users/', 403],
    ['/api/admin/users;x=1', 404],
    ['/api/admin%2fusers', 404],
    ['/api/admin/users%00', 404],
    ['/api/admin/users#x', 403],
    ['/.git/config', 404],
    ['/.env', 404],
    ['/assets', 404],
    ['/assets/', 404],
    ['/../../../../etc/passwd', 404],
    ['/assets/..%2f..%2f..%2fetc%2fpasswd', 404],
  ])('%s gives a dealer no access: %i', async (path, status) => {
    const answer = await request(`GET ${path}`);
    expect(statusOf(answer)).toBe(status);
    expect(answer).not.toMatch(/root:x:|"username"|repositoryformatversion/);
  });

  it('an absolute address is judged by its path', async () => {
    expect(statusOf(await request(`GET http://${host}/api/admin/users`))).toBeGreaterThanOrEqual(400);
  });
});

describe('methods', () => {
  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS', 'LINK'])(
    '%s changes nothing and echoes nothing',
    async (method) => {
      const before = await portal.eventCount();
      const answer = await request(`${method} /api/sites`, ['X-Secret: do-not-echo']).catch(() => '');
      expect(answer).not.toMatch(/do-not-echo|portal\.sig/);
      expect(answer === '' || method === 'OPTIONS' || statusOf(answer) >= 400, answer).toBe(true);
      expect(await portal.eventCount()).toBe(before);
    },
  );

  it('no header overrides the method', async () => {
    const before = await portal.eventCount();
    const headers = ['X-HTTP-Method-Override: POST', 'X-HTTP-Method: POST', 'X-Method-Override: POST'];
    expect(statusOf(await request('GET /api/sites?_method=POST', headers))).toBe(200);
    expect(await portal.eventCount()).toBe(before);
  });
});

describe('requests that servers split differently', () => {
  const smuggled = 'GET /api/admin/users HTTP/1.1\r\nHost: x\r\n\r\n';
  // Proves I8-raw-http
  it.each<[string, readonly string[], string]>([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 4'], '{}xx'],
    ['length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['chunks twice', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
    ['a length below zero', ['Content-Length: -1'], ''],
    ['a folded header', ['X-A: b\r\n c: d'], ''],
    ['a header without a name', [': x'], ''],
    ['a line feed in a header', ['X-A: b\nX-B: c'], ''],
    ['NUL in a header', ['X-A: b\0c'], ''],
  ])('%s: is refused as a whole or read as one', async (_what, headers, body) => {
    const answer = await request('POST /api/contact', ['Content-Type: application/json', ...headers], body);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(statusOf(answer)).toBeLessThan(500);
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
  });

  it('refuses headers of more than 16 kB', async () => {
    expect(statusOf(await request('GET /api/user', [`X-A: ${'x'.repeat(20_000)}`]))).toBe(431);
  });
});
