import { formatPeriod, type Period } from '@portal/domain';
import type { Projections } from '@portal/projections';
import { type BillingPorts, loadRun, periodsToBill } from '../../billing/module.ts';
import { type Finding, listLink, SYSTEM } from '../check.ts';

/** Time for a due run, catching up after down-time included. */
const LATE_AFTER_MS = 30 * 60_000;

/** Months that are checked. */
const MONTHS = 3;

/** Normal reasons for no invoice. */
const NORMAL = ['no_active_sites', 'not_open'];

/** Missing billing runs, and companies that a run left out. */
export function billingRuns(billing: BillingPorts): () => Promise<readonly Finding[]> {
  /** Completed for all accounts; not read again. */
  const done = new Set<Period>();
  return async () => {
    const findings: Finding[] = [];
    for (const period of (await periodsToBill(billing)).slice(-MONTHS)) {
      if (done.has(period)) continue;
      const run = await loadRun(billing, period);
      if (run.status !== 'completed') {
        findings.push({
          subject: period,
          severity: 'critical',
          title: `The invoices of ${formatPeriod(period)} were not all issued.`,
          todo: 'The portal retries every minute. See System for the cause, or run billing manually.',
          link: { path: '/billing-runs', label: 'Open the billing runs' },
          mark: 'late',
          afterMs: LATE_AFTER_MS,
        });
        continue;
      }
      const { parked, skipped } = run.result;
      const skippedFor = skipped.filter(({ reason }) => !NORMAL.includes(reason));
      const left = [...parked, ...skippedFor.flatMap(({ accountIds }) => accountIds)];
      if (left.length === 0) {
        done.add(period);
        continue;
      }
      findings.push({
        subject: period,
        severity: 'critical',
        title: `${left.length === 1 ? '1 company was' : `${left.length} companies were`} left out when ${formatPeriod(period)} was billed.`,
        todo: 'The billing run lists them with the reason. Resume the data under System; the run then bills them automatically.',
        link: listLink('billing-runs', { period }, 'Open the run'),
        mark: left.sort().join(' '),
      });
    }
    return findings;
  };
}

/** Parked accounts: their pages are outdated and they are not billed. */
export async function parkedAccounts(projections: Pick<Projections, 'status'>): Promise<readonly Finding[]> {
  const models = new Map<string, string[]>();
  for (const { projection, parked } of await projections.status()) {
    for (const { key } of parked) models.set(key, [...(models.get(key) ?? []), projection]);
  }
  return [...models].map(([key, names]) => ({
    subject: key,
    severity: 'critical',
    title: key.startsWith('stream:')
      ? `An event can't be read: ${key.slice('stream:'.length)} is held back.`
      : "A company's data could not be updated: its pages are outdated, and it is not billed.",
    todo: `${names.length === 1 ? 'The read model' : 'The read models'} ${names.sort().join(', ')} could not apply an event; see System. Resume once the cause is fixed; nothing is lost.`,
    link: SYSTEM,
    mark: names.join(' '),
  }));
}
