import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertKind } from '@portal/contract';
import { announceChange, inTransaction } from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type AlertMailPorts, mailAlerts } from './alertMails.ts';
import { keepFindings, purgeAlerts } from './alertStore.ts';
import type { Check } from './check.ts';
import { runChecks, trackFindings } from './runChecks.ts';

/** Topic of changed alerts. */
export const ALERTS_CHANGED = 'alerts';

const EVERY_MS = 60_000;
const MAX_WAIT_MS = 5_000;

export type Alerts = ReturnType<typeof createAlerts>;

/** Stores and mails the findings of checks. */
export function createAlerts(ports: {
  readonly checks: readonly Check[];
  readonly machineChecks: readonly Check[];
  /** This machine's name. */
  readonly host: string;
  readonly pool: pg.Pool;
  readonly mail: AlertMailPorts;
  now(): Date;
  /** Runs `work` unless another portal does. */
  unlessElsewhere(work: () => Promise<void>): Promise<void>;
  /** Runs `work` when the lock is free. */
  inTurn(work: () => Promise<void>): Promise<void>;
  readonly log: Pick<Logger, 'warn'>;
}) {
  const { machineChecks, host, pool, now, log } = ports;
  const lastingOf = trackFindings();

  async function run(checks: readonly Check[], ownChecks: readonly Check[], signal: AbortSignal) {
    const looks = [
      ...checks.map((check) => ({ ...check, name: check.kind })),
      ...ownChecks.map((check) => ({ ...check, name: `${check.kind} on ${host}` })),
    ];
    const found = await runChecks(looks, signal, log);
    if (signal.aborted) return;
    const at = now();
    const written = await inTransaction(pool, async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.alertFindings]);
      let changed = false;
      for (const one of found)
        changed = (await keepFindings(transaction, one, lastingOf(one, at), at)) || changed;
      const posted = await mailAlerts(transaction, ports.mail, at);
      await purgeAlerts(transaction, at);
      return { changed, posted };
    });
    for (const sendIt of written.posted) sendIt();
    if (written.changed) await announceChange(pool, ALERTS_CHANGED);
  }

  const job: Job = {
    name: 'alerts',
    everyMs: EVERY_MS,
    run: (signal) => ports.unlessElsewhere(() => run(ports.checks, machineChecks, signal)),
  };
  return {
    /** Runs all checks once a minute, in one portal at a time. */
    job,

    /** Checks this machine once a minute; the job runs elsewhere. @returns stops it */
    watchMachine() {
      const stopping = new AbortController();
      let running: Promise<void> | null = null;
      const timer = setInterval(() => {
        // without the lock: a hanging disk must not block other checks
        running ??= run([], machineChecks, stopping.signal)
          .catch((error: unknown) =>
            log.warn({ err: error }, 'checks of this machine failed; retrying in a minute'),
          )
          .finally(() => {
            running = null;
          });
      }, EVERY_MS);
      timer.unref();
      return async () => {
        clearInterval(timer);
        stopping.abort();
        await running;
      };
    },

    /** Repeats checks after a repair, so that pages show it. Waits 5 s at most and never rejects. */
    async lookAgain(kinds: readonly AlertKind[]): Promise<void> {
      const some = ports.checks.filter(({ kind }) => kinds.includes(kind));
      const looked = ports
        .inTurn(() => run(some, [], new AbortController().signal))
        .catch((error: unknown) =>
          log.warn({ err: error, kinds }, 'alert checks failed; retrying with the next tick'),
        );
      await Promise.race([looked, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    },
  };
}
