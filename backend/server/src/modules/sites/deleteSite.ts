import { BusinessRefusal, type PresentSite } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { findOrder } from '../orders/module.ts';
import { decideOnSite } from './decideOnSite.ts';
import { presentSite } from './presentSite.ts';

/**
 * DeleteSite by an administrator. One that was paid for and never approved needs a reason: the money goes back and the
 * dealer is told why (decisions, Data). Billed items keep their text.
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
