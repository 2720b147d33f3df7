import {
  isShortNoticeOfDefault,
  type NewRate,
  rateOnceCanceled,
  refuseUnconfirmedShortNotice,
} from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnAccount } from './decideOn.ts';
import { openAccount } from './openAccount.ts';
import type { CommandPorts } from './portalCommands.ts';

/** A rate as an administrator saves it. */
export interface RateToSave extends NewRate {
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
  ports: CommandPorts,
  accountId: string,
  { shortNoticeConfirmed = false, ...rate }: RateToSave,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const account = await openAccount(ports, accountId);
  refuseUnconfirmedShortNotice(isShortNoticeOfDefault(account, rate, today), shortNoticeConfirmed, reason);
  return decideOnAccount(ports, accountId, { type: 'ChangeReaderRate', ...rate, today }, context, { reason });
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
  ports: CommandPorts,
  accountId: string,
  { effectiveFrom, shortNoticeConfirmed = false }: RateToCancel,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const account = await openAccount(ports, accountId);
  const instead = rateOnceCanceled(account.rates, effectiveFrom);
  refuseUnconfirmedShortNotice(isShortNoticeOfDefault(account, instead, today), shortNoticeConfirmed, reason);
  const command = { type: 'CancelAnnouncedRate', effectiveFrom, today } as const;
  return decideOnAccount(ports, accountId, command, context, { reason });
}
