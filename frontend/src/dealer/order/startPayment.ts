import {
  type CreatePaymentIntentInput,
  hasPaymentMethodSchema,
  paths,
  type StartedOrderPayment,
  startedOrderPaymentSchema,
} from '@portal/contract';
import type { z } from 'zod';
import { read, request } from '../../shared/http/http.ts';
import { ToldError } from '../../shared/http/problem.ts';
import { paymentProblem } from '../card/texts.ts';

type SavedCardState = z.infer<typeof hasPaymentMethodSchema>;

/** GET /api/user-has-payment-method; a check that fails counts as none (S1-8-orders). */
export async function savedCardState(): Promise<SavedCardState> {
  try {
    return hasPaymentMethodSchema.parse(await read(paths.userHasPaymentMethod));
  } catch {
    return { hasPaymentMethod: false };
  }
}

/** A payment that could not begin; `reason` is the call's own failure. */
export class PaymentNotStarted extends ToldError {
  override readonly name = 'PaymentNotStarted';
  readonly reason: unknown;

  constructor(message: string, reason: unknown) {
    super(message);
    this.reason = reason;
  }
}

/** POST /api/create-payment-intent. @throws PaymentNotStarted with words for a person */
export async function startPayment(wish: CreatePaymentIntentInput): Promise<StartedOrderPayment> {
  try {
    return startedOrderPaymentSchema.parse(await request('POST', paths.createPaymentIntent, wish));
  } catch (error) {
    const fallback = wish.use_existing_payment_method
      ? 'Failed to process payment with saved card'
      : 'Failed to create payment intent';
    throw new PaymentNotStarted(paymentProblem(error, fallback), error);
  }
}
