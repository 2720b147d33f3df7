import type { AlertKind } from '@portal/contract';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { AttemptEnds } from './attempts.ts';
import type { KeptCards } from './keptCards.ts';
import type { Payments } from './payments.ts';
import type { RefundRetries } from './refunds.ts';

export interface PaymentRoutePorts extends ReadPorts {
  readonly payments: Payments;
  readonly refundRetries: RefundRetries;
  readonly attemptEnds: AttemptEnds;
  readonly keptCards: KeptCards;
  /** Checks alerts of these kinds at once. */
  lookAgain(kinds: readonly AlertKind[]): Promise<void>;
}
