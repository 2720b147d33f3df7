import { type BillingResult, billingRunStream, type Period } from '@portal/domain';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import type { BillingPorts } from './ports.ts';
import { periodsToBill } from './run.ts';

const READS_AT_ONCE = 16;

/** A run as its stream tells it; a month that is due and not begun has none. */
export interface ToldRun {
  readonly period: Period;
  readonly cutOff: string;
  readonly cutSeq: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly result: BillingResult | null;
}

/** The runs there were, the newest first. Freshness: `logIndex`. */
export async function toldRuns(
  ports: BillingPorts,
  readStream: (stream: string) => Promise<readonly PortalEnvelope[]>,
): Promise<readonly ToldRun[]> {
  const periods = await periodsToBill(ports);
  const runs = await inParallel(periods, READS_AT_ONCE, async (period) =>
    told(await readStream(billingRunStream(period))),
  );
  return runs.flatMap((run) => run ?? []).reverse();
}

/** The run that these events of its stream tell; null for none. */
export function told(envelopes: readonly PortalEnvelope[]): ToldRun | null {
  const started = envelopes[0];
  if (started?.event.type !== 'BillingRunStarted') return null;
  const { period, cutOff, cutSeq } = started.event.data;
  const begun = { period, cutOff, cutSeq, startedAt: started.metadata.recordedAt };
  const last = envelopes.at(-1);
  if (last?.event.type !== 'BillingRunCompleted') return { ...begun, completedAt: null, result: null };
  const { period: _same, ...result } = last.event.data;
  return { ...begun, completedAt: last.metadata.recordedAt, result };
}
