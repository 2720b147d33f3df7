import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { readJsonBody } from '../src/platform/http/body.ts';
import { HttpProblem } from '../src/platform/http/errors.ts';
import { requestLog } from '../src/platform/http/requestLog.ts';

// Proves I8-R2
it('a request aborted by its client is refused, not treated as empty', async () => {
  const app = new Koa();
  const read = new Promise<unknown>((resolve) => {
    app.use(async (ctx) => {
      const gone = new Promise((closed) => ctx.req.once('close', closed));
      app.emit('arrived');
      // as long as a look at the session may take
      await gone;
      resolve(await readJsonBody(ctx).catch((error: unknown) => error));
    });
  });
  const server = app.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const arrived = once(app, 'arrived');
    const body = JSON.stringify({ site_city: 'Albany' });
    const sent = httpRequest({
      port: (server.address() as AddressInfo).port,
      method: 'PATCH',
      agent: false,
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    sent.on('error', () => {});
    sent.end(body);
    await arrived;
    sent.destroy();
    expect(await read).toBeInstanceOf(HttpProblem);
    expect(await read).toMatchObject({ status: 400, message: 'The request broke off' });
  } finally {
    server.close();
  }
});

// Proves I35-14
it('a request whose caller left counts as such, not as a fault of the portal', async () => {
  const lines: string[] = [];
  const statuses: number[] = [];
  const app = new Koa();
  app.use(
    requestLog({
      logger: pino({}, { write: (line) => lines.push(line) }),
      metrics: { request: (_method, _route, status) => void statuses.push(status) },
      addressOf: () => '127.0.0.1',
    }),
  );
  app.use(async (ctx) => {
    const gone = once(ctx.res, 'close');
    app.emit('arrived');
    if (ctx.path === '/left') await gone;
    ctx.status = 503;
  });
  const server = app.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const path of ['/left', '/fault']) {
      const arrived = once(app, 'arrived');
      const sent = httpRequest({ port, path, agent: false });
      sent.on('error', () => {});
      sent.end();
      await arrived;
      if (path === '/left') sent.destroy();
      await vi.waitFor(() => expect(lines).toHaveLength(1));
      const { level, status } = JSON.parse(lines.pop() ?? '{}');
      expect([path, level, status]).toEqual(path === '/left' ? [path, 30, 499] : [path, 50, 503]);
    }
    expect(statuses).toEqual([499, 503]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
