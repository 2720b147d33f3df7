import { type BillingRun, LISTS } from '@portal/contract';
import { asPeriod, billingRunStream } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import { InvalidListQuery, type ListPage, type ListQuery } from '@portal/projections';
import { inParallel } from '../../kernel/inParallel.ts';
import type { BillingPorts } from './ports.ts';
import { periodsToBill } from './run.ts';

const READS_AT_ONCE = 16;

const { sorts, filters }: Readonly<Record<'sorts' | 'filters', readonly string[]>> = LISTS['billing-runs'];

/** Billing runs, whose id is their period; by default the newest first. Freshness: `logIndex`. @throws InvalidListQuery */
export async function listRuns(
  ports: BillingPorts,
  { sort: [field, order] = ['period', 'DESC'], filter = {}, range }: ListQuery = {},
): Promise<ListPage<BillingRun>> {
  if (!sorts.includes(field)) throw new InvalidListQuery('sort', `This list can't be sorted by ${field}.`);
  const other = Object.keys(filter).find((name) => !filters.includes(name));
  if (other !== undefined) throw new InvalidListQuery(other, `This list can't be filtered by ${other}.`);
  const wanted = Object.values(filter).map((value) => [value].flat());
  const periods = (await periodsToBill(ports)).filter((period) =>
    wanted.every((some) => some.includes(period)),
  );
  const found = await inParallel(periods, READS_AT_ONCE, (period) => readRun(ports, period));
  const runs = found.flatMap((run) => run ?? []);
  if (order === 'DESC') runs.reverse();
  return { rows: range === undefined ? runs : runs.slice(range[0], range[1] + 1), total: runs.length };
}

/** The run of a period; null if there was none. */
export async function readRun(
  { readStream }: Pick<BillingPorts, 'readStream'>,
  ofPeriod: string,
): Promise<BillingRun | null> {
  const envelopes = await readStream(billingRunStream(asPeriod(ofPeriod)));
  const started = envelopes[0];
  if (started?.event.type !== 'BillingRunStarted') return null;
  const { period, cutOff, cutSeq } = started.event.data;
  const last = envelopes.at(-1);
  const completed = last?.event.type === 'BillingRunCompleted' ? last.event.data : null;
  return {
    id: period,
    period,
    status: completed === null ? 'started' : 'completed',
    cut_off: cutOff,
    cut_seq: cutSeq,
    issued: completed?.issued ?? 0,
    total: dollarsFromCents(completed?.totalCents ?? 0),
    skipped: completed?.skipped.reduce((sum, { accountIds }) => sum + accountIds.length, 0) ?? 0,
    parked: completed?.parked.length ?? 0,
    started_at: started.metadata.recordedAt,
    completed_at: completed === null ? null : (last?.metadata.recordedAt ?? null),
  };
}
