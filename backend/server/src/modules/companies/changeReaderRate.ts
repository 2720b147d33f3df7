import type { Day } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CompanyCommandPorts } from './ports.ts';
import { decideOnPrices } from './priceNotice.ts';

/** A rate as an administrator saves it. Cents per reader and month; `effectiveFrom` null for at once. */
export interface RateToSave {
  readonly rateCents: number | null;
  readonly effectiveFrom: Day | null;
  /** The administrator knows that dealers hear of this increase less than 30 days ahead. */
  readonly shortNoticeConfirmed?: boolean | undefined;
}

/**
 * ChangeReaderRate: the rate of an account's sites without one of their own, in cents per reader and month; null for
 * none. `effectiveFrom` is the first day of the new rate, null for at once.
 * @throws BusinessRefusal 'Company not found' (not_found); a rate or day that can't be, short notice that is not
 * confirmed or has no reason (unprocessable)
 */
export async function changeReaderRate(
  ports: CompanyCommandPorts,
  accountId: string,
  { rateCents, effectiveFrom, shortNoticeConfirmed }: RateToSave,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = { type: 'ChangeReaderRate', rateCents, effectiveFrom, today } as const;
  return decideOnPrices(ports, accountId, command, context, { shortNoticeConfirmed, reason });
}

/** An announced rate that shall not come into force. */
export interface RateToCancel {
  readonly effectiveFrom: string;
  /** The administrator knows that dealers hear less than 30 days ahead that a decrease does not come. */
  readonly shortNoticeConfirmed?: boolean | undefined;
}

/**
 * CancelAnnouncedRate: the default rate announced for `effectiveFrom` shall not come into force. Nothing happens where
 * none is announced for that day.
 * @throws BusinessRefusal 'Company not found' (not_found); short notice that is not confirmed or has no reason
 * (unprocessable); a rate that is in force already (conflict)
 */
export async function cancelAnnouncedRate(
  ports: CompanyCommandPorts,
  accountId: string,
  { effectiveFrom, shortNoticeConfirmed }: RateToCancel,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = { type: 'CancelAnnouncedRate', effectiveFrom, today } as const;
  return decideOnPrices(ports, accountId, command, context, { shortNoticeConfirmed, reason });
}
