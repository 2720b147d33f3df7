import type { SiteStatus } from '@portal/contract';
import {
  BusinessRefusal,
  inSequence,
  isPresentSite,
  type PresentSite,
  priceChangesOfSite,
  type ShortNotice,
  type SiteCommand,
  type SiteState,
  siteDecider,
  siteStream,
  withNotice,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { openAccount, type RateToCancel } from '../companies/module.ts';
import { findOrder } from '../orders/module.ts';

/** A site as it stands now. @throws BusinessRefusal 'Site not found' (not_found) */
export async function presentSite(ports: Pick<CommandPorts, 'load'>, siteId: string): Promise<PresentSite> {
  const site = await ports.load(siteStream(siteId), siteDecider);
  if (site.status === 'none' || site.status === 'deleted') {
    throw new BusinessRefusal('not_found', 'Site not found');
  }
  return site;
}

/** Has a command decided on a site's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnSite(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  { siteId, accountId }: Pick<PresentSite, 'siteId' | 'accountId'>,
  command: SiteCommand,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command,
    context,
    accounts: [accountId],
    ...precaution,
  });
  return ports.followUp(appended);
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
  const site = await presentSite(ports, siteId);
  const { accountId } = site;
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: await siteDeciderWithNotice(ports, site, accountId, today, { shortNoticeConfirmed, reason }),
    command: [command],
    context,
    accounts: [accountId],
    reason,
  });
  return ports.followUp(appended);
}

/**
 * Site decider for combined commands that refuses an unconfirmed increase with short notice.
 * @param site as it was read
 * @param accountId its company afterwards
 * @throws BusinessRefusal 'Company not found' (not_found)
 */
export async function siteDeciderWithNotice(
  ports: CommandPorts,
  site: PresentSite,
  accountId: string,
  today: string,
  said: ShortNotice,
) {
  const from = await openAccount(ports, site.accountId);
  const to = accountId === site.accountId ? from : await openAccount(ports, accountId);
  const changesOf = (before: SiteState, after: SiteState) => {
    if (!isPresentSite(before) || !isPresentSite(after)) return [];
    if (before.accountId !== site.accountId) throw movedMeanwhile();
    return priceChangesOfSite(before, after, { before: from, after: to }, today);
  };
  return withNotice(inSequence(siteDecider), changesOf, today, said);
}

const movedMeanwhile = () =>
  new BusinessRefusal(
    'conflict',
    'This site was moved to another company in the meantime. Please try again.',
  );

/**
 * The spec's `{status}` as one of the verbs ApproveSite, DeactivateSite and ReactivateSite (rule D11); null for
 * the status it has. A dealer may only switch between active and inactive; an administrator approves too.
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

/**
 * DeleteSite by an administrator. One that was paid for and never approved needs a reason: the money goes back and the
 * dealer is told why (rule D17). Billed items keep their text.
 * @throws BusinessRefusal 'Site not found' (not_found), also for one that is deleted already; unprocessable without a reason
 */
export async function deleteSite(
  ports: CommandPorts,
  siteId: string,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  if ((reason ?? '') === '' && (await wasPaidAndNeverApproved(ports, site))) {
    throw new BusinessRefusal(
      'unprocessable',
      'Please give a reason: this site was paid for, and the dealer is told why.',
      'reason',
    );
  }
  const precaution = { reason: reason || undefined, seenRevision };
  return decideOnSite(ports, site, { type: 'DeleteSite', reason: reason || null }, context, precaution);
}

/** A site of a free order needs no reason; one whose order isn't known is taken for paid. */
async function wasPaidAndNeverApproved(
  ports: Pick<CommandPorts, 'load'>,
  { siteId, firstActivatedOn, orderId }: PresentSite,
): Promise<boolean> {
  if (firstActivatedOn !== null || orderId === null) return false;
  const order = await findOrder(ports, orderId);
  return order?.entries.find(({ id }) => id === siteId)?.priceCents !== 0;
}
