import { orderDecider, orderStream } from '@portal/domain';
import Stripe from 'stripe';
import { v7 } from 'uuid';
import { type CommandContext, newCommand } from '../../src/commands/commandContext.ts';
import type { PortalOverrides } from '../../src/compose.ts';
import type { StripeSimulator } from '../../src/stripeSimulator/index.ts';
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
  /** The types of a stream's events, in order. */
  story(stream: string): Promise<readonly string[]>;
}

/** A portal with its simulator, and what a spec asks of both. */
export async function startPaying(
  overrides: PortalOverrides = {},
  options: Parameters<typeof startTestPortal>[1] = {},
): Promise<Paying> {
  const test = await startTestPortal({ cardTimeoutMs: 2_000, simulateLive: true, ...overrides }, options);
  const { portal } = test;
  const { simulator } = portal;
  if (simulator === null) throw new Error('This portal runs no simulator.');
  const stripeOf = (key: string) => new Stripe(key, { ...simulator.client, telemetry: false });
  const now = overrides.now ?? (() => new Date());
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
    kind: 'site',
    siteName: 'Harbor Gate',
    siteAddress: '2 Pier Rd',
    siteCity: 'Albany',
    siteState: 'NY',
    siteZip: '12207',
    panels: 2,
    softwareVersion: 'aurora',
    hardware: [],
    existingPlatform: null,
    siteNotes: null,
    additionalInfo: null,
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
