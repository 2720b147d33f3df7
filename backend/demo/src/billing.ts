import { addPeriods, firstDayOf, type Period, periodOfDay } from '@portal/domain';
import { planQuestions } from './questions.ts';
import { randomFor } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Action, Add } from './step.ts';
import { workdayAfter, workdayBefore } from './workdays.ts';

/** The 1st has begun in every time zone. */
const RUN_AT = 'T12:05:00.000Z';
/** Months owed by a dealer that does not pay, and by the one that owes most. */
const OWED_MONTHS = 3;
const MAX_OWED_MONTHS = 6;
/** The dealer that owes most, by its number. It pays three of them by one check, and one by a transfer. */
const OWES_MOST = 4;
/** Of the invoice before the last: what these dealers pay of it. One pays two months ahead. */
const SHARES: Readonly<Record<number, number>> = { 3: 0.5, 6: 3 };
/** Of the dealers that pay by card, the one that disputes a payment. */
const DISPUTES = 1;
/** The one that pays ahead and is paid some of it back. */
const PAID_BACK = 6;

/**
 * Monthly billing runs and payments by check, bank transfer or card: most in time, some late. A suspended dealer and some
 * others owe the last months; of the month before the last one invoice is paid in part, one transfer was returned, one
 * payment by card was charged back, one dealer paid ahead and got some of it back, and one paid three months by one check. An invoice of
 * the suspended dealer is written off, one is reissued, one paid invoice is credited, and some charges are questioned. The month before
 * that is closed.
 * @param firstActive when the first site became active
 */
export function planBilling(
  seed: number,
  add: Add,
  customers: readonly PlannedCustomer[],
  firstActive: Date,
  until: Date,
): void {
  const months = monthsBetween(firstActive, until).map((period) => ({ period, run: runOf(period) }));
  const [shown] = customers;
  for (const [index, { period, run }] of months.entries()) {
    add(run, { type: 'runBilling', period });
    const left = months.length - index;
    const once = (name: string, least: number, most: number, action: Action) => {
      if (shown !== undefined && shown.admitted < run)
        add(workdayAfter(randomFor(seed, name), run, least, most), action);
    };
    const ofShown = { dealer: shown?.dealer.name ?? '', period };
    if (left === 4) {
      once('reissue', 1, 2, {
        type: 'reissueInvoice',
        ...ofShown,
        reason: 'One reader was counted too many',
      });
    }
    for (const [number, customer] of customers.entries()) {
      const owed = number === OWES_MOST ? MAX_OWED_MONTHS : OWED_MONTHS;
      const owes = left <= owed && (number % 9 === OWES_MOST || !customer.staysCustomer);
      if (customer.admitted < run && !owes) pay(seed, add, customer, { number, period, run, left });
    }
    if (left === 2) {
      owedBefore(seed, add, customers, months.slice(0, index + 1));
      const terms = { amount: '25.00', reason: 'Two days without service' };
      once('close', 24, 27, { type: 'closeMonth', period: addPeriods(period, -1) });
      once('credit', 18, 22, { type: 'creditInvoice', ...ofShown, ...terms });
    }
  }
  const payer = customers[OWES_MOST];
  if (payer !== undefined && shown !== undefined) {
    const periods = months.slice(-MAX_OWED_MONTHS).map(({ period }) => period);
    const at = workdayBefore(randomFor(seed, 'bank file'), until, 1);
    add(at, { type: 'importBankFile', dealer: payer.dealer.name, other: shown.dealer.name, periods });
  }
  planQuestions(seed, add, customers, months, until);
}

/** The dealer that owes most pays three months by one check; a month of the suspended one is written off. */
function owedBefore(
  seed: number,
  add: Add,
  customers: readonly PlannedCustomer[],
  months: readonly { readonly period: Period; readonly run: Date }[],
): void {
  const [last] = months.slice(-1);
  if (last === undefined) return;
  const random = randomFor(seed, `owed/${last.period}`);
  const payer = customers[OWES_MOST];
  if (payer !== undefined) {
    const owed = months.slice(1 - MAX_OWED_MONTHS).map(({ period }) => period);
    const check = { periods: owed, reference: `${random.whole(1_001, 9_899)}`, overCents: 4_000 };
    add(workdayAfter(random, last.run, 18, 22), {
      type: 'payThreeInvoices',
      dealer: payer.dealer.name,
      ...check,
    });
  }
  for (const { dealer, staysCustomer } of customers) {
    if (staysCustomer) continue;
    const written = { dealer: dealer.name, period: last.period, reason: 'Out of business' };
    add(workdayAfter(random, last.run, 22, 24), { type: 'writeOffInvoice', ...written });
  }
}

const runOf = (period: Period) => new Date(`${firstDayOf(period)}${RUN_AT}`);

interface Due {
  /** The dealer's. */
  readonly number: number;
  readonly period: Period;
  readonly run: Date;
  /** Runs from this one on. */
  readonly left: number;
}

function pay(
  seed: number,
  add: Add,
  { dealer: { name: dealer } }: PlannedCustomer,
  { number, period, run, left }: Due,
): void {
  const random = randomFor(seed, `payment/${dealer}/${period}`);
  const isLate = number % 6 === 3;
  const at = isLate ? workdayAfter(random, run, 18, 27) : workdayAfter(random, run, 6, 13);
  if (number % 6 === 1) {
    add(at, { type: 'payInvoiceByCard', dealer, period });
    if (left === 2 && number === DISPUTES)
      add(workdayAfter(random, at, 8, 12), { type: 'chargeBack', dealer, period });
    return;
  }
  const paid =
    number % 3 === 2
      ? ({ method: 'ach', reference: `0910000${random.whole(10_000_000, 99_999_999)}` } as const)
      : ({ method: 'check', reference: `${random.whole(1_001, 9_899)}` } as const);
  const share = left === 2 ? (SHARES[number] ?? 1) : 1;
  add(at, { type: 'payInvoice', dealer, period, share, ...paid });
  if (left === 2 && number === PAID_BACK) {
    const back = { cents: 5_000, reference: `${random.whole(501, 599)}`, reason: 'Asked for by phone' };
    add(workdayAfter(random, at, 2, 3), { type: 'payOutCredit', dealer, period, ...back });
  }
  if (left === 2 && number === 2) {
    const reason = 'Returned by the bank: insufficient funds';
    add(workdayAfter(random, at, 4, 6), { type: 'reversePayment', dealer, period, reason });
  }
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
