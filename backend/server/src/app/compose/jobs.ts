import { automaticPaymentJob, billingJob, reminderJobs } from '../../modules/billing/module.ts';
import { replacedReadModelsJob, retentionJob } from '../../modules/erasure/module.ts';
import { creditJob } from '../../modules/invoices/module.ts';
import { sealJob } from '../../modules/operations/module.ts';
import { paymentsJob } from '../../modules/payments/module.ts';
import { purgeLoginLimits } from '../../modules/users/module.ts';
import { createJobs, type Job, type Jobs } from '../../platform/jobs/jobs.ts';
import { startJobs } from '../../platform/jobs/startJobs.ts';
import { timedJob } from '../../platform/metrics/timedJob.ts';
import type { Parts } from './parts.ts';
import type { Startup } from './startup.ts';

const HOUSEKEEPING_MS = 10 * 60_000;

/** All jobs; none runs yet. */
export function composeJobs(
  { now, today, log, page, onStop }: Startup,
  {
    databases: { database },
    monitoring: { metrics, tracing },
    eventLog: { keyRing },
    readModels: { dropReplaced },
    money: { billing, payments, reconcile },
    watch: { alerts },
    commands,
    portalSettings,
    mail,
  }: Pick<
    Parts,
    | 'databases'
    | 'monitoring'
    | 'eventLog'
    | 'readModels'
    | 'money'
    | 'watch'
    | 'commands'
    | 'portalSettings'
    | 'mail'
  >,
): Jobs {
  const db = database.pool;
  const due: readonly Job[] = [
    billingJob(billing, log),
    creditJob({ commands, db, log, now }),
    paymentsJob(reconcile),
    automaticPaymentJob({ commands, payments, db, log, now, today }),
    ...reminderJobs({
      commands,
      db,
      outbox: mail.outbox,
      readSettings: portalSettings.read,
      log,
      now,
      today,
      page,
    }),
    retentionJob({ commands, db, keyRing, now, today }),
    replacedReadModelsJob(dropReplaced),
    sealJob({ commands, db, now, today }),
    alerts.job,
  ];
  const timed = due.map((job) => timedJob(job, metrics));
  const jobs = createJobs(tracing === null ? timed : timed.map(tracing.job), log);
  onStop(() => jobs.stop());
  return jobs;
}

/** The role `jobs`: housekeeping, mails and jobs. */
export async function runJobs(
  { now, log, onStop }: Startup,
  {
    databases: { databaseUrl, database },
    signIn: { sessionStore, secondFactors },
    mail,
    idempotency,
    jobs,
  }: Pick<Parts, 'databases' | 'signIn' | 'mail' | 'idempotency' | 'jobs'>,
): Promise<void> {
  const housekeeping = setInterval(() => {
    Promise.all([
      sessionStore.purge(),
      idempotency.purge(),
      purgeLoginLimits(database.pool, now()),
      mail.outbox.purge(),
      mail.passwordResets.tokens.purge(),
      secondFactors.purge(),
    ]).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  }, HOUSEKEEPING_MS);
  housekeeping.unref();
  onStop(async () => clearInterval(housekeeping));
  onStop(mail.send());
  const ticking = await startJobs({ jobs, databaseUrl, log });
  onStop(() => ticking.stop());
}
