import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StripeSimulator } from './index.ts';
import {
  SECRET_KEY,
  startForTests,
  startReceiver,
  stripeFor,
  type TestOptions,
} from './testing/startForTests.ts';

let folder: string;
let stateFile: string;
const running: StripeSimulator[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stripe-simulator-'));
  stateFile = path.join(folder, 'state', 'stripe.jsonl');
});
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: TestOptions = {}): Promise<StripeSimulator> {
  const simulator = await startForTests({ stateFile, ...options });
  running.push(simulator);
  return simulator;
}
async function stop(simulator: StripeSimulator): Promise<void> {
  running.splice(running.indexOf(simulator), 1);
  await simulator.stop();
}

const PAY = {
  amount: 16_500,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  confirm: true,
};

test('keeps customers, cards, payments and idempotency keys over a restart', async () => {
  const first = await start();
  const before = stripeFor(first);
  const customer = await before.customers.create({ metadata: { account: 'a1' } });
  const card = await before.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  const paid = await before.paymentIntents.create(PAY, { idempotencyKey: 'k1' });
  await stop(first);

  const second = await start();
  const after = stripeFor(second);
  expect(await after.customers.retrieve(customer.id)).toEqual(customer);
  expect((await after.paymentIntents.create(PAY, { idempotencyKey: 'k1' })).id).toBe(paid.id);
  const declined = after.paymentIntents.create({ ...PAY, customer: customer.id, payment_method: card.id });
  await expect(declined).rejects.toMatchObject({ code: 'card_declined' });
  await stop(second);
  const third = stripeFor(await start());
  expect((await third.charges.list()).data.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('drops expired idempotency keys at a restart, and does not count that as a change of the next call', async () => {
  const first = await start();
  await stripeFor(first).customers.create({}, { idempotencyKey: 'expired-key' });
  await stop(first);
  expect(await readFile(stateFile, 'utf8')).toContain('expired-key');

  const tomorrow = Date.now() + 25 * 3_600_000;
  const second = await start({ clock: () => new Date(tomorrow) });
  await stripeFor(second).customers.create();
  const lines = (await readFile(stateFile, 'utf8')).trimEnd().split('\n');
  const kept = lines.flatMap((line) => JSON.parse(line).changes).filter(({ kind }) => kind === 'kept');
  expect(kept.map(({ id }) => id)).not.toContain('expired-key');
});

test('sends undelivered events after a restart, once', async () => {
  const first = await start({ webhookUrls: ['http://127.0.0.1:9/'] });
  await stripeFor(first).paymentIntents.create(PAY);
  await stop(first);
  const receiver = await startReceiver();
  const second = await start({ webhookUrls: [receiver.url] });
  await second.webhooks.settled();
  await stop(second);
  const third = await start({ webhookUrls: [receiver.url] });
  await third.webhooks.settled();
  await receiver.close();
  expect(receiver.received.map(({ payload }) => JSON.parse(payload).type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
});

test('sends undelivered events to each of two endpoints once', async () => {
  const first = await start({ webhookUrls: ['http://127.0.0.1:9/', 'http://127.0.0.1:9/'] });
  await stripeFor(first).customers.create();
  await stop(first);
  const receivers = [await startReceiver(), await startReceiver()];
  const second = await start({ webhookUrls: receivers.map(({ url }) => url) });
  await second.webhooks.settled();
  for (const receiver of receivers) {
    await receiver.close();
    expect(receiver.received).toHaveLength(1);
  }
});

test('drops a line that was cut off, and does not start with a damaged file', async () => {
  const first = await start();
  const customer = await stripeFor(first).customers.create({ metadata: { account: 'a1' } });
  await stop(first);
  appendFileSync(stateFile, '{"account":"pk_test_sim_x","changes":[{"kind":"cust');
  const second = await start();
  expect(await stripeFor(second).customers.retrieve(customer.id)).toEqual(customer);
  await stop(second);
  await writeFile(stateFile, `broken\n${await readFile(stateFile, 'utf8')}`);
  await expect(start()).rejects.toThrow('Line 1');
});

test('saves neither a secret key nor a whole card number', async () => {
  const simulator = await start();
  await stripeFor(simulator).paymentIntents.create(PAY);
  const { payment_method: _method, confirm: _confirm, ...open } = PAY;
  const intent = await stripeFor(simulator).paymentIntents.create(open);
  const confirm = async () => {
    const answer = await fetch(`${simulator.url}/stripe-simulator/browser/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: simulator.publishableKey(SECRET_KEY),
        client_secret: String(intent.client_secret),
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4000000000009995',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '987',
      }),
    });
    return answer.json();
  };
  expect(await confirm()).toMatchObject({ error: { decline_code: 'insufficient_funds' } });
  const kept = await readFile(stateFile, 'utf8');
  expect(kept).toContain('insufficient_funds');
  for (const secret of [SECRET_KEY, '4000000000009995', '4242424242424242', '"987"'])
    expect(kept).not.toContain(secret);
});

// Proves S4-payments-16
test('limits what pages can save', async () => {
  const simulator = await start();
  const key = simulator.publishableKey(SECRET_KEY);
  const intent = await stripeFor(simulator).paymentIntents.create({
    amount: 16_500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  const post = async (call: string, form: Record<string, string>) => {
    const answer = await fetch(`${simulator.url}/stripe-simulator/browser/${call}`, {
      method: 'POST',
      body: new URLSearchParams({ key, ...form }),
    });
    return answer.status;
  };
  const card = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4000000000000002',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '987',
  };
  const before = await readFile(stateFile, 'utf8');
  // without a client secret
  expect(await post('payment_methods', card)).toBe(404);
  expect(await post('confirm', { ...card, client_secret: `${intent.id}_secret_guess` })).toBe(400);
  expect(await readFile(stateFile, 'utf8')).toBe(before);
  // with the client secret
  const own = { ...card, client_secret: String(intent.client_secret) };
  const statuses: number[] = [];
  for (let index = 0; index < 52; index += 1) statuses.push(await post('confirm', own));
  expect(statuses).toEqual([...Array(50).fill(402), 429, 429]);
});

test('refuses pages of other sites', async () => {
  const simulator = await start({ browserOrigin: () => 'https://portal.example' });
  const intent = await stripeFor(simulator).paymentIntents.create({
    amount: 16_500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  const look = (origin: string) =>
    fetch(`${simulator.url}/stripe-simulator/browser/retrieve`, {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({
        key: simulator.publishableKey(SECRET_KEY),
        client_secret: String(intent.client_secret),
      }),
    });
  expect((await look('https://portal.example')).status).toBe(200);
  for (const foreign of ['https://evil.example', 'null', simulator.url]) {
    const answer = await look(foreign);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  }
});
