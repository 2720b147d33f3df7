import type { AlertKind } from '@portal/contract';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { AttemptEnds } from './attempts.ts';
import type { Payments } from './payments.ts';
import type { RefundRetries } from './refunds.ts';
import type { SavedCards } from './savedCards.ts';

export interface PaymentRoutePorts extends ReadPorts {
  readonly payments: Payments;
  readonly commands: CommandPorts;
  readonly refundRetries: RefundRetries;
  readonly attemptEnds: AttemptEnds;
  readonly savedCards: SavedCards;
  /** Checks alerts of these kinds at once. */
  lookAgain(kinds: readonly AlertKind[]): Promise<void>;
}
