import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { paths } from '@portal/contract';
import {
  addPeriods,
  BLANK_SITE,
  type Decider,
  invoiceDecider,
  invoiceStream,
  orderDecider,
  orderStream,
  type PaymentHow,
  type PortalEvent,
} from '@portal/domain';
import { type StripeSimulator, startStripeSimulator } from '@portal/stripe-simulator';
import Stripe from 'stripe';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { PortalOverrides } from '../../src/app/compose.ts';
import { type CommandContext, newCommand } from '../../src/kernel/commandContext.ts';
import type { PaymentRequest } from '../../src/modules/payments/beginAttempt.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { startTestPortal, type TestPortal } from '../support/testPortal.ts';

/** Accounts of the embedded simulator. */
export const DEMO_KEY = 'sk_test_sim_embedded';
export const LIVE_KEY = 'sk_live_sim_embedded';

export interface Paying extends TestPortal {
  readonly simulator: StripeSimulator;
  /** The provider's own view of an account. */
  readonly stripe: Stripe;
  readonly liveStripe: Stripe;
  /** A command of somebody's, at the portal's time. */
  context(): CommandContext;
  /** An order of this company that costs so much. */
  order(accountId: string, totalCents: number): Promise<string>;
  /** An open invoice of this company over so much; a demo one by default. */
  invoice(accountId: string, totalCents: number, isDemo?: boolean): Promise<string>;
  /** What asks to pay these, each with its amount. */
  request(accountId: string, how: PaymentHow, ...shares: PaymentRequest['shares']): PaymentRequest;
  /** A saved card, as the page keeps one. @returns the provider's id of it */
  keepCard(client: HttpClient, card?: string): Promise<string>;
  /** Charges that took money, at the provider. */
  charges(): Promise<readonly Stripe.Charge[]>;
  /** The types of a stream's events, in order. */
  story(stream: string): Promise<readonly string[]>;
}

/** A portal with its embedded simulator, and what a spec asks of both. */
export async function startPaying(
  overrides: PortalOverrides = {},
  options: Parameters<typeof startTestPortal>[1] = {},
): Promise<Paying> {
  const test = await startTestPortal({ cardTimeoutMs: 2_000, simulateLive: true, ...overrides }, options);
  const { simulator } = test.portal;
  if (simulator === null) throw new Error('This portal runs no simulator.');
  return payingOver(test, simulator, overrides.now);
}

/** Secrets of the webhooks that {@link startPayingElsewhere} has its simulator send. */
export const WEBHOOK_SECRETS = { demo: 'whsec_sim_demo', live: 'whsec_sim_live' } as const;

/** The environment of a portal whose card provider is a simulator of the spec's own. */
export const environmentFor = (simulator: StripeSimulator) => ({
  STRIPE_DEMO_SECRET_KEY: DEMO_KEY,
  STRIPE_DEMO_PUBLIC_KEY: simulator.publishableKey(DEMO_KEY),
  STRIPE_DEMO_WEBHOOK_SECRET: WEBHOOK_SECRETS.demo,
  STRIPE_LIVE_SECRET_KEY: LIVE_KEY,
  STRIPE_LIVE_PUBLIC_KEY: 'pk_live_sim',
  STRIPE_LIVE_WEBHOOK_SECRET: WEBHOOK_SECRETS.live,
  STRIPE_API_BASE: simulator.url,
});

export function sendWebhooks(simulator: StripeSimulator, portalUrl: string): void {
  const { demo, live } = paths.stripeWebhook;
  simulator.sendWebhooksTo({ secretKey: DEMO_KEY, secret: WEBHOOK_SECRETS.demo, url: portalUrl + demo });
  simulator.sendWebhooksTo({ secretKey: LIVE_KEY, secret: WEBHOOK_SECRETS.live, url: portalUrl + live });
}

/** Posts a webhook in test mode with a right signature, as the provider does, to a portal of {@link startPayingElsewhere}. */
export async function postWebhook(portal: Pick<TestPortal, 'client'>, payload: string): Promise<void> {
  const seconds = Math.floor(Date.now() / 1_000);
  const key = createHmac('sha256', WEBHOOK_SECRETS.demo).update(`${seconds}.${payload}`).digest('hex');
  const { status } = await portal.client().send('POST', paths.stripeWebhook.demo, {
    raw: payload,
    headers: { 'Stripe-Signature': `t=${seconds},v1=${key}`, 'Content-Type': 'application/json' },
  });
  expect(status).toBe(200);
}

/** A webhook from a public bug report (`cases/`), with these ids in the place of `pm_REPLACE` and the like. */
export async function publicCase(name: string, ids: Readonly<Record<string, string>>): Promise<string> {
  const payload = await readFile(new URL(`cases/${name}.json`, import.meta.url), 'utf8');
  return payload.replace(/(\w+)_REPLACE/g, (_, kind: string) => ids[kind] ?? '');
}

/** A portal with credentials of both modes for a simulator that outlives it. `webhooks: false`: none are ever sent. */
export async function startPayingElsewhere(
  overrides: PortalOverrides = {},
  { webhooks = true }: { readonly webhooks?: boolean } = {},
): Promise<Paying> {
  const { now } = overrides;
  const simulator = await startStripeSimulator({
    secretKeys: [DEMO_KEY, LIVE_KEY],
    webhookBackOffMs: [50, 100, 200, 400, 800],
    ...(now === undefined ? {} : { clock: now }),
  });
  const test = await startTestPortal(
    { cardTimeoutMs: 2_000, ...overrides },
    { environment: environmentFor(simulator) },
  );
  if (webhooks) sendWebhooks(simulator, test.url);
  const paying = payingOver(test, simulator, now);
  return {
    ...paying,
    async stop() {
      await test.stop();
      await simulator.stop();
    },
  };
}

/** What a spec asks of a portal and of the simulator it is connected to. */
export function payingOver(test: TestPortal, simulator: StripeSimulator, now = () => new Date()): Paying {
  const { portal } = test;
  const stripeOf = (key: string) => new Stripe(key, { ...simulator.client, telemetry: false });
  let invoices = 0;
  const context = () => newCommand(now(), { kind: 'dealer', id: 'spec' }, 'spec');
  return {
    ...test,
    simulator,
    stripe: stripeOf(DEMO_KEY),
    liveStripe: stripeOf(LIVE_KEY),
    context,
    async order(accountId, totalCents) {
      const orderId = v7();
      const { appended } = await portal.commands.execute({
        stream: orderStream(orderId),
        decider: orderDecider,
        command: placing(orderId, accountId, totalCents),
        context: context(),
        accounts: [accountId],
      });
      await portal.commands.followUp(appended);
      return orderId;
    },
    async invoice(accountId, totalCents, isDemo = true) {
      // a month of its own for each
      const invoiceId = `${accountId}_${addPeriods('2026-01', invoices)}`;
      invoices += 1;
      const { appended } = await portal.commands.execute({
        stream: invoiceStream(invoiceId),
        decider: appending,
        command: issued(invoiceId, accountId, totalCents, isDemo),
        context: context(),
        accounts: [accountId],
      });
      await portal.commands.followUp(appended);
      return invoiceId;
    },
    request: (accountId, how, ...shares) => ({
      accountId,
      userId: null,
      shares,
      how,
      description: 'Spec',
    }),
    async keepCard(client, card = 'pm_card_visa') {
      const setUp = await client.post('/api/setup-payment-method');
      const id = String(setUp.json.clientSecret).split('_secret_')[0] ?? '';
      const { payment_method: method } = await stripeOf(DEMO_KEY).setupIntents.confirm(id, {
        payment_method: card,
      });
      const paymentMethodId = typeof method === 'string' ? method : (method?.id ?? '');
      const saved = await client.post('/api/save-payment-method', { paymentMethodId });
      if (saved.status !== 200) throw new Error(saved.text);
      return paymentMethodId;
    },
    async charges() {
      const { data } = await stripeOf(DEMO_KEY).charges.list({ limit: 100 });
      return data.filter(({ paid }) => paid);
    },
    async story(stream) {
      const { rows } = await portal.database.pool.query<{ type: string }>(
        'SELECT type FROM es.events WHERE stream = $1 ORDER BY revision',
        [stream],
      );
      return rows.map(({ type }) => type);
    },
  };
}

function placing(orderId: string, accountId: string, totalCents: number) {
  const form = {
    ...BLANK_SITE,
    kind: 'site',
    siteName: 'Harbor Gate',
    siteAddress: '2 Pier Rd',
    siteCity: 'Albany',
    siteState: 'NY',
    siteZip: '12207',
    panels: 2,
    softwareVersion: 'aurora',
    hardware: [],
    readers: 4,
    requestedDate: '2026-03-01',
  } as const;
  return {
    type: 'PlaceOrder',
    orderId,
    accountId,
    userId: 'spec',
    entries: [{ id: v7(), priceCents: totalCents, form }],
    items: [{ name: 'Panels', priceCents: totalCents }],
    placedOn: '2026-03-01',
  } as const;
}

/** Appends what it is told: for facts that would take a whole billing run to come about. */
const appending: Decider<Record<string, never>, PortalEvent, PortalEvent> = {
  initialState: {},
  evolve: (state) => state,
  decide: (event) => [event],
};

/** The state of an invoice or order as the log has it. */
export const invoiceOf = (paying: Paying, id: string) =>
  paying.portal.commands.load(invoiceStream(id), invoiceDecider);
export const orderOf = (paying: Paying, id: string) =>
  paying.portal.commands.load(orderStream(id), orderDecider);

function issued(invoiceId: string, accountId: string, totalCents: number, isDemo: boolean): PortalEvent {
  const nobody = {
    company: null,
    name: null,
    address: null,
    city: null,
    state: null,
    zip: null,
    email: null,
  };
  return {
    type: 'InvoiceIssued',
    data: {
      invoiceId,
      accountId,
      retentionId: accountId,
      userId: null,
      invoiceNumber: `INV-${invoiceId.slice(-7)}`,
      period: invoiceId.slice(-7),
      invoiceDate: '2026-03-01',
      dueDate: '2026-03-16',
      billTo: nobody,
      lines: [
        {
          siteId: null,
          name: 'Harbor Gate',
          readers: 1,
          rateCents: totalCents,
          amountCents: totalCents,
          source: 'account',
          because: [],
        },
      ],
      adjustments: [],
      totalCents,
      isDemo,
      replaces: null,
      cutSeq: 1,
      chainHash: 'spec',
      basis: [],
      policyVersion: 1,
    },
  };
}
