import {
  isShortNoticeOfSite,
  type PresentSite,
  rateOnceCanceled,
  refuseUnconfirmedShortNotice,
} from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { RateToCancel, RateToSave } from './changeReaderRate.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnSite } from './decideOn.ts';
import { openAccount } from './openAccount.ts';
import type { CommandPorts } from './portalCommands.ts';
import { presentSite } from './presentSite.ts';

/**
 * ChangeSiteReaderRate: the custom rate of one site in cents per reader and month, null for the account's rate.
 * `effectiveFrom` is the first day of the new rate, null for at once.
 * @throws BusinessRefusal 'Site not found' (not_found); a rate or day that can't be, short notice that is not
 * confirmed or has no reason (unprocessable)
 */
export async function changeSiteReaderRate(
  ports: CommandPorts,
  siteId: string,
  rate: RateToSave,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  const today = ports.billingDay(context.time);
  await refuseShortNoticeOfSite(ports, site, rate, today, reason);
  const { rateCents, effectiveFrom } = rate;
  const command = { type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today } as const;
  return decideOnSite(ports, site, command, context, { reason });
}

/** @throws BusinessRefusal unprocessable for short notice that is not confirmed or has no reason */
export async function refuseShortNoticeOfSite(
  ports: CommandPorts,
  site: PresentSite,
  { shortNoticeConfirmed = false, ...rate }: RateToSave,
  today: string,
  reason: string | undefined,
): Promise<void> {
  const account = await openAccount(ports, site.accountId);
  refuseUnconfirmedShortNotice(isShortNoticeOfSite(site, account, rate, today), shortNoticeConfirmed, reason);
}

/**
 * CancelAnnouncedSiteRate: the site's rate announced for `effectiveFrom` shall not come into force. Nothing happens
 * where none is announced for that day.
 * @throws BusinessRefusal 'Site not found' (not_found); short notice that is not confirmed or has no reason
 * (unprocessable); a rate that is in force already (conflict)
 */
export async function cancelAnnouncedSiteRate(
  ports: CommandPorts,
  siteId: string,
  { effectiveFrom, shortNoticeConfirmed }: RateToCancel,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  const today = ports.billingDay(context.time);
  const instead = { ...rateOnceCanceled(site.customRates, effectiveFrom), shortNoticeConfirmed };
  await refuseShortNoticeOfSite(ports, site, instead, today, reason);
  return decideOnSite(ports, site, { type: 'CancelAnnouncedSiteRate', effectiveFrom, today }, context, {
    reason,
  });
}
