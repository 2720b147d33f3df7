import { addPeriods, firstDayOf, type Period, periodOfDay } from '@portal/domain';
import { planQuestions } from './questions.ts';
import { randomFor } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Action, Step } from './step.ts';
import { workdayAfter } from './workdays.ts';

/** The 1st has begun in every time zone. */
const RUN_AT = 'T12:05:00.000Z';
/** Months owed by a dealer that does not pay. */
const OWED_MONTHS = 3;

/**
 * Monthly billing runs and payments by check or bank transfer: most in time, some late. A suspended dealer and some others
 * owe the last months. One invoice is reissued, one paid invoice is credited, and some charges are questioned.
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
  const [shown] = customers;
  const steps = months.flatMap((period, index): readonly Step[] => {
    const run: Step = {
      at: runOf(period),
      action: { type: 'runBilling', period },
    };
    const left = months.length - index;
    const payments = customers.flatMap((customer, number) => {
      if (customer.admitted >= run.at) return [];
      const owes = left <= OWED_MONTHS && (number % 9 === 4 || !customer.staysCustomer);
      return owes ? [] : [payment(seed, customer, { number, period, run: run.at })];
    });
    if (shown === undefined || shown.admitted >= run.at) return [run, ...payments];
    const once = (name: string, least: number, most: number, action: Action): Step => ({
      at: workdayAfter(randomFor(seed, name), run.at, least, most),
      action,
    });
    const ofShown = { dealer: shown.dealer.name, period };
    if (left === 4) {
      const reason = 'One reader was counted too many';
      return [run, once('reissue', 1, 2, { type: 'reissueInvoice', ...ofShown, reason }), ...payments];
    }
    if (left === 2) {
      const terms = { amount: '25.00', reason: 'Two days without service' };
      return [run, ...payments, once('credit', 18, 22, { type: 'creditInvoice', ...ofShown, ...terms })];
    }
    return [run, ...payments];
  });
  const runs = months.map((period) => ({ period, run: runOf(period) }));
  return [...steps, ...planQuestions(seed, { customers, months: runs, until })];
}

const runOf = (period: Period) => new Date(`${firstDayOf(period)}${RUN_AT}`);

function payment(
  seed: number,
  { dealer }: PlannedCustomer,
  { number, period, run }: { readonly number: number; readonly period: Period; readonly run: Date },
): Step {
  const random = randomFor(seed, `payment/${dealer.name}/${period}`);
  const isLate = number % 6 === 3;
  const at = isLate ? workdayAfter(random, run, 18, 27) : workdayAfter(random, run, 6, 13);
  const byCheck = number % 3 !== 2;
  const action: Action = {
    type: 'payInvoice',
    dealer: dealer.name,
    period,
    method: byCheck ? 'check' : 'ach',
    reference: byCheck ? `${random.whole(1_001, 9_899)}` : `ACH ${random.whole(100_000, 999_999)}`,
  };
  return { at, action };
}

/** The months whose billing run is between two times. */
function monthsBetween(after: Date, before: Date): readonly Period[] {
  const months: Period[] = [];
  let period = addPeriods(periodOfDay(after.toISOString().slice(0, 10)), 1);
  while (runOf(period) < before) {
    months.push(period);
    period = addPeriods(period, 1);
  }
  return months;
}
