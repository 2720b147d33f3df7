import { paths } from '@portal/contract';
import { isSimulatedKey, publishableKeyOf, type StripeSimulator } from '@portal/stripe-simulator';
import { openSimulatorHost, type SimulatorHostOptions } from './simulatorHost.ts';
import { type Cards, type StripeCredentials, stripeCards } from './stripe/stripeCards.ts';

interface CardProvidersOptions extends Omit<SimulatorHostOptions, 'accounts'> {
  /** Without credentials demo accounts use the simulator; live ones cannot pay by card. */
  readonly stripe: {
    readonly demo: StripeCredentials | null;
    readonly live: StripeCredentials | null;
    readonly apiBase: string | null;
    /** Whether demo accounts may pay at the simulator where they have no credentials: never in production. */
    readonly simulator: boolean;
  };
  readonly installationId: string;
  /** Signs the embedded simulator's webhooks. */
  readonly simulatorSecret: string;
  /** For tests: the embedded simulator also serves the live mode. */
  readonly simulateLive?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

export type CardProviders = Awaited<ReturnType<typeof openCardProviders>>;

/** Accounts of the embedded simulator. */
const DEMO_KEY = 'sk_test_sim_embedded';
const LIVE_KEY = 'sk_live_sim_embedded';

/**
 * The card providers (rules B24, B25): demo accounts use the sandbox credentials, else the embedded simulator, which never
 * runs in production; live accounts use the production credentials.
 */
export async function openCardProviders(options: CardProvidersOptions) {
  const { stripe, installationId, timeoutMs } = options;
  const { demo, live, apiBase } = stripe;
  const embedded = demo === null && stripe.simulator;
  const simulated = (secretKey: string): StripeCredentials => ({
    secretKey,
    publicKey: publishableKeyOf(secretKey),
    webhookSecret: `whsec_${options.simulatorSecret}`,
  });
  const account = (secretKey: string, webhookPath: string) => ({ ...simulated(secretKey), webhookPath });
  const accounts = [
    account(DEMO_KEY, paths.stripeWebhook.demo),
    ...(options.simulateLive === true ? [account(LIVE_KEY, paths.stripeWebhook.live)] : []),
  ];
  const host = embedded ? await openSimulatorHost({ ...options, accounts }) : null;
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
    /** The provider of a mode; null without credentials. */
    cardsFor(livemode: boolean): Cards | null {
      const given = livemode ? live : demo;
      if (given !== null) return cardsOf(given, livemode, apiBase);
      const url = host?.url() ?? null;
      if (url === null || (livemode && options.simulateLive !== true)) return null;
      return cardsOf(simulated(livemode ? LIVE_KEY : DEMO_KEY), livemode, url);
    },
    /** URL of the simulator's card form; null with the real provider. */
    simulatorUrl(): string | null {
      if (host !== null) return host.url();
      const mounted = stripe.simulator && demo !== null && isSimulatedKey(demo.secretKey);
      return mounted ? apiBase : null;
    },
    /** Null unless this portal runs the embedded simulator. */
    get simulator(): StripeSimulator | null {
      return host?.simulator ?? null;
    },
    /** Called once the portal listens. */
    takeWebhooks: () => host?.takeWebhooks(),
    stop: async () => host?.stop(),
  };
}
