import { type AccountRateFacts, rateFor } from '@portal/domain';
import { addDays } from '@portal/domain/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SiteBillingFacts } from './monthlySteps.ts';
import { monthlySteps } from './monthlySteps.ts';

const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2025-12-15', days));
const cents = fc.integer({ min: 0, max: 1_000 });
const rates = fc
  .uniqueArray(fc.record({ cents: fc.option(cents), effectiveFrom: day, because: fc.constant('e') }), {
    maxLength: 3,
    selector: ({ effectiveFrom }) => effectiveFrom,
  })
  .map((announced) => [
    { cents: 650, effectiveFrom: null, because: 'e' },
    ...announced.sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1)),
  ]);
const account: fc.Arbitrary<AccountRateFacts> = fc.record({
  defaultRates: rates,
  promotion: fc.option(
    fc.record({
      active: fc.boolean(),
      rateCents: fc.option(cents),
      months: fc.integer({ min: 1, max: 30 }),
      startDate: fc.option(day),
      because: fc.constant('p'),
    }),
  ),
});
const site = (status: 'active' | 'pending'): fc.Arbitrary<SiteBillingFacts> =>
  fc.record({
    status: fc.constant(status),
    readers: fc.integer({ min: 0, max: 500 }),
    customRates: fc.oneof(
      fc.constant([]),
      rates.map((all) => all.slice(1)),
    ),
    firstActivation: status === 'pending' ? fc.constant(null) : day.map((on) => ({ day: on, because: 'a' })),
  });

it('equals the sum of rateFor on every day', () => {
  fc.assert(
    fc.property(
      account,
      fc.array(site('active'), { maxLength: 4 }),
      fc.array(site('pending'), { maxLength: 2 }),
      fc.array(day, { minLength: 1, maxLength: 20 }),
      (facts, active, pending, days) => {
        const steps = monthlySteps(facts, active, pending);
        const total = (sites: readonly SiteBillingFacts[], on: string) =>
          sites.reduce((sum, each) => sum + each.readers * rateFor(each, facts, on).cents, 0);
        const edges = steps.flatMap(({ from }) => (from < '2000-01-01' ? [] : [from, addDays(from, -1)]));
        for (const on of [...days, ...edges]) {
          expect(
            steps.findLast(({ from }) => from <= on),
            on,
          ).toMatchObject({
            active: total(active, on),
            pending: total(pending, on),
          });
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('has one step if nothing changes', () => {
  const facts: AccountRateFacts = {
    defaultRates: [{ cents: 650, effectiveFrom: null, because: 'e' }],
    promotion: null,
  };
  const one: SiteBillingFacts = {
    status: 'active',
    readers: 12,
    customRates: [],
    firstActivation: { day: '2026-01-05', because: 'a' },
  };
  expect(monthlySteps(facts, [one], [])).toEqual([{ from: '1000-01-01', active: 7_800, pending: 0 }]);
});
