import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { decideOnSite } from './decideOnSite.ts';
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
  const site = await presentSite(ports, siteId);
  return decideOnSite(ports, site, { type: 'ChangeReaderCount', readers }, context, { reason });
}
