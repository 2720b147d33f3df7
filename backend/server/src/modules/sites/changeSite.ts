import type { SiteStatus } from '@portal/contract';
import {
  conflict,
  inSequence,
  isPresentSite,
  notFound,
  onSite,
  type PresentSite,
  priceChangesOfSite,
  rateCut,
  type ShortNotice,
  type SiteCommand,
  type SiteState,
  siteDecider,
  siteStream,
  unprocessable,
  withNotice,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { openAccount, type RateToCancel } from '../companies/module.ts';
import { findOrder, refundOfEntry, refuseWhileDisputed } from '../orders/module.ts';

/** The current state of a site. @throws BusinessRefusal 'Site not found' (not_found) */
export async function presentSite(ports: Pick<CommandPorts, 'load'>, siteId: string): Promise<PresentSite> {
  return present(await ports.load(siteStream(siteId), siteDecider));
}

/** The site of this state. @throws BusinessRefusal 'Site not found' (not_found) */
export function present(site: SiteState): PresentSite {
  if (isPresentSite(site)) return site;
  throw notFound('Site not found');
}

/** Runs an administrator's command on a site that is there. @throws BusinessRefusal 'Site not found' (not_found) */
export async function changeSite(
  ports: CommandPorts,
  siteId: string,
  command: SiteCommand,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const { accountId } = await presentSite(ports, siteId);
  return runCommand(ports, { ...onSite(siteId, accountId), command, context, reason });
}

/**
 * CancelAnnouncedSiteRate. Without a rate announced for `effectiveFrom` nothing changes.
 * @throws BusinessRefusal not_found; unprocessable for short notice that is not confirmed or has no reason; conflict for
 * a rate in force
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
  return runCommand(ports, {
    ...onSite(siteId, accountId),
    ...(await decidingOnPrice(ports, site, accountId, today, { shortNoticeConfirmed, reason })),
    command: [command],
    context,
    reason,
  });
}

/**
 * Site decider for several commands that refuses an unconfirmed increase with short notice, and what a decrease gives away.
 * @param accountId the site's company afterwards
 * @throws BusinessRefusal 'Company not found' (not_found)
 */
export async function decidingOnPrice(
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
  const gives = (before: SiteState, after: SiteState) => [
    // of a site that is not active too: it may be activated later
    rateCut(changesOf(before, after), isPresentSite(after) ? after.readers : 0),
  ];
  return { decider: withNotice(inSequence(siteDecider), changesOf, today, said), gives };
}

const movedMeanwhile = () =>
  conflict('This site was moved to another company in the meantime. Please try again.');

/**
 * The command for a requested status (rule D11): ApproveSite, DeactivateSite or ReactivateSite; null for an unchanged
 * status. Only administrators approve.
 * @param activeFrom the billing day of the command
 * @throws BusinessRefusal back to pending (unprocessable)
 */
export function statusCommand(
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
      throw unprocessable("A site can't go back to pending.", 'status');
  }
}

/**
 * DeleteSite by an administrator. A paid site that was never approved is refunded and needs a reason (rule D17).
 * @throws BusinessRefusal not_found; unprocessable without a required reason, and while the bank disputes its payment
 */
export async function deleteSite(
  ports: CommandPorts,
  siteId: string,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  const orderId = site.firstActivatedOn === null ? site.orderId : null;
  const order = orderId === null ? null : await findOrder(ports, orderId);
  if (order !== null) await refuseWhileDisputed(ports, order, [siteId]);
  // a site whose order is unknown counts as paid
  const isPaid = orderId !== null && order?.entries.find(({ id }) => id === siteId)?.priceCents !== 0;
  if ((reason ?? '') === '' && isPaid) {
    throw unprocessable(
      'Please give a reason: this site was paid for, and the dealer is told why.',
      'reason',
    );
  }
  return runCommand(ports, {
    ...onSite(siteId, site.accountId),
    command: { type: 'DeleteSite', reason: reason || null },
    context,
    gives: () => [refundOfEntry(order, siteId)],
    reason: reason || undefined,
    seenRevision,
  });
}
