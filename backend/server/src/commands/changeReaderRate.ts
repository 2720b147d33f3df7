import { isShortNoticeOfDefault, type NewRate, refuseUnconfirmedShortNotice } from '@portal/domain';
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

/**
 * CancelAnnouncedRate: the default rate announced for `effectiveFrom` shall not come into force. Nothing happens where
 * none is announced for that day.
 * @throws BusinessRefusal 'Company not found' (not_found)
 */
export async function cancelAnnouncedRate(
  ports: CommandPorts,
  accountId: string,
  effectiveFrom: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const command = {
    type: 'CancelAnnouncedRate',
    effectiveFrom,
    today: ports.billingDay(context.time),
  } as const;
  return decideOnAccount(ports, accountId, command, context, { reason });
}
