import { z } from 'zod';
import { unprocessable } from '../kernel/decider.ts';
import { defineEvents, type EventsOf, type Personal } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { neededReason } from '../kernel/refusals.ts';
import { dayShape } from '../kernel/shapes.ts';
import { addDays, compareDays, type Day } from '../values/days.ts';

/** A company's exemption from sales tax (rule B38). The certificate's number may be a person's, so it is encrypted. */
export const exemptionEvents = defineEvents(
  {
    /** Exempt from that day on; a later event counts instead of an earlier one from its own first day on. */
    TaxExemptionGranted: {
      accountId: z.string(),
      certificate: personal(z.string()),
      from: dayShape,
      /** The last day; null for no end. */
      to: dayShape.nullable(),
      reason: z.string(),
    },
    /** From that day on the company is not exempt any more. */
    TaxExemptionEnded: { accountId: z.string(), from: dayShape, reason: z.string() },
  },
  {
    TaxExemptionGranted: {
      personal: [{ subject: 'account', idField: 'accountId', fields: ['certificate'] }],
    },
  },
);

export type ExemptionEvent = EventsOf<typeof exemptionEvents>;

/** The exemption that was granted last, unless it was ended since. */
export interface TaxExemption {
  readonly certificate: Personal<string>;
  readonly from: Day;
  /** The last day; null for no end. */
  readonly to: Day | null;
  readonly reason: string;
}

export type ExemptionCommand =
  | {
      readonly type: 'GrantTaxExemption';
      readonly certificate: string;
      readonly from: Day;
      readonly to: Day | null;
      readonly reason: string;
    }
  /** Ends it on the billing day `today`. */
  | { readonly type: 'EndTaxExemption'; readonly reason: string; readonly today: Day };

interface Exempt {
  readonly accountId: string;
  readonly exemption: TaxExemption | null;
}

/** @throws BusinessRefusal unprocessable */
export function grantExemption(
  { accountId, exemption }: Exempt,
  { from, to, ...command }: Extract<ExemptionCommand, { readonly type: 'GrantTaxExemption' }>,
): readonly ExemptionEvent[] {
  const certificate = command.certificate.trim();
  if (certificate === '') throw unprocessable('Certificate number is required', 'certificate');
  if (to !== null && compareDays(to, from) < 0)
    throw unprocessable('The last day is before the first one', 'to');
  const isKnown = exemption?.certificate === certificate && exemption.from === from && exemption.to === to;
  if (isKnown) return [];
  const data = { accountId, certificate, from, to, reason: neededReason(command.reason) };
  return [{ type: 'TaxExemptionGranted', data }];
}

/** @throws BusinessRefusal unprocessable */
export function endExemption(
  { accountId, exemption }: Exempt,
  { reason, today }: Extract<ExemptionCommand, { readonly type: 'EndTaxExemption' }>,
): readonly ExemptionEvent[] {
  if (exemption === null || (exemption.to !== null && compareDays(exemption.to, today) < 0)) return [];
  return [{ type: 'TaxExemptionEnded', data: { accountId, from: today, reason: neededReason(reason) } }];
}

export function evolveExemption(before: TaxExemption | null, event: ExemptionEvent): TaxExemption | null {
  if (event.type === 'TaxExemptionGranted') {
    const { certificate, from, to, reason } = event.data;
    return { certificate, from, to, reason };
  }
  const { from } = event.data;
  if (before === null || compareDays(before.from, from) >= 0) return null;
  return { ...before, to: addDays(from, -1) };
}

/** From `from` to `to`, exempt by the event `because`; `isExempt` false: not any more. */
export interface ExemptionFact {
  readonly from: Day;
  readonly to: Day | null;
  readonly isExempt: boolean;
  readonly because: string;
}

/** Facts in the order in which they were recorded, of which the last one for a day counts. */
export function exemptionsAfter(
  facts: readonly ExemptionFact[] | undefined,
  { type, data }: ExemptionEvent,
  because: string,
): readonly ExemptionFact[] {
  const isExempt = type === 'TaxExemptionGranted';
  return [...(facts ?? []), { from: data.from, to: isExempt ? data.to : null, isExempt, because }];
}

/** The event that exempts the company on a day; undefined for none. */
export function exemptBecause(facts: readonly ExemptionFact[] | undefined, day: Day): string | undefined {
  const last = facts?.findLast(({ from }) => compareDays(from, day) <= 0);
  const isOver = last?.to != null && compareDays(last.to, day) < 0;
  return last?.isExempt && !isOver ? last.because : undefined;
}
