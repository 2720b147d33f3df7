import { type ShortNotice, type SiteCommand, siteStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { RateToCancel, RateToSave } from '../companies/module.ts';
import { presentSite } from './presentSite.ts';
import { siteDeciderWithNotice } from './priceNotice.ts';

/**
 * ChangeSiteReaderRate: the custom rate of one site in cents per reader and month, null for the account's rate.
 * `effectiveFrom` is the first day of the new rate, null for at once.
 * @throws BusinessRefusal 'Site not found' (not_found); a rate or day that can't be, short notice that is not
 * confirmed or has no reason (unprocessable)
 */
export async function changeSiteReaderRate(
  ports: CommandPorts,
  siteId: string,
  { rateCents, effectiveFrom, shortNoticeConfirmed }: RateToSave,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = { type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today } as const;
  return decide(ports, siteId, command, context, { shortNoticeConfirmed, reason });
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
  const today = ports.billingDay(context.time);
  const command = { type: 'CancelAnnouncedSiteRate', effectiveFrom, today } as const;
  return decide(ports, siteId, command, context, { shortNoticeConfirmed, reason });
}

async function decide(
  ports: CommandPorts,
  siteId: string,
  command: SiteCommand & { readonly today: string },
  context: CommandContext,
  said: ShortNotice,
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  const { accountId } = site;
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: await siteDeciderWithNotice(ports, site, accountId, command.today, said),
    command: [command],
    context,
    accounts: [accountId],
    reason: said.reason,
  });
  return ports.followUp(appended);
}
