import type { Logger } from 'pino';
import { forgetOldKeys } from './idempotency.ts';
import { isSimulatedKey, playsLive, publishableKeyOf } from './keys.ts';
import { Account, type Cause } from './state/account.ts';
import { type Journal, noJournal, openJournal } from './state/journal.ts';
import type { SimulatedEvent } from './state/kinds.ts';
import { createWebhookSender, type WebhookControls, type WebhookEndpoint } from './webhooks/sender.ts';

/** The version of Stripe's API: the one that the `stripe` package 23 pins. */
export const API_VERSION = '2026-10-28.endive';

export interface Accounts {
  bySecretKey(key: string): Account | undefined;
  byPublishableKey(key: string): Account | undefined;
  /** Saves what `work` changes and sends its events, or undoes it when `work` or saving fails. */
  change<T>(account: Account, cause: Cause, work: () => T): T;
  sendWebhooksTo(endpoint: WebhookEndpoint): void;
  readonly webhooks: WebhookControls;
  stop(): Promise<void>;
}

/** Opens the accounts of the given secret keys, with their file and webhooks. */
export function openAccounts(options: {
  readonly secretKeys: readonly string[];
  readonly stateFile: string | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly backOffMs: readonly number[] | undefined;
}): Accounts {
  const { secretKeys, stateFile, clock, log, backOffMs } = options;
  const endpoints: (WebhookEndpoint & { readonly account: Account })[] = [];
  const accounts = new Map<string, Account>();
  for (const key of secretKeys) {
    const account: Account = new Account(
      API_VERSION,
      clock,
      () => endpoints.filter((to) => to.account === account).length,
      playsLive(key),
    );
    accounts.set(publishableKeyOf(key), account);
  }
  const nameOf = (account: Account) => [...accounts].find(([, other]) => other === account)?.[0] ?? '';
  let journal: Journal = noJournal;

  function change<T>(account: Account, cause: Cause, work: () => T): T {
    account.begin(cause);
    try {
      const result = work();
      const changes = account.uncommitted();
      if (changes.length > 0) journal.append({ account: nameOf(account), changes });
      account.commit();
      for (const { kind, value } of changes) if (kind === 'event' && value !== null) tell(account, value);
      return result;
    } catch (error) {
      account.rollBack();
      throw error;
    }
  }

  function tell(account: Account, event: SimulatedEvent): void {
    // counting down a delivery saves the event, too
    if (event.pending_webhooks === 0 || account.delivered.has(event.id)) return;
    account.delivered.add(event.id);
    for (const endpoint of endpoints) if (endpoint.account === account) sender.send(event, endpoint);
  }

  /** Ids of events that were not delivered before the restart. */
  const undelivered = new Map<Account, readonly string[]>();
  const accountOf = (endpoint: WebhookEndpoint) => accounts.get(publishableKeyOf(endpoint.secretKey));
  const sender = createWebhookSender({
    clock,
    backOffMs,
    delivered: ({ id }, endpoint) => {
      const account = accountOf(endpoint);
      const event = account?.find('event', id);
      if (account === undefined || event === undefined || event.pending_webhooks === 0) return;
      change(account, { requestId: null, idempotencyKey: null }, () =>
        account.save('event', { ...event, pending_webhooks: event.pending_webhooks - 1 }),
      );
    },
    givenUp: ({ id, type }, { url }) => log.warn({ event: id, type, url }, 'simulated webhook given up'),
  });

  if (stateFile !== undefined)
    journal = openJournal(
      stateFile,
      // the account of a key that is no longer configured is dropped
      ({ account, changes }) => {
        for (const change of changes) accounts.get(account)?.restore(change);
      },
      () =>
        [...accounts].map(([name, account]) => {
          forgetOldKeys(account);
          account.commit();
          return { account: name, changes: account.snapshot() };
        }),
    );

  for (const account of accounts.values()) {
    const events = account.all('event');
    for (const { id } of events) account.delivered.add(id);
    undelivered.set(
      account,
      events.filter((event) => event.pending_webhooks > 0).map(({ id }) => id),
    );
  }

  return {
    bySecretKey: (key) =>
      isSimulatedKey(key) && secretKeys.includes(key) ? accounts.get(publishableKeyOf(key)) : undefined,
    byPublishableKey: (key) => accounts.get(key),
    change,
    webhooks: sender.controls,
    sendWebhooksTo(endpoint) {
      const account = secretKeys.includes(endpoint.secretKey) ? accountOf(endpoint) : undefined;
      if (account === undefined)
        throw new Error('A webhook endpoint names a secret key that the Stripe simulator does not have.');
      const to = { ...endpoint, account };
      endpoints.push(to);
      for (const id of undelivered.get(account) ?? []) {
        const event = account.find('event', id);
        if (event !== undefined && event.pending_webhooks > 0) sender.send(event, to);
      }
    },
    async stop() {
      await sender.stop();
      journal.close();
    },
  };
}
