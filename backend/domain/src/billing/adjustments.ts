import { asCents, sumCents } from '../values/money.ts';

/** What an invoice takes over from an earlier one. */
export interface Adjustment {
  /** `carried`: too little to be paid by card there (rule B17). `credit`: too much paid there (rule B26). */
  readonly kind: 'carried' | 'credit';
  /** The earlier invoice. */
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  /** Null for an amount carried. */
  readonly creditId: string | null;
  /** Above 0 for an amount carried, below 0 for a credit. */
  readonly amountCents: number;
  /** How many cents of a credit are recorded money, which belongs to no card mode; absent for none. */
  readonly recordedCents?: number | undefined;
}

/** An open invoice below the card provider's minimum. */
export interface CarriedAmount {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly amountCents: number;
}

/** A credit that is not used up. */
export interface AvailableCredit {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly creditId: string;
  /** What is left of it. */
  readonly availableCents: number;
  /** What this very invoice took of it on an attempt that broke off; null for nothing yet. */
  readonly takenCents: number | null;
  /** How much of what is available, or was taken, is recorded money; absent for none. */
  readonly recordedCents?: number | undefined;
}

/** What can be taken over by an invoice. */
export interface OpenAdjustments {
  readonly carried: readonly CarriedAmount[];
  readonly credits: readonly AvailableCredit[];
}

export const NO_ADJUSTMENTS: OpenAdjustments = { carried: [], credits: [] };

/** The same as if this invoice had taken nothing of the credits yet: for figures other than those it was issued with. */
export function untaken({ carried, credits }: OpenAdjustments): OpenAdjustments {
  return {
    carried,
    credits: credits.map((credit) => ({
      ...credit,
      availableCents: asCents(credit.availableCents + (credit.takenCents ?? 0)),
      takenCents: null,
    })),
  };
}

/**
 * Carries every open remainder, then uses credits, oldest first, until nothing is left to pay: a total is never below
 * 0 by them, and what is left of a credit waits for the next invoice. What this invoice took before it broke off stays as it was.
 */
export function adjust(chargesCents: number, open: OpenAdjustments): readonly Adjustment[] {
  const carried = open.carried.map(
    ({ invoiceId, invoiceNumber, amountCents }): Adjustment => ({
      kind: 'carried',
      invoiceId,
      invoiceNumber,
      creditId: null,
      amountCents,
    }),
  );
  const taken = open.credits.map(({ takenCents }) => takenCents ?? 0);
  let left = asCents(
    chargesCents + sumCents(carried.map(({ amountCents }) => amountCents)) - sumCents(taken),
  );
  if (left < 0 && sumCents(taken) > 0) {
    throw new RangeError(`Credits of ${sumCents(taken)} cents are more than there is to pay`);
  }
  const credits = open.credits.flatMap(
    ({ availableCents, takenCents, recordedCents = 0, ...from }): readonly Adjustment[] => {
      const used = takenCents ?? Math.max(0, Math.min(availableCents, left));
      if (takenCents === null) left -= used;
      const recorded = Math.min(used, recordedCents);
      if (used <= 0) return [];
      const ofIt = recorded > 0 ? { recordedCents: recorded } : {};
      return [{ kind: 'credit', ...from, amountCents: -used, ...ofIt }];
    },
  );
  return [...carried, ...credits];
}
