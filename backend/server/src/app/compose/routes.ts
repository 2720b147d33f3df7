import { announceChange, hostsOfUsers } from '@portal/projections';
import { ALERTS_CHANGED } from '../../modules/operations/alerts.ts';
import { createLoginLimits } from '../../modules/users/signIn/loginLimits.ts';
import type { Check } from '../../platform/health/healthRoutes.ts';
import { databaseCheck, projectionCheck } from '../../platform/health/readiness.ts';
import { createChangeFeed, type Topics } from '../../platform/http/changeFeed.ts';
import { createPublicLimits } from '../../platform/http/publicLimits.ts';
import { portalRoutes } from '../routes.ts';
import type { Parts } from './parts.ts';
import type { Startup } from './startup.ts';

/** What pages call the rows of a read model. */
const TOPICS: Topics = {
  users: { topic: 'users', dealers: true },
  accounts: { topic: 'accounts', dealers: true },
  dealerSites: { topic: 'sites', dealers: true },
  siteUsers: { topic: 'sites', dealers: true },
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

type RouteParts = Omit<Parts, 'followers' | 'routes' | 'feed' | 'idempotency' | 'edge' | 'duties'>;

/** The whole route table, and what tells open pages of changes. */
export function composeRoutes(startup: Startup, parts: RouteParts): Pick<Parts, 'routes' | 'feed'> {
  const { settings, overrides, now, today, page, onStop } = startup;
  const { commands, eventLog, readModels, money, mail, signIn, watch } = parts;
  const { pool } = parts.databases.database;
  const { projections } = readModels;
  const feed = createChangeFeed((userIds) => hostsOfUsers(pool, userIds), TOPICS);
  onStop(async () => feed.close());
  const endFeed = projections.onChange((change) => feed.publish(change));
  onStop(async () => endFeed());
  const routes = portalRoutes(
    {
      commands,
      billing: money.billing,
      payments: money.payments,
      keptCards: money.keptCards,
      refundRetries: money.refundRetries,
      attemptEnds: money.attemptEnds,
      db: pool,
      pool,
      letterhead: settings.company,
      readStream: eventLog.readStream,
      readStored: (stream) => eventLog.store.read(stream),
      usersReach: (position) => projections.waitForProjections(['users'], position, { timeoutMs: 2_000 }),
      now,
      today,
      timeZone: settings.billingTimeZone,
      loginLimits: createLoginLimits(pool),
      publicLimits: createPublicLimits(pool, eventLog.keys.commands, overrides.publicCallLimits),
      outbox: mail.outbox,
      page,
      portalSettings: parts.portalSettings,
      announce: (name) => announceChange(pool, name),
      resetTokens: mail.passwordResets.tokens,
      erasure: parts.erasure,
      secondFactors: signIn.secondFactors,
      adminSecondFactor: settings.adminSecondFactor,
      secondFactorPolicy: signIn.secondFactorPolicy,
      resources: parts.resources,
    },
    {
      feed,
      readCaller: ({ id }) => signIn.findCaller(id),
      sessions: signIn.sessionStore,
      checks: checksOf(startup, parts),
      metrics: parts.monitoring.metrics,
      upkeep: { tasks: watch.upkeepTasks, projections, verify: readModels.verifyLog },
      alerts: watch.alerts,
    },
  );
  return { routes, feed };
}

/** What /readyz asks. */
const checksOf = (
  { now }: Startup,
  { databases, eventLog: { store }, readModels, money: { providerEvents }, stuckProcesses }: RouteParts,
): readonly Check[] => [
  databaseCheck(databases.database, now),
  { name: 'eventStore', run: async () => ({ ok: true, empty: (await store.head()) === null }) },
  projectionCheck(readModels.projections),
  { name: 'webhooks', run: async () => ({ ok: true, stuck: await providerEvents.stuck() }) },
  { name: 'processes', run: async () => ({ ok: true, stuck: await stuckProcesses() }) },
];
