import { asPeriod, type BillingResult, billingRunStream, type Period } from '@portal/domain';
import { inParallel } from '../../kernel/inParallel.ts';
import type { BillingPorts } from './ports.ts';
import { periodsToBill } from './run.ts';

const READS_AT_ONCE = 16;

/** A billing run that has started. */
export interface RecordedRun {
  readonly period: Period;
  readonly cutOff: string;
  readonly cutSeq: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly result: BillingResult | null;
}

/** All billing runs, newest first. Freshness: `logIndex`. */
export async function listRuns(ports: BillingPorts): Promise<readonly RecordedRun[]> {
  const runs = await inParallel(await periodsToBill(ports), READS_AT_ONCE, (period) =>
    readRun(ports, period),
  );
  return runs.flatMap((run) => run ?? []).reverse();
}

/** The run of a period; null if there was none. */
export async function readRun(
  { readStream }: Pick<BillingPorts, 'readStream'>,
  ofPeriod: string,
): Promise<RecordedRun | null> {
  const envelopes = await readStream(billingRunStream(asPeriod(ofPeriod)));
  const started = envelopes[0];
  if (started?.event.type !== 'BillingRunStarted') return null;
  const { period, cutOff, cutSeq } = started.event.data;
  const begun = { period, cutOff, cutSeq, startedAt: started.metadata.recordedAt };
  const last = envelopes.at(-1);
  if (last?.event.type !== 'BillingRunCompleted') return { ...begun, completedAt: null, result: null };
  const { period: _same, ...result } = last.event.data;
  return { ...begun, completedAt: last.metadata.recordedAt, result };
}
