import { randomUUID } from 'node:crypto';
import { missedPeriods, type Period } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import { firstActivation } from '@portal/projections';
import type { Logger } from 'pino';
import { newCommand } from '../../kernel/commandContext.ts';
import type { Duty } from '../../platform/jobs/jobs.ts';
import type { BillingPorts } from './billingPorts.ts';
import { loadRun, runBilling } from './run.ts';

const EVERY_MS = 60_000;

/** Who issues invoices when nobody asks. */
export const BILLING_ACTOR = { kind: 'system', id: 'billing run' } as const;

/**
 * The months that a run may begin for by now, the earliest first, from the month after the first site became active;
 * which of them are done stands in their runs. Freshness: `logIndex`.
 */
export async function periodsToBill({ db, now, timeZone }: BillingPorts): Promise<readonly Period[]> {
  const first = await firstActivation(db);
  return first === null ? [] : missedPeriods(first, now().toISOString(), timeZone);
}

/**
 * Issues what is due and was not issued yet, month after month: what one leaves over goes to the next. After down-time
 * over the 1st, however long, the first tick brings it up (reliability R10).
 */
export function billingDuty(ports: BillingPorts, log: Pick<Logger, 'info' | 'warn'>): Duty {
  /** Runs that nothing is left of: their streams need no second look. */
  const done = new Set<Period>();
  /** What was said about a month's parked accounts. */
  const warned = new Map<Period, string>();
  return {
    name: 'billing run',
    everyMs: EVERY_MS,
    async run(signal) {
      await ports.upToDate(['logIndex']);
      for (const period of await periodsToBill(ports)) {
        if (done.has(period)) continue;
        signal.throwIfAborted();
        const before = await loadRun(ports, period);
        if (before.status !== 'completed') log.info({ period }, 'billing run begins');
        const context = newCommand(ports.now(), BILLING_ACTOR, randomUUID());
        const { result, wrote } = await runBilling(ports, period, context, { signal });
        const { issued, totalCents, parked } = result;
        if (wrote) log.info({ period, issued, total: dollarsFromCents(totalCents) }, 'billing run completed');
        if (parked.length === 0) done.add(period);
        else if (warned.get(period) !== parked.join()) {
          warned.set(period, parked.join());
          log.warn({ period, parked }, 'accounts were not billed: their read models are parked');
        }
      }
    },
  };
}
