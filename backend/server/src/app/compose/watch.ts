import os from 'node:os';
import { administrators } from '@portal/projections';
import { periodsToBill, readRun } from '../../modules/billing/module.ts';
import {
  alertChecks,
  createAlerts,
  createMaintenanceTasks,
  diskSpaceOf,
  followerStates,
  machineChecks,
  portalGauges,
  readGaugeValues,
} from '../../modules/operations/module.ts';
import { underLock, unlessLocked } from '../../platform/database/underLock.ts';
import type { Parts, Watch } from './parts.ts';
import type { Startup } from './startup.ts';

/** Advisory lock of alert checks. */
const ALERTS_LOCK = 72_063;

/** Starts the checks of this machine and exposes the gauges of the portal. */
export function startWatch(
  { settings, overrides, now, today, log, page, untrustedProxy, onStop }: Startup,
  {
    databases: { database, folders },
    eventLog: { store },
    monitoring: { metrics },
    readModels: { projections },
    money: { billing, cards, providerEvents },
    portalSettings,
    mail,
    followers,
  }: Pick<
    Parts,
    'databases' | 'eventLog' | 'monitoring' | 'readModels' | 'money' | 'portalSettings' | 'mail' | 'followers'
  >,
): Watch {
  const { pool } = database;
  const host = os.hostname();
  const maintenanceTasks = createMaintenanceTasks(pool, log);
  onStop(() => maintenanceTasks.stop());
  const followerNames = followers.map(({ name }) => name);
  const alerts = createAlerts({
    checks: alertChecks({
      billing,
      db: pool,
      projections,
      providerEvents,
      tasks: maintenanceTasks,
      cardsFor: cards.cardsFor,
      followers: () => followerStates(pool, followerNames),
      settings: portalSettings.read,
      now,
      today,
    }),
    machineChecks: machineChecks({
      db: pool,
      store,
      settings: portalSettings.read,
      host,
      folders,
      untrustedProxy: untrustedProxy.last,
      diskSpace: overrides.machine?.diskSpace ?? diskSpaceOf,
      clock: overrides.machine?.clock ?? (() => new Date()),
    }),
    host,
    pool,
    mail: {
      outbox: mail.outbox,
      settings: portalSettings.read,
      administrators: () => administrators(pool, today()),
      page,
      timeZone: settings.billingTimeZone,
    },
    now,
    unlessElsewhere: (work) => unlessLocked(database, ALERTS_LOCK, work),
    inTurn: (work) => underLock(database, ALERTS_LOCK, work),
    log,
  });
  onStop(alerts.watchMachine());
  metrics.add((registry) =>
    portalGauges(registry, () =>
      readGaugeValues({
        projections,
        pool,
        now,
        followers: () => followerStates(pool, followerNames),
        stuckWebhooks: () => providerEvents.stuck(),
        newestRun: async () => {
          const period = (await periodsToBill(billing)).at(-1);
          return period === undefined ? null : readRun(billing, period);
        },
      }),
    ),
  );
  return { alerts, maintenanceTasks };
}
