import type { BillingRun } from '@portal/contract';
import { asPeriod, billingRunStream } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import { inParallel } from '../../kernel/inParallel.ts';
import type { BillingPorts } from './ports.ts';
import { periodsToBill } from './run.ts';

const READS_AT_ONCE = 16;

/** All billing runs, newest first. Freshness: `logIndex`. */
export async function listRuns(ports: BillingPorts): Promise<readonly BillingRun[]> {
  const runs = await inParallel(await periodsToBill(ports), READS_AT_ONCE, (period) =>
    readRun(ports, period),
  );
  return runs.flatMap((run) => run ?? []).reverse();
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
