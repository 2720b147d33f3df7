import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { Execute, Load, PortalEnvelope } from '../../kernel/execute.ts';
import type { Cards } from './cards.ts';

/** What taking money needs; made once by compose. */
export interface PaymentPorts {
  readonly execute: Execute;
  readonly load: Load;
  /** A stream's events, oldest first. */
  eventsOf(stream: string): Promise<readonly PortalEnvelope[]>;
  /** Runs the processes after an append. */
  followUp(appended: readonly PortalEnvelope[]): Promise<CausalChain>;
  /** Compares two places in the log. */
  compare(a: Position, b: Position): number;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  /** The billing day at an ISO instant. */
  billingDay(instant: string): string;
  readonly now: () => Date;
  readonly log: Logger;
}
