import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { openAccounts } from './accounts.ts';
import { renew } from './cards/paymentMethod.ts';
import { answerAuthentication } from './confirm.ts';
import { dispute, winLost } from './disputing.ts';
import { createFaults, type Faults } from './faults.ts';
import { idOf } from './intents.ts';
import { mustBeSimulatedKeys, publishableKeyOf } from './keys.ts';
import { createRequestListener, type RecordedRequest } from './server.ts';
import type { Account } from './state/account.ts';

export interface StripeSimulatorOptions {
  /** One account each: `sk_test_sim_…`. */
  readonly secretKeys: readonly string[];
  /** Pauses before each retry of a webhook, in milliseconds. */
  readonly webhookBackOffMs?: readonly number[];
  /** Default: the real time. */
  readonly clock?: () => Date;
  readonly log?: Logger;
  /** Keeps the accounts over a restart. */
  readonly stateFile?: string;
  /** The portal's origin, whose pages may call the card form's API; default the simulator's own. */
  readonly browserOrigin?: () => string;
}

export type StripeSimulator = Awaited<ReturnType<typeof startStripeSimulator>>;

const HOST = '127.0.0.1';

/**
 * Starts the Stripe simulator: Stripe's API for cards on a free loopback port (see README.md).
 * @throws Error of one line with NODE_ENV=production, or for real keys
 */
export async function startStripeSimulator(options: StripeSimulatorOptions) {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The Stripe simulator never runs with NODE_ENV=production.');
  const { secretKeys, clock = () => new Date(), log = pino({ level: 'silent' }) } = options;
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
  const server = createServer(
    createRequestListener({
      accounts,
      faults,
      requests,
      clock,
      log,
      browserOrigin: () => new URL(options.browserOrigin?.() ?? url).origin,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://${HOST}:${port}`;

  function change<T>(secretKey: string, work: (account: Account) => T): T {
    const account = accounts.bySecretKey(secretKey);
    if (account === undefined) throw new Error('The Stripe simulator has no account with this secret key.');
    return accounts.change(account, null, () => work(account));
  }

  return {
    /** `http://127.0.0.1:port`. */
    url,
    /** For `new Stripe(secretKey, simulator.client)`. */
    client: { host: HOST, port, protocol: 'http' as const },
    publishableKey: publishableKeyOf,
    sendWebhooksTo: accounts.sendWebhooksTo,
    webhooks: accounts.webhooks,
    faults: faults as Pick<Faults, 'add' | 'clear'>,
    /** The newest 1,000 requests of the secret API. */
    requests: requests as readonly RecordedRequest[],
    /** Answers the bank's question about an intent. */
    authenticate: (secretKey: string, intentId: string, outcome: 'complete' | 'fail') =>
      change(secretKey, (account) => {
        const asked = account.all('authentication').find(({ intent }) => intent === intentId);
        if (asked === undefined) throw new Error(`Nothing is asked about ${intentId}.`);
        answerAuthentication(asked.id, outcome, { account, id: '', now: clock() });
      }),
    /** Disputes the charge of a paid payment intent, or inquires about it. @returns the dispute's id */
    dispute: (secretKey: string, paymentIntentId: string, options?: { readonly inquiry?: boolean }) =>
      change(secretKey, (account) => {
        const { latest_charge } = account.get('payment_intent', paymentIntentId, 'id');
        return dispute(account.get('charge', idOf(latest_charge) ?? '', 'id'), account, options).id;
      }),
    /** Decides a lost dispute in favor of the merchant after all. */
    winLostDispute: (secretKey: string, disputeId: string) =>
      change(secretKey, (account) => winLost(account.get('dispute', disputeId, 'id'), account)),
    /** Renews a saved card, as card networks do for an expired one. */
    renewCard: (secretKey: string, paymentMethodId: string, successor: Parameters<typeof renew>[1]) =>
      change(secretKey, (account) =>
        renew(account.get('payment_method', paymentMethodId, 'id'), successor, account),
      ),
    /** Aborts open requests; undelivered webhooks stay in the file. */
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await accounts.stop();
    },
  };
}
