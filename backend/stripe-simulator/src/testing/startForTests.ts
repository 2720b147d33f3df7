import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type StripeSimulator, type StripeSimulatorOptions, startStripeSimulator } from '../index.ts';

export const SECRET_KEY = 'sk_test_sim_specs';
export const OTHER_KEY = 'sk_test_sim_others';
export const WEBHOOK_SECRET = 'whsec_sim_specs';

/** Stripe's package with the simulator, without retries, so that a spec sees each answer. */
export function stripeFor(simulator: StripeSimulator, key = SECRET_KEY): Stripe {
  return new Stripe(key, { ...simulator.client, maxNetworkRetries: 0, telemetry: false, timeout: 5_000 });
}

export interface TestOptions extends Partial<StripeSimulatorOptions> {
  /** Addresses that get the events of {@link SECRET_KEY}. */
  readonly webhookUrls?: readonly string[];
}

export async function startForTests({ webhookUrls = [], ...options }: TestOptions = {}) {
  const secretKeys = [SECRET_KEY, OTHER_KEY];
  const simulator = await startStripeSimulator({ secretKeys, webhookBackOffMs: [20, 40, 80], ...options });
  for (const url of webhookUrls)
    simulator.sendWebhooksTo({ secretKey: SECRET_KEY, url, secret: WEBHOOK_SECRET });
  return simulator;
}

export interface Received {
  readonly payload: string;
  readonly signature: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Statuses for the next deliveries; 200 after those. */
  readonly answers: number[];
  close(): Promise<void>;
}

/** Records webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let payload = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      payload += chunk;
    });
    request.on('end', () => {
      received.push({ payload, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The error a promise is rejected with. @throws Error when it isn't one of Stripe's */
export async function refusal(
  promise: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await promise.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}
