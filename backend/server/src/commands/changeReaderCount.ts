import { siteDecider, siteStream } from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';
import { presentSite } from './presentSite.ts';

/**
 * ChangeReaderCount of a site, by administrators alone (document 2, section 6).
 * @throws BusinessRefusal 'Site not found' (not_found); a count that can't be (unprocessable)
 */
export async function changeReaderCount(
  ports: CommandPorts,
  siteId: string,
  readers: number,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const { accountId } = await presentSite(ports, siteId);
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command: { type: 'ChangeReaderCount', readers },
    context,
    accounts: [accountId],
    reason,
  });
  return ports.followUp(appended);
}
