import { type Decider, unprocessable } from '../kernel/decider.ts';
import { neededReason } from '../kernel/refusals.ts';
import { US_STATES } from '../values/choices.ts';
import { compareDays, type Day } from '../values/days.ts';
import { MAX_TAX_RATE } from '../values/limits.ts';
import { formatTaxRate, taxOnCents } from '../values/tax.ts';
import type { TaxEvent } from './events.ts';

/** A rate of sales tax from a day on. */
export interface TaxRate {
  /** Millionths of the price; 0 for no tax. */
  readonly rate: number;
  readonly from: Day;
  /** The event that set it. */
  readonly because: string;
}

/** Rates by state, each state's by day; plain JSON. Empty while tax is off (rule B38). */
export type TaxRates = Readonly<Record<string, readonly TaxRate[]>>;

export const NO_TAX: TaxRates = {};

/** What a state's tax on a day is, and whether a company is exempt from it. */
export interface TaxTerms extends TaxRate {
  readonly state: string;
  /** The event that exempted the company; absent where it is not exempt. */
  readonly exemptBecause?: string | undefined;
}

/** Cents of tax on a price; none for an exempt company. */
export const taxCents = (
  priceCents: number,
  { rate, exemptBecause }: Pick<TaxTerms, 'rate' | 'exemptBecause'>,
) => (exemptBecause === undefined ? taxOnCents(priceCents, rate) : 0);

/** The rate of a state on a day; null for a state without tax. */
export function taxRateOn(rates: TaxRates, state: string | null, day: Day): TaxRate | null {
  const rate = state === null ? undefined : rates[state]?.findLast(({ from }) => compareDays(from, day) <= 0);
  return rate === undefined || rate.rate === 0 ? null : rate;
}

export interface SetTaxRate {
  readonly type: 'SetTaxRate';
  readonly state: string;
  readonly rate: number;
  readonly from: Day;
  readonly reason: string;
  /** The billing day. */
  readonly today: Day;
}

/** Rates of the past never change: what was billed by them stays explained. */
function decide({ state, rate, from, reason, today }: SetTaxRate, rates: TaxRates): readonly TaxEvent[] {
  if (!Object.hasOwn(US_STATES, state)) throw unprocessable('Please choose a state', 'state');
  if (!Number.isSafeInteger(rate) || rate < 0 || rate > MAX_TAX_RATE)
    throw unprocessable(`The rate must be 0% to ${formatTaxRate(MAX_TAX_RATE)}`, 'rate');
  if (compareDays(from, today) < 0) throw unprocessable("A rate can't begin in the past", 'from');
  const known = rates[state]?.findLast((one) => compareDays(one.from, from) <= 0);
  if ((known?.rate ?? 0) === rate) return [];
  return [{ type: 'TaxRateSet', data: { state, rate, from, reason: neededReason(reason) } }];
}

/** The rates in force on a day, by state, without those of 0. */
export const taxRatesOn = (rates: TaxRates, day: Day): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.keys(rates).flatMap((state) => {
      const found = taxRateOn(rates, state, day);
      return found === null ? [] : [[state, found.rate]];
    }),
  );

/** Folds one event of the rates. */
export function evolveTaxRates(rates: TaxRates, { data }: TaxEvent, eventId: string): TaxRates {
  const { state, rate, from } = data;
  const others = (rates[state] ?? []).filter((one) => one.from !== from);
  const own = [...others, { rate, from, because: eventId }];
  return { ...rates, [state]: own.sort((a, b) => compareDays(a.from, b.from)) };
}

/** Rates of sales tax by state, each from a day on (rule B38). */
export const taxDecider: Decider<TaxRates, SetTaxRate, TaxEvent> = {
  initialState: NO_TAX,
  evolve: (rates, event) => evolveTaxRates(rates, event, ''),
  decide,
};
