import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { HttpProblem } from '../src/platform/http/errors.ts';
import { readJsonBody } from '../src/platform/http/jsonBody.ts';

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
