import { addPeriods, firstDayOf, type Period, periodOfDay } from '@portal/domain';
import { randomFor } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Deed, Step } from './step.ts';
import { workdayAfter } from './workdays.ts';

/** By then it is the 1st everywhere on earth, so the run may begin whatever BILLING_TZ says. */
const RUN_AT = 'T12:05:00.000Z';
/** Who doesn't pay owes so many months. */
const OWED_MONTHS = 3;

/**
 * Month after month the run issues, and dealers pay by check or bank transfer: most in time, some late, one not of late,
 * and neither does who was suspended for it. Once an invoice was wrong and is issued again, once a paid one is credited.
 */
export function planBilling(
  seed: number,
  options: {
    readonly customers: readonly (PlannedCustomer & { readonly staysCustomer: boolean })[];
    /** When the first site became active. */
    readonly firstActive: Date;
    readonly until: Date;
  },
): readonly Step[] {
  const { customers, firstActive, until } = options;
  const months = monthsBetween(firstActive, until);
  const shown = customers[0]?.dealer.name;
  return months.flatMap((period, index): readonly Step[] => {
    const run: Step = {
      at: new Date(`${firstDayOf(period)}${RUN_AT}`),
      deed: { type: 'runBilling', period },
    };
    const left = months.length - index;
    const there = (customer: PlannedCustomer | undefined) =>
      customer !== undefined && customer.admitted < run.at;
    const payments = customers.flatMap((customer, number) => {
      if (!there(customer)) return [];
      const owes = left <= OWED_MONTHS && (number % 9 === 4 || !customer.staysCustomer);
      return owes ? [] : [payment(seed, customer, { number, period, run: run.at })];
    });
    const corrected = left === 4 && there(customers[0]) ? reissue(seed, shown, period, run.at) : [];
    const credited = left === 2 && there(customers[0]) ? credit(seed, shown, period, run.at) : [];
    return [run, ...corrected, ...payments, ...credited];
  });
}

function payment(
  seed: number,
  { dealer }: PlannedCustomer,
  { number, period, run }: { readonly number: number; readonly period: Period; readonly run: Date },
): Step {
  const random = randomFor(seed, `payment/${dealer.name}/${period}`);
  const isLate = number % 6 === 3;
  const at = isLate ? workdayAfter(random, run, 18, 27) : workdayAfter(random, run, 6, 13);
  const byCheck = number % 3 !== 2;
  const deed: Deed = {
    type: 'payInvoice',
    dealer: dealer.name,
    period,
    method: byCheck ? 'check' : 'ach',
    reference: byCheck ? `${random.whole(1_001, 9_899)}` : `ACH ${random.whole(100_000, 999_999)}`,
  };
  return { at, deed };
}

function reissue(seed: number, dealer: string | undefined, period: Period, run: Date): readonly Step[] {
  if (dealer === undefined) return [];
  const at = workdayAfter(randomFor(seed, 'reissue'), run, 1, 2);
  const reason = 'One reader was counted too many';
  return [{ at, deed: { type: 'reissueInvoice', dealer, period, reason } }];
}

function credit(seed: number, dealer: string | undefined, period: Period, run: Date): readonly Step[] {
  if (dealer === undefined) return [];
  const at = workdayAfter(randomFor(seed, 'credit'), run, 18, 22);
  const reason = 'Two days without service';
  return [{ at, deed: { type: 'creditInvoice', dealer, period, amount: '25.00', reason } }];
}

/** The months whose 1st lies after one moment and before another. */
function monthsBetween(after: Date, before: Date): readonly Period[] {
  const months: Period[] = [];
  let period = addPeriods(periodOfDay(after.toISOString().slice(0, 10)), 1);
  while (new Date(`${firstDayOf(period)}${RUN_AT}`) < before) {
    months.push(period);
    period = addPeriods(period, 1);
  }
  return months;
}
