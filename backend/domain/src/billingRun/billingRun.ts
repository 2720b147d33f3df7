import { asPeriod, earliestRun, type Period } from '../billing/periods.ts';
import { type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { asCents } from '../values/money.ts';
import type { BillingRunEvent } from './events.ts';

/** A run counts all events up to `cutSeq` of the log index, whose hash there is `chainHash`. */
export type BillingCut = FieldsOf<BillingRunEvent, 'BillingRunStarted', 'period'>;
export type BillingResult = FieldsOf<BillingRunEvent, 'BillingRunCompleted', 'period'>;

export type BillingRunCommand =
  | {
      readonly type: 'StartBillingRun';
      readonly period: Period;
      readonly cut: BillingCut;
      /** ISO instant of the command. */
      readonly now: string;
    }
  | { readonly type: 'CompleteBillingRun'; readonly result: BillingResult };

export type BillingRunState =
  | { readonly status: 'none' }
  | { readonly status: 'started'; readonly period: Period; readonly cut: BillingCut }
  | {
      readonly status: 'completed';
      readonly period: Period;
      readonly cut: BillingCut;
      readonly result: BillingResult;
    };

/** @param now ISO instant @throws BusinessRefusal unprocessable until 2 minutes after the cut-off, when the month began */
export function refuseTooEarly(period: Period, cutOff: string, now: string): void {
  if (Date.parse(now) >= Date.parse(earliestRun(cutOff))) return;
  throw unprocessable(
    `The invoices of ${asPeriod(period)} can't be issued before the month begins.`,
    'period',
  );
}

/** Sorted by ids, so that runs with the same outcome give equal events. */
function sorted({ issued, totalCents, skipped, parked }: BillingResult) {
  return {
    issued,
    totalCents: asCents(totalCents),
    skipped: [...skipped]
      .filter(({ accountIds }) => accountIds.length > 0)
      .map(({ reason, accountIds }) => ({ reason, accountIds: [...accountIds].sort() }))
      .sort((a, b) => (a.reason < b.reason ? -1 : 1)),
    parked: [...parked].sort(),
  };
}

function decide(command: BillingRunCommand, state: BillingRunState): readonly BillingRunEvent[] {
  switch (command.type) {
    case 'StartBillingRun': {
      if (state.status !== 'none') return [];
      const { period, cut, now } = command;
      refuseTooEarly(period, cut.cutOff, now);
      return [{ type: 'BillingRunStarted', data: { period: asPeriod(period), ...cut } }];
    }
    case 'CompleteBillingRun': {
      if (state.status === 'none') throw notFound('Billing run not found');
      const result = sorted(command.result);
      const before = state.status === 'completed' ? JSON.stringify(sorted(state.result)) : null;
      if (before === JSON.stringify(result)) return [];
      return [{ type: 'BillingRunCompleted', data: { period: state.period, ...result } }];
    }
  }
}

function evolve(state: BillingRunState, event: BillingRunEvent): BillingRunState {
  switch (event.type) {
    case 'BillingRunStarted': {
      const { period, ...cut } = event.data;
      return { status: 'started', period, cut };
    }
    case 'BillingRunCompleted': {
      if (state.status === 'none') return state;
      const { period: _same, ...result } = event.data;
      return { status: 'completed', period: state.period, cut: state.cut, result };
    }
  }
}

/**
 * The invoice run of one month. Its first start fixes the cut, which later starts continue from. It completes again where
 * a parked account could be billed later.
 */
export const billingRunDecider: Decider<BillingRunState, BillingRunCommand, BillingRunEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
