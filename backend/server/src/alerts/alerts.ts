import type { AlertKind } from '@portal/contract';
import { announceChange } from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../adapters/database/inTransaction.ts';
import type { Duty } from '../jobs/duties.ts';
import { type AlertMailPorts, mailAlerts } from './alertMails.ts';
import { keepFindings, purgeAlerts } from './alertStore.ts';
import type { AlertCheck, Finding } from './check.ts';
import { createSteady } from './steady.ts';

/** The name under which open pages hear that alerts changed. */
export const ALERTS_CHANGED = 'alerts';

export interface AlertsPorts {
  readonly checks: readonly AlertCheck[];
  readonly pool: pg.Pool;
  readonly mail: AlertMailPorts;
  now(): Date;
  /** Runs `work` unless another portal is at it. */
  unlessElsewhere(work: () => Promise<void>): Promise<void>;
  /** Runs `work` after whoever is at it. */
  inTurn(work: () => Promise<void>): Promise<void>;
  readonly log: Pick<Logger, 'warn'>;
}

export interface Alerts {
  /** Looks after everything once a minute, in one portal at a time. */
  readonly duty: Duty;
  /** After somebody mended something: looks there and then, so that the pages say so. Never rejects. */
  lookAgain(kinds: readonly AlertKind[]): Promise<void>;
}

const EVERY_MS = 60_000;
/** A check that hangs must not keep the others from being made. */
const CHECK_MS = 30_000;

/** Operators hear of trouble: what the checks find is kept as alerts, shown and mailed, each once. */
export function createAlerts(ports: AlertsPorts): Alerts {
  const { checks, pool, log, now } = ports;
  const steady = createSteady();

  /** What each check found; a check that failed tells nothing of its own kind, and that it failed. */
  async function look(some: readonly AlertCheck[], signal: AbortSignal) {
    const found = new Map<AlertKind, readonly Finding[]>();
    const failed: Finding[] = [];
    await Promise.all(
      some.map(async (check) => {
        try {
          found.set(check.kind, await inTime(check.look(signal)));
        } catch (error) {
          if (signal.aborted) return;
          log.warn({ err: error, check: check.kind }, 'a check could not be made');
          failed.push(uncheckedFinding(check.kind));
        }
      }),
    );
    return { found, failed };
  }

  async function run(some: readonly AlertCheck[], signal: AbortSignal): Promise<void> {
    const { found, failed } = await look(some, signal);
    if (signal.aborted) return;
    const at = now();
    if (some === checks) found.set('unchecked', failed);
    const changed = await inTransaction(pool, async (transaction) => {
      let any = false;
      for (const [kind, findings] of found) {
        any =
          (await keepFindings(transaction, { kind, findings, ripe: steady.ripe(kind, findings, at) }, at)) ||
          any;
      }
      await mailAlerts(transaction, ports.mail, at);
      await purgeAlerts(transaction, at);
      return any;
    });
    if (changed) await announceChange(pool, ALERTS_CHANGED);
  }

  return {
    duty: {
      name: 'alerts',
      everyMs: EVERY_MS,
      run: (signal) => ports.unlessElsewhere(() => run(checks, signal)),
    },
    async lookAgain(kinds) {
      const some = checks.filter(({ kind }) => kinds.includes(kind));
      const never = new AbortController();
      await ports
        .inTurn(() => run(some, never.signal))
        .catch((error: unknown) =>
          log.warn({ err: error, kinds }, 'alerts are looked after by the next tick'),
        );
    },
  };
}

/** @throws where it takes too long */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function uncheckedFinding(kind: AlertKind): Finding {
  return {
    subject: kind,
    severity: 'warning',
    title: `The portal could not look after this: ${kind.replaceAll('_', ' ')}.`,
    todo: 'What it would find is not known. The server log says why the check failed; it is tried again every minute.',
    link: { path: '/system', label: 'Open System' },
    afterMs: 3 * EVERY_MS,
  };
}
