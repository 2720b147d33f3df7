import { createHash } from 'node:crypto';
import Stripe from 'stripe';

/** Where an account's events go. */
export interface WebhookEndpoint {
  /** The account's. */
  readonly secretKey: string;
  readonly url: string;
  /** `whsec_…`. */
  readonly secret: string;
}

/** One try at delivering an event. */
export interface Attempt {
  readonly eventId: string;
  readonly type: string;
  readonly url: string;
  /** The answer's status; null when there was none. */
  readonly status: number | null;
}

export interface Release {
  readonly times?: number;
  readonly order?: 'happened' | 'reversed' | { readonly shuffledBy: number };
}

interface Delivery {
  readonly event: Stripe.Event;
  readonly endpoint: WebhookEndpoint;
  readonly delivered: () => void;
}

const TIMEOUT_MS = 10_000;
const KEPT_ATTEMPTS = 10_000;
/** Stripe retries for days; here the last try is after about four minutes. */
const BACK_OFF_MS: readonly number[] = [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 60_000, 120_000];

/**
 * Sends events to their endpoints in order, one at a time per endpoint; a failed one is retried after a pause while the
 * next are sent.
 */
export function createWebhookSender(options: {
  readonly clock: () => Date;
  readonly givenUp: (event: Stripe.Event, endpoint: WebhookEndpoint) => void;
  readonly backOffMs?: readonly number[] | undefined;
}) {
  const { clock, givenUp, backOffMs = BACK_OFF_MS } = options;
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const lines = new Map<WebhookEndpoint, Promise<void>>();
  const attempts: Attempt[] = [];
  let held: Delivery[] | null = null;
  let open = 0;
  let waiting: (() => void)[] = [];

  function finish(): void {
    open -= 1;
    if (open > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  async function post({ event, endpoint }: Delivery): Promise<boolean> {
    const payload = JSON.stringify(event, null, 2);
    const timestamp = Math.floor(clock().getTime() / 1_000);
    const status = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: endpoint.secret,
          timestamp,
        }),
        'User-Agent': 'StripeSimulator/1.0',
      },
      body: payload,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => null,
    );
    attempts.push({ eventId: event.id, type: event.type, url: endpoint.url, status });
    if (attempts.length > KEPT_ATTEMPTS) attempts.shift();
    return status !== null && status >= 200 && status < 300;
  }

  async function attempt(delivery: Delivery, tries: number): Promise<void> {
    if (stopping.signal.aborted) return finish();
    if (await post(delivery)) {
      delivery.delivered();
      return finish();
    }
    const pause = backOffMs[tries];
    if (pause === undefined || stopping.signal.aborted) {
      if (!stopping.signal.aborted) givenUp(delivery.event, delivery.endpoint);
      return finish();
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(delivery, tries + 1);
    }, pause);
    timers.add(timer);
  }

  function start(delivery: Delivery): void {
    open += 1;
    const before = lines.get(delivery.endpoint) ?? Promise.resolve();
    lines.set(
      delivery.endpoint,
      before.then(() => attempt(delivery, 0)),
    );
  }

  const controls = {
    /** Collects events from now on instead of sending them. */
    hold(): void {
      held ??= [];
    },
    /** Sends the collected events, each `times` times (default 1), by default in the order of their creation. */
    release({ times = 1, order = 'happened' }: Release = {}): void {
      const collected = held ?? [];
      held = null;
      const all = collected.flatMap((delivery) => Array.from({ length: times }, () => delivery));
      if (order === 'reversed') all.reverse();
      const ordered = typeof order === 'object' ? shuffled(all, order.shuffledBy) : all;
      for (const delivery of ordered) start(delivery);
    },
    /** Resolves when each event was delivered or given up. */
    settled(): Promise<void> {
      return open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
    /** Every try so far, the newest 10,000. */
    attempts: (): readonly Attempt[] => attempts,
  };

  return {
    controls,
    /** `delivered` is called after each successful delivery. */
    send(event: Stripe.Event, endpoint: WebhookEndpoint, delivered: () => void): void {
      const delivery = { event, endpoint, delivered };
      if (held === null) start(delivery);
      else held.push(delivery);
    },
    /** Aborts open deliveries; their events stay pending. */
    async stop(): Promise<void> {
      stopping.abort();
      open -= timers.size;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.all(lines.values());
    },
  };
}

/** Shuffles; the same seed gives the same order. */
const shuffled = <T>(items: readonly T[], seed: number): T[] =>
  items
    .map((item, index) => ({ item, at: createHash('sha256').update(`${seed}/${index}`).digest('hex') }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ item }) => item);
