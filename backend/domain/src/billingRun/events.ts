import { z } from 'zod';
import { asPeriod, type Period } from '../billing/periods.ts';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, countShape, instantShape, periodShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** `billingRun-<YYYY-MM>`: one stream for each billed month. */
export const billingRunStreams = streamCategory('billingRun');

export function billingRunStream(period: Period): string {
  return billingRunStreams(asPeriod(period));
}

export const billingRunEvents = defineEvents({
  /**
   * Fixes the run's cut: every event up to `cutSeq` of the log index counts; `chainHash` is the index's hash there. Retries
   * and replays use this cut, not the time (ADR 0013).
   */
  BillingRunStarted: {
    period: periodShape,
    /** The 1st at 00:00 in BILLING_TZ. */
    cutOff: instantShape,
    cutSeq: countShape,
    chainHash: z.string(),
    policyVersion: z.number().int().positive(),
  },
  /** Every account was billed, skipped with a reason (rule B22), or left for later because its facts are in doubt. */
  BillingRunCompleted: {
    period: periodShape,
    /** Invoices of this run, including its earlier attempts. */
    issued: countShape,
    totalCents: centsShape,
    skipped: z.array(z.object({ reason: z.string(), accountIds: z.array(z.string()) })),
    /** Accounts whose projection is parked; not billed as long as it is. */
    parked: z.array(z.string()),
  },
});

export type BillingRunEvent = EventsOf<typeof billingRunEvents>;
