import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { notConfigured } from './cards.ts';
import type { Cards } from './stripe/stripeCards.ts';

export interface PaymentPorts extends CommandPorts {
  /** Compares positions in the log. */
  compare(a: Position, b: Position): number;
  /** The provider of a mode; null without credentials. */
  cardsFor(livemode: boolean): Cards | null;
  readonly now: () => Date;
  readonly log: Logger;
}

/** @throws BusinessRefusal unprocessable if the mode has no provider */
export function configuredCards(ports: Pick<PaymentPorts, 'cardsFor'>, livemode: boolean): Cards {
  const cards = ports.cardsFor(livemode);
  if (cards === null) throw notConfigured(livemode);
  return cards;
}

/** A new command of the same actor, for a step whose retry is a new decision. */
export const nextCommand = (
  ports: Pick<PaymentPorts, 'now'>,
  { actor, correlationId }: CommandContext,
): CommandContext => newCommand(ports.now(), actor, correlationId);
