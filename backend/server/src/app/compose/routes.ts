import { hostsOfUsers } from '@portal/projections';
import { ALERTS_CHANGED } from '../../modules/operations/module.ts';
import { stuckFollowers } from '../../platform/followers/checkpoints.ts';
import type { Check } from '../../platform/health/healthRoutes.ts';
import { databaseCheck, projectionCheck } from '../../platform/health/readiness.ts';
import type { ChangeFeed } from '../../platform/http/changeFeed.ts';
import { createChangeFeed, type Topics } from '../../platform/http/changeFeed.ts';
import type { Route } from '../../platform/http/route.ts';
import { portalRoutes, type RouteParts } from './routeTable.ts';
import type { Startup } from './startup.ts';

/** Topics of read models, as pages name them. */
const TOPICS: Topics = {
  users: { topic: 'users', dealers: true, changesAccess: true },
  accounts: { topic: 'accounts', dealers: true },
  dealerSites: { topic: 'sites', dealers: true, guests: true },
  siteUsers: { topic: 'sites', dealers: true, guests: true, changesGuests: true },
  disputes: { topic: 'disputes', dealers: true },
  siteActivity: { topic: 'reports', dealers: false },
  contacts: { topic: 'contacts', dealers: false },
  migrations: { topic: 'migrations', dealers: true },
  orders: { topic: 'orders', dealers: true },
  payments: { topic: 'payments', dealers: false },
  invoices: { topic: 'invoices', dealers: true },
  projectedInvoices: { topic: 'users', dealers: true },
  [ALERTS_CHANGED]: { topic: 'alerts', dealers: false },
};

/** The route table, and the feed that notifies open pages. */
export function composeRoutes(
  startup: Startup,
  parts: RouteParts,
): { readonly routes: readonly Route[]; readonly feed: ChangeFeed } {
  const { pool } = parts.databases.database;
  const feed = createChangeFeed((userIds) => hostsOfUsers(pool, userIds), TOPICS);
  startup.onStop(async () => feed.close());
  const endFeed = parts.readModels.projections.onChange((change) => feed.publish(change));
  startup.onStop(async () => endFeed());
  const routes = portalRoutes(startup, parts, feed, checksOf(startup, parts));
  return { routes, feed };
}

/** Checks of /readyz. */
const checksOf = (
  { settings, now }: Startup,
  { databases, eventLog: { store }, readModels, money: { providerEvents } }: RouteParts,
): readonly Check[] => [
  databaseCheck(databases.database, now),
  { name: 'eventStore', run: async () => ({ ok: true, empty: (await store.head()) === null }) },
  projectionCheck(readModels.projections),
  { name: 'webhooks', run: async () => ({ ok: true, stuck: await providerEvents.stuck() }) },
  {
    name: 'processes',
    // only followers that this portal runs
    run: async () => {
      const isRun = settings.roles.includes('reactions');
      return { ok: true, stuck: isRun ? (await stuckFollowers(databases.database.pool)).length : 0 };
    },
  },
];
