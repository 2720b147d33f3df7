import { z } from 'zod';
import type { Immutable } from '../kernel/event.ts';
import { centsShape, signedCentsShape } from '../kernel/shapes.ts';
import { asCents, sumCents } from '../values/money.ts';

/** An amount that an invoice takes over from an earlier one. */
export const adjustmentShape = z.object({
  /** `carried`: below the card minimum there (rule B17). `credit`: given there (rule B26). */
  kind: z.enum(['carried', 'credit']),
  /** The earlier invoice. */
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  /** Null for an amount carried. */
  creditId: z.string().nullable(),
  /** Above 0 for an amount carried, below 0 for a credit. */
  amountCents: signedCentsShape,
  /** Cents of a credit that are recorded money, which belongs to no card mode (rule B32); absent for none. */
  recordedCents: centsShape.optional(),
});
export type Adjustment = Immutable<z.infer<typeof adjustmentShape>>;

/** An open invoice below the card provider's minimum. */
export type CarriedAmount = Pick<Adjustment, 'invoiceId' | 'invoiceNumber' | 'amountCents'>;

/** A credit that is not used up. `recordedCents`: of what is available, or was taken. */
export interface AvailableCredit extends Pick<Adjustment, 'invoiceId' | 'invoiceNumber' | 'recordedCents'> {
  readonly creditId: string;
  readonly availableCents: number;
  /** Taken by this invoice in an attempt that broke off; null for none. */
  readonly takenCents: number | null;
}

export interface OpenAdjustments {
  readonly carried: readonly CarriedAmount[];
  readonly credits: readonly AvailableCredit[];
}

export const NO_ADJUSTMENTS: OpenAdjustments = { carried: [], credits: [] };

/** The same as if this invoice had not taken any credit yet, to price it with other charges. */
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
 * Carries every open remainder, then uses credits, oldest first, until the total is 0; the rest of a credit is left for
 * the next invoice. What the invoice took in an attempt that broke off stays the same.
 */
export function adjust(chargesCents: number, open: OpenAdjustments): readonly Adjustment[] {
  const carried = open.carried.map((amount): Adjustment => ({ kind: 'carried', creditId: null, ...amount }));
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
      return [{ kind: 'credit', ...from, amountCents: -used, recordedCents: recorded || undefined }];
    },
  );
  return [...carried, ...credits];
}
