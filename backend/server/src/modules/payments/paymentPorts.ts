import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Cards } from './cards.ts';

export interface PaymentPorts extends CommandPorts {
  /** Compares two places in the log. */
  compare(a: Position, b: Position): number;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  readonly now: () => Date;
  readonly log: Logger;
}
