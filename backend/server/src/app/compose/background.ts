import os from 'node:os';
import { administrators } from '@portal/projections';
import {
  automaticPaymentJob,
  billingJob,
  chargesJob,
  interruptedReissues,
  periodsToBill,
  readRun,
  reminderJobs,
} from '../../modules/billing/module.ts';
import {
  cardProviderErasureFollower,
  erasureFollower,
  replacedReadModelsJob,
  retentionJob,
} from '../../modules/erasure/module.ts';
import { creditJob } from '../../modules/invoices/module.ts';
import {
  type Alerts,
  alertChecks,
  createAlerts,
  createMaintenanceTasks,
  diskSpaceOf,
  followerStates,
  machineChecks,
  portalGauges,
  readGaugeValues,
  sealJob,
} from '../../modules/operations/module.ts';
import { refundFollower } from '../../modules/payments/module.ts';
import { purgeLoginLimits, purgeSignIns } from '../../modules/users/module.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import { OWNER_IS_GONE } from '../../platform/database/portalPresence.ts';
import { underLock, unlessLocked } from '../../platform/database/underLock.ts';
import { type Follower, runFollowers } from '../../platform/followers/runFollowers.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import { createJobs, type Job, type Jobs } from '../../platform/jobs/jobs.ts';
import { startJobs } from '../../platform/jobs/startJobs.ts';
import { composeNotifications } from './mail.ts';
import type { Services } from './services.ts';

const HOUSEKEEPING_MS = 10 * 60_000;

/** All followers of the log: processes, refunds, reissues, erasures and notifications. */
export const composeFollowers = (services: Services): readonly Follower[] => [
  ...services.processFollowers,
  refundFollower(services.paymentPorts),
  interruptedReissues(services.billing),
  erasureFollower(services.erasure),
  cardProviderErasureFollower(services),
  composeNotifications(services),
];

/** The role `reactions`: mails requested reset links and runs the followers. */
export function startFollowing(services: Services, followers: readonly Follower[]): void {
  const { onStop, passwordResets, outbox, store, codec, pool, log } = services;
  onStop(passwordResets.startMailing(outbox));
  const following = runFollowers(followers, { store, codec, pool, log, ownerIsGone: OWNER_IS_GONE });
  onStop(() => following.stop());
}

export type Watch = ReturnType<typeof startWatch>;

/** Starts the checks of this machine and exposes the gauges of the portal. */
export function startWatch(services: Services, followers: readonly Follower[]) {
  const { overrides, today, onStop, pool, database, billing, providerEvents } = services;
  const host = os.hostname();
  const settings = services.portalSettings.read;
  const maintenanceTasks = createMaintenanceTasks(pool, services.log);
  onStop(() => maintenanceTasks.stop());
  const followerNames = followers.map(({ name }) => name);
  const watched = { ...services, settings, followers: () => followerStates(pool, followerNames) };
  const alerts = createAlerts({
    ...services,
    checks: alertChecks({ ...watched, tasks: maintenanceTasks }),
    machineChecks: machineChecks({
      ...watched,
      host,
      untrustedProxy: services.untrustedProxy.last,
      diskSpace: overrides.machine?.diskSpace ?? diskSpaceOf,
      clock: overrides.machine?.clock ?? (() => new Date()),
    }),
    host,
    mail: { ...watched, administrators: () => administrators(pool, today()) },
    unlessElsewhere: (work) => unlessLocked(database, ADVISORY_LOCKS.alerts, work),
    inTurn: (work) => underLock(database, ADVISORY_LOCKS.alerts, work),
  });
  onStop(alerts.watchMachine());
  services.metrics.add((registry) =>
    portalGauges(registry, () =>
      readGaugeValues({
        ...watched,
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

/** All jobs; none runs yet. */
export function composeJobs(services: Services, alerts: Alerts): Jobs {
  const { log, metrics, tracing, billing } = services;
  const due: readonly Job[] = [
    billingJob(billing, log),
    chargesJob(billing, log),
    creditJob(services),
    services.paymentsJob,
    automaticPaymentJob({ ...services, readSettings: services.portalSettings.read }),
    ...reminderJobs({ ...services, readSettings: services.portalSettings.read }),
    retentionJob(services),
    replacedReadModelsJob(services.dropReplaced),
    sealJob(services),
    alerts.job,
  ];
  const timed = due.map(metrics.timed);
  const jobs = createJobs(tracing === undefined ? timed : timed.map(tracing.job), log);
  services.onStop(() => jobs.stop());
  return jobs;
}

/** The role `jobs`: housekeeping, mails and jobs. */
export async function runJobs(services: Services, idempotency: Idempotency, jobs: Jobs): Promise<void> {
  const { now, log, onStop, databaseUrl, pool } = services;
  const housekeeping = setInterval(() => {
    Promise.all([
      services.sessionStore.purge(),
      idempotency.purge(),
      purgeLoginLimits(pool, now()),
      purgeSignIns(pool, now()),
      services.outbox.purge(),
      services.passwordResets.purge(),
      services.secondFactors.purge(),
      services.passkeys.purge(),
    ]).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  }, HOUSEKEEPING_MS);
  housekeeping.unref();
  onStop(async () => clearInterval(housekeeping));
  onStop(services.sendMails());
  const ticking = await startJobs(jobs, databaseUrl, log);
  onStop(() => ticking.stop());
}
