import { paths } from '@portal/contract';
import { isSimulatedKey, publishableKeyOf, type StripeSimulator } from '@portal/stripe-simulator';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Cards } from './cards.ts';
import { openSimulatorSeat, type SimulatorSeat } from './simulatorSeat.ts';
import type { StripeCredentials, StripeSettings } from './stripe/credentials.ts';
import { stripeCards } from './stripe/stripeCards.ts';

export interface CardProvidersOptions {
  readonly stripe: StripeSettings;
  readonly dataDir: string;
  /** Whether this portal may run the embedded simulator. */
  readonly mayHostSimulator: boolean;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly installationId: string;
  /** Signs the embedded simulator's webhooks. */
  readonly simulatorSecret: string;
  /** Lets the embedded simulator play the production account too: for tests. */
  readonly simulateLive?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly ownUrl: () => string;
  readonly publicUrl: () => string;
  readonly now: () => Date;
  readonly log: Logger;
}

export interface CardProviders {
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  /** URL of the simulator's card form; null with the real provider. */
  simulatorUrl(): string | null;
  /** The embedded simulator, where this portal runs it. */
  readonly simulator: StripeSimulator | null;
  /** Called once the portal listens. */
  takeWebhooks(): void;
  stop(): Promise<void>;
}

/** Accounts of the embedded simulator. */
const DEMO_KEY = 'sk_test_sim_embedded';
const LIVE_KEY = 'sk_live_sim_embedded';

/**
 * The card providers as the settings have them (rules B24, B25): sandbox credentials for demo accounts, else the
 * embedded simulator, which never runs in production; production credentials for live accounts, else none.
 */
export async function openCardProviders(options: CardProvidersOptions): Promise<CardProviders> {
  const { stripe, installationId, timeoutMs } = options;
  const { demo, live, apiBase } = stripe;
  const embedded = demo === null && stripe.simulator;
  const simulated = (secretKey: string): StripeCredentials => ({
    secretKey,
    publicKey: publishableKeyOf(secretKey),
    webhookSecret: `whsec_${options.simulatorSecret}`,
  });
  const seat = embedded ? await openSeat(options, simulated) : null;
  const known = new Map<string, Cards>();

  const cardsOf = (credentials: StripeCredentials, livemode: boolean, base: string | null): Cards => {
    const name = `${livemode} ${base}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const cards = stripeCards({
      credentials,
      livemode,
      simulated: isSimulatedKey(credentials.secretKey),
      installationId,
      apiBase: base,
      timeoutMs,
    });
    known.set(name, cards);
    return cards;
  };

  return {
    cardsFor(livemode) {
      const given = livemode ? live : demo;
      if (given !== null) return cardsOf(given, livemode, apiBase);
      const url = seat?.url() ?? null;
      if (url === null || (livemode && options.simulateLive !== true)) return null;
      return cardsOf(simulated(livemode ? LIVE_KEY : DEMO_KEY), livemode, url);
    },
    simulatorUrl() {
      if (seat !== null) return seat.url();
      const mounted = stripe.simulator && demo !== null && isSimulatedKey(demo.secretKey);
      return mounted ? apiBase : null;
    },
    get simulator() {
      return seat?.simulator ?? null;
    },
    takeWebhooks: () => seat?.takeWebhooks(),
    stop: async () => seat?.stop(),
  };
}

function openSeat(
  options: CardProvidersOptions,
  simulated: (secretKey: string) => StripeCredentials,
): Promise<SimulatorSeat> {
  const account = (secretKey: string, webhookPath: string) => ({
    secretKey,
    webhookSecret: simulated(secretKey).webhookSecret,
    webhookPath,
  });
  const { databaseUrl, pool, ownUrl, publicUrl, now, log, dataDir, mayHostSimulator: mayHost } = options;
  return openSimulatorSeat({
    databaseUrl,
    pool,
    dataDir,
    mayHost,
    accounts: [
      account(DEMO_KEY, paths.stripeWebhook.demo),
      ...(options.simulateLive === true ? [account(LIVE_KEY, paths.stripeWebhook.live)] : []),
    ],
    ownUrl,
    publicUrl,
    now,
    log,
  });
}
