import path from 'node:path';
import { hostsOfUsers } from '@portal/projections';
import { simulatorAssets } from '@portal/stripe-simulator';
import type Koa from 'koa';
import { holdRequest } from '../../modules/approvals/module.ts';
import { recordFile } from '../../modules/companies/module.ts';
import { ALERTS_CHANGED } from '../../modules/operations/module.ts';
import { stripeWebhooks } from '../../modules/payments/module.ts';
import { callerReader, sessions, signedInOf } from '../../modules/users/module.ts';
import { stuckFollowers } from '../../platform/followers/checkpoints.ts';
import type { Check } from '../../platform/health/healthRoutes.ts';
import { createEdge } from '../../platform/http/app.ts';
import { type ChangeFeed, createChangeFeed, type Topics } from '../../platform/http/changeFeed.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import { listen } from '../../platform/http/listen.ts';
import { originCheck } from '../../platform/http/origin.ts';
import { logOutages } from '../../platform/http/outages.ts';
import { staticPages } from '../../platform/http/pages.ts';
import type { Route, RouteRequest } from '../../platform/http/route.ts';
import { writeLimits } from '../../platform/http/writeLimits.ts';
import { portalRoutes, type RouteParts, routePorts } from './routeTable.ts';
import type { Services } from './services.ts';

const FRONTEND = path.resolve(import.meta.dirname, '../../../../../frontend/dist');
/** For running requests; the rest of the 10 s after SIGTERM is for leases and PostgreSQL. */
const DRAIN_MS = 4_000;
/**
 * For a request's calls of EventStoreDB, which may each take seconds while a cluster elects a leader. The log in PostgreSQL does
 * without: on Node 20 each `await` costs 2.6 times as much where a request's time is known to it.
 */
const EVENTSTOREDB_MS = 5_000;

/** Topics of read models, as pages name them. */
const TOPICS: Topics = {
  users: { topic: 'users', dealers: true, changesAccess: true },
  accounts: { topic: 'accounts', dealers: true },
  dealerSites: { topic: 'sites', dealers: true, guests: true },
  siteUsers: { topic: 'sites', dealers: true, guests: true, changesGuests: true },
  disputes: { topic: 'disputes', dealers: true },
  notes: { topic: 'notes', dealers: false },
  approvals: { topic: 'approvals', dealers: false },
  siteActivity: { topic: 'reports', dealers: false },
  contacts: { topic: 'contacts', dealers: false },
  migrations: { topic: 'migrations', dealers: true },
  orders: { topic: 'orders', dealers: true },
  payments: { topic: 'payments', dealers: false },
  invoices: { topic: 'invoices', dealers: true },
  receipts: { topic: 'receipts', dealers: false },
  creditNotes: { topic: 'invoices', dealers: true },
  bankLines: { topic: 'bank-lines', dealers: false },
  projectedInvoices: { topic: 'users', dealers: true },
  [ALERTS_CHANGED]: { topic: 'alerts', dealers: false },
};

/** The route table, and the feed that notifies open pages. */
export function composeRoutes(parts: RouteParts): {
  readonly routes: readonly Route[];
  readonly feed: ChangeFeed;
} {
  const { pool, projections, onStop } = parts;
  const feed = createChangeFeed((userIds) => hostsOfUsers(pool, userIds), TOPICS);
  onStop(async () => feed.close());
  const endFeed = projections.onChange((change) => feed.publish(change));
  onStop(async () => endFeed());
  return { routes: portalRoutes(routePorts(parts, feed, checksOf(parts))), feed };
}

const MAX_LAG_SECONDS = 30;
const MAX_SKEW_SECONDS = 2;

/** Checks of /readyz. A clock that is off is only a warning; parked accounts are only counted. */
const checksOf = ({
  settings,
  now,
  pool,
  store,
  projections,
  providerEvents,
}: Services): readonly Check[] => [
  {
    name: 'database',
    run: async () => {
      const { rows } = await pool.query<{ time: Date }>('SELECT clock_timestamp() AS time');
      const skewSeconds = Math.abs(now().getTime() - (rows[0]?.time.getTime() ?? 0)) / 1_000;
      return {
        ok: true,
        clockSkewSeconds: Math.round(skewSeconds * 10) / 10,
        ...(skewSeconds > MAX_SKEW_SECONDS ? { warning: "our clock is off the database's" } : {}),
      };
    },
  },
  { name: 'eventStore', run: async () => ({ ok: true, empty: (await store.head()) === null }) },
  {
    name: 'projections',
    run: async () => {
      const all = await projections.status();
      return {
        ok: all.every((one) => one.owner !== null && one.lagSeconds < MAX_LAG_SECONDS),
        lag: Object.fromEntries(all.map((one) => [one.projection, one.lag])),
        parked: all.reduce((sum, one) => sum + one.parked.length, 0),
      };
    },
  },
  { name: 'webhooks', run: async () => ({ ok: true, stuck: await providerEvents.stuck() }) },
  {
    name: 'processes',
    // only followers that this portal runs
    run: async () => {
      const isRun = settings.roles.includes('reactions');
      return { ok: true, stuck: isRun ? (await stuckFollowers(pool)).length : 0 };
    },
  },
];

/** The HTTP edge, not listening yet. Without the role `api` it serves health and metrics only. */
export async function composeEdge(
  services: Services,
  idempotency: Idempotency,
  routes: readonly Route[],
): Promise<Koa> {
  const { settings, overrides, log, publicUrl, pool, store, projections } = services;
  const ownOrigins = () => [publicUrl(), ...settings.allowedOrigins];
  const api = settings.roles.includes('api');
  const pages = pagesOf(services);
  if (api && !(await pages.load())) log.warn('frontend/dist is missing: run npm run build');
  const https = settings.publicUrl?.startsWith('https:') ?? false;
  return createEdge({
    tracing: services.tracing,
    routes: api ? routes : routes.filter((line) => !line.path.startsWith('/api/')),
    logger: log,
    metrics: services.metrics,
    ownOrigins,
    https,
    trustProxy: settings.trustProxy,
    untrustedProxy: services.untrustedProxy,
    sessions: sessions(services.sessionStore, https),
    cookieKeys: [settings.sessionSecret],
    pages,
    countRefusal: logOutages(log, () => Promise.all([pool.query('SELECT 1'), store.head()])),
    unread: [
      simulatorAssets(services.cards.simulatorUrl, originCheck(ownOrigins)),
      ...(api ? [stripeWebhooks(services)] : []),
    ],
    hasSession: (ctx) => signedInOf(ctx) !== null,
    readCaller: callerReader(services.findCaller, services.callerOf),
    freshness: {
      isInLog: async (position) => {
        const head = await store.head();
        return head !== null && store.comparePositions(position, head) <= 0;
      },
      waitForTypes: async (types, position, timeoutMs) =>
        (await projections.waitFor(
          { types, position },
          { timeoutMs: overrides.freshnessMs ?? timeoutMs },
        )) === 'fresh',
      waitForProjections: async (names, position, timeoutMs) =>
        (await projections.waitForProjections(names, position, { timeoutMs })) === 'fresh',
    },
    idempotency,
    hold: (held, needed) => holdRequest(services, held, needed),
    downloaded: (name, request) => recordFile(services.commands, name, request as RouteRequest<'staff'>),
    now: services.now,
    limitWrites: writeLimits(overrides.writesPerMinute),
    storeMs: settings.eventStoreUrl === null ? undefined : EVENTSTOREDB_MS,
  });
}

const pagesOf = ({ settings: { company, publicUrl }, overrides }: Services) =>
  staticPages(overrides.pagesDir ?? FRONTEND, () => ({
    COMPANY_NAME: company.name,
    COMPANY_ADDRESS: company.address,
    COMPANY_PHONE: company.phone,
    COMPANY_EMAIL: company.email,
    // links of the page itself: without the setting they are relative
    PORTAL_URL: publicUrl ?? '',
    YEAR: String(new Date().getFullYear()),
  }));

/** Listens at HOST and PORT, then takes webhooks. */
export async function serve(
  { settings, listensAt, onStop, cards }: Services,
  edge: Koa,
  feed: ChangeFeed,
): Promise<void> {
  const listening = await listen(edge, settings.host, settings.port);
  onStop(() => {
    // open event streams would delay the drain
    feed.close();
    return listening.close(DRAIN_MS);
  });
  listensAt(listening.address);
  cards.takeWebhooks();
}
