import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StripeSimulator, simulatorAssets } from './index.ts';
import { SECRET_KEY, startForTests, stripeFor } from './testing/startForTests.ts';

let simulator: StripeSimulator;
let server: Server;
let portal: string;

beforeAll(async () => {
  simulator = await startForTests();
  const app = new Koa();
  app.use(
    simulatorAssets(
      () => simulator.url,
      (_ctx, next) => next(),
    ),
  );
  app.use((ctx) => {
    ctx.body = 'the portal';
  });
  server = app.listen(0, '127.0.0.1');
  portal = await addressOf(server);
});
afterAll(async () => {
  server.close();
  await simulator.stop();
});

async function addressOf(listening: Server): Promise<string> {
  await once(listening, 'listening');
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** GET without fetch, which would normalise the path. */
function rawGet(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(portal);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { Authorization: `Bearer ${SECRET_KEY}` } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('serves the script and its modules from the portal', async () => {
  const script = await fetch(`${portal}/stripe-simulator/v3.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const modules = [...(await script.text()).matchAll(/from '\.\/([\w.]+)'/g)].map(([, name]) => name);
  expect(modules.length).toBeGreaterThan(0);
  for (const name of modules) expect((await fetch(`${portal}/stripe-simulator/${name}`)).status).toBe(200);
  expect(await (await fetch(`${portal}/elsewhere`)).text()).toBe('the portal');
});

test('forwards the card form’s calls, which need the client secret', async () => {
  const intent = await stripeFor(simulator).paymentIntents.create({
    amount: 500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { ours: 'alone' },
  });
  const look = async (form: Record<string, string>) => {
    const answer = await fetch(`${portal}/stripe-simulator/browser/retrieve`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const key = simulator.publishableKey(SECRET_KEY);
  const seen = await look({ key, client_secret: String(intent.client_secret) });
  expect(seen).toMatchObject({ status: 200, body: { id: intent.id, amount: 500 } });
  expect(seen.body).not.toHaveProperty('metadata');
  expect(seen.body).not.toHaveProperty('customer');
  expect(await look({ key, client_secret: `${intent.id}_secret_guess` })).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_invalid_parameter', param: 'client_secret' } },
  });
  expect(await look({ key: SECRET_KEY, client_secret: String(intent.client_secret) })).toMatchObject({
    status: 401,
  });
});

test.each([
  '/stripe-simulator/../v1/customers',
  '/stripe-simulator/%2e%2e/v1/customers',
  '/stripe-simulator//v1/customers',
  '/stripe-simulator/v1/customers',
])('does not forward %s to the secret API', async (path) => {
  expect((await rawGet(path)).status).toBe(404);
});

test('answers 502 when the simulator does not', async () => {
  const app = new Koa();
  app.use(
    simulatorAssets(
      () => 'http://127.0.0.1:9',
      (_ctx, next) => next(),
    ),
  );
  const alone = app.listen(0, '127.0.0.1');
  const answer = await fetch(`${await addressOf(alone)}/stripe-simulator/v3.js`);
  expect(answer.status).toBe(502);
  alone.close();
});
