import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { forgetOldKeys } from './api/idempotency.ts';
import { isSimulatedKey, playsLive, publishableKeyOf } from './keys.ts';
import { Account, type Cause } from './state/account.ts';
import { openJournal } from './state/journal.ts';
import { createWebhookSender, type WebhookEndpoint } from './webhooks/sender.ts';

export type Accounts = ReturnType<typeof openAccounts>;

/** Opens the accounts of the given secret keys, with their file and webhooks. */
export function openAccounts(options: {
  readonly secretKeys: readonly string[];
  readonly stateFile: string | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly backOffMs: readonly number[] | undefined;
}) {
  const { secretKeys, stateFile, clock, log, backOffMs } = options;
  const endpoints: { readonly endpoint: WebhookEndpoint; readonly account: Account }[] = [];
  const accounts = new Map<string, Account>();
  for (const key of secretKeys) {
    const name = publishableKeyOf(key);
    const webhooks = () => endpoints.filter((to) => to.account.name === name).length;
    accounts.set(name, new Account(name, clock, webhooks, playsLive(key)));
  }
  const bySecretKey = (key: string) =>
    isSimulatedKey(key) && secretKeys.includes(key) ? accounts.get(publishableKeyOf(key)) : undefined;
  const sender = createWebhookSender({
    clock,
    backOffMs,
    givenUp: ({ id, type }, { url }) => log.warn({ event: id, type, url }, 'simulated webhook given up'),
  });

  const journal =
    stateFile === undefined
      ? null
      : openJournal(
          stateFile,
          // the account of a key that is no longer configured is dropped
          ({ account, changes }) => {
            for (const change of changes) accounts.get(account)?.restore(change);
          },
          () =>
            [...accounts.values()].map((account) => {
              // the file is written from what is left
              account.change(
                null,
                () => forgetOldKeys(account),
                () => {},
              );
              return { account: account.name, changes: account.snapshot() };
            }),
        );
  /** Events that were not delivered before the restart. */
  const undelivered = new Map(
    [...accounts.values()].map((account) => [
      account,
      account.all('event').filter((event) => event.pending_webhooks > 0),
    ]),
  );

  /** Saves what `work` changes and sends its events, or undoes it when `work` or saving fails. */
  function change<T>(account: Account, cause: Cause | null, work: () => T): T {
    const { result, emitted } = account.change(cause, work, (changes) =>
      journal?.append({ account: account.name, changes }),
    );
    for (const event of emitted)
      for (const to of endpoints) if (to.account === account) send(event, account, to.endpoint);
    return result;
  }

  function send({ id }: Stripe.Event, account: Account, endpoint: WebhookEndpoint): void {
    const event = account.find('event', id);
    if (event === undefined || event.pending_webhooks === 0) return;
    sender.send(event, endpoint, () => {
      const now = account.find('event', id);
      if (now === undefined || now.pending_webhooks === 0) return;
      const pending_webhooks = now.pending_webhooks - 1;
      change(account, null, () => account.save('event', { ...now, pending_webhooks }));
    });
  }

  return {
    bySecretKey,
    byPublishableKey: (key: string) => accounts.get(key),
    change,
    webhooks: sender.controls,
    /** Sends events from now on, and those not delivered before a restart. */
    sendWebhooksTo(endpoint: WebhookEndpoint): void {
      const account = bySecretKey(endpoint.secretKey);
      if (account === undefined)
        throw new Error('A webhook endpoint names a secret key that the Stripe simulator does not have.');
      endpoints.push({ endpoint, account });
      for (const event of undelivered.get(account) ?? []) send(event, account, endpoint);
    },
    async stop(): Promise<void> {
      await sender.stop();
      journal?.close();
    },
  };
}
