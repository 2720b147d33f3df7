import type { AlertKind } from '@portal/contract';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { AttemptEnds } from './attempts.ts';
import type { KeptCards } from './keptCards.ts';
import type { Payments } from './payments.ts';
import type { RefundRetries } from './refunds.ts';

export interface PaymentRoutePorts extends ReadPorts {
  /** Takes money by card. */
  readonly payments: Payments;
  /** Asks again for money that did not go back. */
  readonly refundRetries: RefundRetries;
  /** Ends attempts to pay that the provider does not know. */
  readonly attemptEnds: AttemptEnds;
  /** The cards that companies keep with the provider. */
  readonly keptCards: KeptCards;
  /** Looks at once whether alerts of these kinds still hold. */
  lookAgain(kinds: readonly AlertKind[]): Promise<void>;
}
