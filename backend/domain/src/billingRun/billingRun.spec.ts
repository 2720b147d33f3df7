import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { type BillingResult, billingRunDecider } from './billingRun.ts';
import type { BillingRunEvent } from './events.ts';
import { billingRunStream, billingRunStreams } from './events.ts';

const period = '2026-05';
const cut = { cutOff: '2026-05-01T04:00:00.000Z', cutSeq: 812, chainHash: 'ab12', policyVersion: 1 };
const start = { type: 'StartBillingRun', period, cut, now: '2026-05-01T04:02:00.000Z' } as const;
const started: BillingRunEvent = { type: 'BillingRunStarted', data: { period, ...cut } };
const result: BillingResult = {
  issued: 2,
  totalCents: 9_100,
  skipped: [{ reason: 'no_active_sites', accountIds: ['a3', 'a4'] }],
  parked: ['a5'],
};
const complete = (change: Partial<BillingResult> = {}) =>
  ({ type: 'CompleteBillingRun', result: { ...result, ...change } }) as const;
const completed = (change: Partial<BillingResult> = {}): BillingRunEvent => {
  const { issued, totalCents, skipped, parked } = { ...result, ...change };
  return {
    type: 'BillingRunCompleted',
    data: {
      period,
      issued,
      totalCents,
      skipped: skipped.map(({ reason, accountIds }) => ({ reason, accountIds: [...accountIds] })),
      parked: [...parked],
    },
  };
};
const run = (...history: BillingRunEvent[]) => given(billingRunDecider, ...history);
const after = (...history: BillingRunEvent[]) =>
  history.reduce(billingRunDecider.evolve, billingRunDecider.initialState);

describe('starting a billing run', () => {
  it('fixes the cut', () => run().when(start).thenEvents(started));
  it('twice yields no event, and keeps the first cut', () => {
    const later = { ...start, cut: { ...cut, cutSeq: 900, chainHash: 'cd34' } };
    run(started).when(later).thenNothing();
    run(started, completed()).when(later).thenNothing();
    expect(after(started)).toEqual({ status: 'started', period, cut });
  });
  it('waits two minutes after the cut-off', () =>
    run()
      .when({ ...start, now: '2026-05-01T04:01:59.999Z' })
      .thenRefused(
        'unprocessable',
        "The invoices of 2026-05 can't be issued before the month begins.",
        'period',
      ));
});

describe('completing a billing run', () => {
  it('records the outcome of each account', () => {
    run(started).when(complete()).thenEvents(completed());
    expect(after(started, completed())).toMatchObject({ status: 'completed', cut, result: { issued: 2 } });
  });
  it('twice yields no event, in any order of accounts', () => {
    run(started, completed()).when(complete()).thenNothing();
    run(started, completed())
      .when(complete({ skipped: [{ reason: 'no_active_sites', accountIds: ['a4', 'a3'] }] }))
      .thenNothing();
    run(started, completed({ parked: ['a5', 'a6'] }))
      .when(complete({ parked: ['a6', 'a5'] }))
      .thenNothing();
    const reasons = [
      { reason: 'not_open', accountIds: ['a6'] },
      { reason: 'no_active_sites', accountIds: ['a3', 'a4'] },
    ];
    run(started, completed({ skipped: [...reasons].reverse() }))
      .when(complete({ skipped: [...reasons, { reason: 'other', accountIds: [] }] }))
      .thenNothing();
  });
  it('again records what changed', () =>
    run(started, completed())
      .when(complete({ issued: 3, totalCents: 9_750, parked: [] }))
      .thenEvents(completed({ issued: 3, totalCents: 9_750, parked: [] })));
  it('needs a start', () => run().when(complete()).thenRefused('not_found', 'Billing run not found'));
});

it('a billing run has the stream of its period', () => {
  expect(billingRunStream('2026-05')).toBe('billingRun-2026-05');
  expect(billingRunStreams.idOf('billingRun-2026-05')).toBe('2026-05');
  expect(() => billingRunStream('202605')).toThrow(RangeError);
  expect(after(completed())).toEqual({ status: 'none' });
});
