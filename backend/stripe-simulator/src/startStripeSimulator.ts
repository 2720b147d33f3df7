import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Logger, pino } from 'pino';
import { API_VERSION, openAccounts } from './accounts.ts';
import { answerAuthentication, type Outcome } from './authentication.ts';
import { dispute } from './charging.ts';
import { createFaults, type Faults } from './faults.ts';
import { idOf } from './intents.ts';
import { mustBeSimulatedKeys, publishableKeyOf } from './keys.ts';
import { createRequestListener, type RecordedRequest } from './server.ts';
import type { Account } from './state/account.ts';
import type { WebhookControls, WebhookEndpoint } from './webhooks/sender.ts';

export interface StripeSimulatorOptions {
  /** On 127.0.0.1; 0 (the default) finds a free one. */
  readonly port?: number;
  /** One account each: `sk_test_sim_…`. */
  readonly secretKeys: readonly string[];
  readonly webhooks?: readonly WebhookEndpoint[];
  /** Pauses between tries at a webhook, in milliseconds; as many tries more. */
  readonly webhookBackOffMs?: readonly number[];
  /** Times of objects, signatures and the 24 h of idempotency keys; default the real time. */
  readonly clock?: () => Date;
  readonly log?: Logger;
  /** Keeps accounts over a restart; without it they are gone with the process. */
  readonly stateFile?: string;
  /** Where browsers reach `/stripe-simulator`, if not at the simulator itself: the portal's address. */
  readonly browserOrigin?: () => string;
}

export interface StripeSimulator {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** For `new Stripe(secretKey, simulator.client)`. */
  readonly client: { readonly host: string; readonly port: number; readonly protocol: 'http' };
  publishableKey(secretKey: string): string;
  /** Events from now on go there, and those that an earlier life could not deliver. */
  sendWebhooksTo(endpoint: WebhookEndpoint): void;
  readonly webhooks: WebhookControls;
  readonly faults: Pick<Faults, 'add' | 'clear'>;
  /** Requests of the secret API, the newest 1,000. */
  readonly requests: readonly RecordedRequest[];
  /** Answers the bank's question about an intent, as its owner would. */
  authenticate(secretKey: string, intentId: string, outcome: Outcome): void;
  /** The card's owner takes a paid payment intent's charge back. @returns the dispute's id */
  dispute(secretKey: string, paymentIntentId: string, reason?: string): string;
  closeDispute(secretKey: string, disputeId: string, status: 'won' | 'lost'): void;
  /** Cuts open requests; undelivered webhooks wait in the file. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Starts the Stripe simulator: Stripe's API for cards on a loopback port, for the demo and tests (README beside this).
 * @throws Error of one line with NODE_ENV=production, for real keys, for a port that is taken
 */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The Stripe simulator never runs with NODE_ENV=production.');
  const { secretKeys, webhooks = [], clock = () => new Date(), log = pino({ level: 'silent' }) } = options;
  mustBeSimulatedKeys(secretKeys);
  const accounts = openAccounts({
    secretKeys,
    stateFile: options.stateFile,
    clock,
    log,
    backOffMs: options.webhookBackOffMs,
  });
  const faults = createFaults();
  const requests: RecordedRequest[] = [];
  let url = '';
  const browserUrl = () => `${options.browserOrigin?.() ?? url}/stripe-simulator`;
  const server = createServer(
    createRequestListener({
      accounts,
      secretKeys,
      faults,
      requests,
      clock,
      log,
      browserUrl,
      version: API_VERSION,
    }),
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Error(`The Stripe simulator can't listen on ${HOST}:${options.port ?? 0}: ${error.message}`),
      ),
    );
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  url = `http://${HOST}:${port}`;
  for (const endpoint of webhooks) accounts.sendWebhooksTo(endpoint);

  const accountOf = (secretKey: string): Account => {
    const found = accounts.bySecretKey(secretKey);
    if (found === undefined) throw new Error('The Stripe simulator has no account with this secret key.');
    return found;
  };
  const byItself = { requestId: null, idempotencyKey: null };

  return {
    url,
    client: { host: HOST, port, protocol: 'http' },
    publishableKey: publishableKeyOf,
    sendWebhooksTo: accounts.sendWebhooksTo,
    webhooks: accounts.webhooks,
    faults,
    requests,
    authenticate(secretKey, intentId, outcome) {
      const account = accountOf(secretKey);
      const asked = account.all('authentication').find(({ intent }) => intent === intentId);
      if (asked === undefined) throw new Error(`Nothing is asked about ${intentId}.`);
      accounts.change(account, byItself, () =>
        answerAuthentication(asked.id, outcome, { account, id: '', now: clock(), browserUrl: browserUrl() }),
      );
    },
    dispute(secretKey, paymentIntentId, reason = 'fraudulent') {
      const account = accountOf(secretKey);
      const charged = account.get(
        'charge',
        idOf(account.get('payment_intent', paymentIntentId, 'id').latest_charge) ?? '',
        'id',
      );
      return accounts.change(account, byItself, () => dispute(charged, reason, account).id);
    },
    closeDispute(secretKey, disputeId, status) {
      const account = accountOf(secretKey);
      accounts.change(account, byItself, () => {
        const closed = account.save('dispute', { ...account.get('dispute', disputeId, 'id'), status });
        account.emit('charge.dispute.closed', closed);
      });
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await accounts.stop();
    },
  };
}
