import type { AlertKind } from '@portal/contract';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from './createPayments.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import type { SavedCards } from './savedCards.ts';

export interface PaymentRoutePorts extends ReadPorts {
  readonly payments: Payments;
  readonly paymentPorts: PaymentPorts;
  readonly savedCards: SavedCards;
  /** Checks alerts of these kinds at once. */
  lookAgain(kinds: readonly AlertKind[]): Promise<void>;
}
