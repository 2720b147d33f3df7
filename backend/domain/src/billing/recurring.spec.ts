import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTS, anyHistory, type History, type Recorded, SITES } from '../../test/histories.ts';
import { straightLine } from '../../test/straightLine.ts';
import { type AccountBillingFacts, evolveAccountBillingFacts } from './accountFacts.ts';
import { addPeriods } from './periods.ts';
import {
  billingPoint,
  chargeInMode,
  type Held,
  RECURRING_CAUSES,
  type RecurringCharge,
  recurringCharges,
  recurringMovements,
} from './recurring.ts';
import { evolveSiteBillingFacts, type SiteBillingFacts } from './siteFacts.ts';

const PERIODS = Array.from({ length: 9 }, (_, index) => addPeriods('2027-11', index));

/** Facts as they followed one another; nothing where there were none. */
function heldFacts<Event, Facts>(
  log: readonly Recorded<Event>[],
  evolve: (facts: Facts | null, event: Event, eventId: string) => Facts | null,
): readonly Held<Facts>[] {
  const held: Held<Facts>[] = [];
  let facts: Facts | null = null;
  for (const { event, id, at } of log) {
    const last = held.at(-1);
    if (last !== undefined && last.untilAt === null) held.splice(-1, 1, { ...last, untilAt: at });
    facts = evolve(facts, event, id);
    if (facts !== null) held.push({ facts, fromAt: at, untilAt: null });
  }
  return held;
}

/** What each site of a company is charged in each period. */
function chargesOf(history: History, accountId: string): readonly (readonly (RecurringCharge | null)[])[] {
  const account = heldFacts<(typeof history.accounts)[number]['event'], AccountBillingFacts>(
    history.accounts.filter(({ stream }) => stream === accountId),
    evolveAccountBillingFacts,
  );
  return SITES.map((siteId) => {
    const site = heldFacts<(typeof history.sites)[number]['event'], SiteBillingFacts>(
      history.sites.filter(({ stream }) => stream === siteId),
      evolveSiteBillingFacts,
    ).filter(({ facts }) => facts.accountId === accountId);
    const points = PERIODS.map((period) => billingPoint(period, history.zone));
    return recurringCharges(site, account, points);
  });
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);

// Proves I38-reports
it('charges what invoices charge for readers, and its causes add up to each change, to the cent', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyHistory, (history) => {
      for (const accountId of ACCOUNTS) {
        const sites = chargesOf(history, accountId);
        PERIODS.forEach((period, at) => {
          const invoiced = straightLine(history, accountId, period);
          const charged = sites.map((charges) => charges[at]?.cents ?? 0);
          expect(BigInt(sumOf(charged)), `${accountId} ${period}`).toBe(invoiced?.total ?? 0n);
          if (at === 0) return;
          for (const isDemo of [false, true]) {
            const inMode = (of: number) => sites.map((charges) => chargeInMode(charges[of] ?? null, isDemo));
            const before = inMode(at - 1);
            const after = inMode(at);
            const moved = sites.flatMap((_, site) =>
              Object.entries(recurringMovements(before[site] ?? null, after[site] ?? null)),
            );
            for (const [cause, cents] of moved) if (cents !== 0) seen.add(cause);
            const centsOf = (charges: typeof before) => sumOf(charges.map((charge) => charge?.cents ?? 0));
            expect(centsOf(before) + sumOf(moved.map(([, cents]) => cents))).toBe(centsOf(after));
          }
        });
      }
    }),
    { numRuns: 60 },
  );
  // else the histories would have proved nothing
  expect([...seen].sort()).toEqual([...RECURRING_CAUSES].sort());
});

const charge = (
  readers: number,
  rateCents: number,
  source: RecurringCharge['source'] = 'standard',
): RecurringCharge => ({ isDemo: false, readers, rateCents, cents: readers * rateCents, source });

// Proves I38-reports
it('tells readers, rate and promotion apart', () => {
  expect(recurringMovements(charge(10, 650), charge(12, 700))).toEqual({ readers_added: 1_300, rate: 600 });
  expect(recurringMovements(charge(10, 650), charge(8, 500, 'promotional'))).toEqual({
    readers_removed: -1_300,
    promotion: -1_200,
  });
  // the site's own rate replaced the promotion
  expect(recurringMovements(charge(1, 500, 'promotional'), charge(1, 600, 'custom'))).toMatchObject({
    rate: 100,
  });
  expect(recurringMovements(charge(1, 500, 'promotional'), charge(1, 650))).toMatchObject({ promotion: 150 });
});
