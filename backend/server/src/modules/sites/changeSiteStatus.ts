import type { SiteStatus } from '@portal/contract';
import {
  BusinessRefusal,
  inSequence,
  type SiteCommand,
  type SiteState,
  siteDecider,
  siteStream,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

/**
 * Maps the spec's `{status}` to the verbs ApproveSite, DeactivateSite and ReactivateSite (decisions, Data). A dealer
 * may only switch its own site between active and inactive; an administrator approves too. The status it has already
 * changes nothing; back to pending is refused.
 * @param accountId for a dealer the account the site must belong to, else it is 'Site not found'; null for an administrator
 * @throws BusinessRefusal 'Site not found' (not_found); a status that can't follow (unprocessable)
 */
export async function changeSiteStatus(
  ports: CommandPorts,
  siteId: string,
  status: SiteStatus,
  accountId: string | null,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const site = await ports.load(siteStream(siteId), siteDecider);
  if (
    site.status === 'none' ||
    site.status === 'deleted' ||
    (accountId !== null && site.accountId !== accountId)
  ) {
    throw new BusinessRefusal('not_found', 'Site not found');
  }
  const by = accountId === null ? 'admin' : 'dealer';
  const today = ports.billingDay(context.time);
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: inSequence(siteDecider),
    command: [(now) => statusVerb(status, now, by, today)],
    context,
    accounts: [site.accountId],
    reason,
  });
  return ports.followUp(appended);
}

/**
 * The verb that brings a site to a status; null where it has it.
 * @param activeFrom the billing day of the command
 * @throws BusinessRefusal back to pending (unprocessable)
 */
export function statusVerb(
  wanted: SiteStatus,
  site: SiteState,
  by: 'dealer' | 'admin',
  activeFrom: string,
): SiteCommand | null {
  if (site.status === wanted) return null;
  switch (wanted) {
    case 'active':
      return by === 'admin' && site.status === 'pending'
        ? { type: 'ApproveSite', activeFrom }
        : { type: 'ReactivateSite', by, activeFrom };
    case 'inactive':
      return { type: 'DeactivateSite', by };
    case 'pending':
      throw new BusinessRefusal('unprocessable', "A site can't go back to pending.", 'status');
  }
}
