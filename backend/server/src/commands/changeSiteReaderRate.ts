import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnSite } from './decideOn.ts';
import type { CommandPorts } from './portalCommands.ts';
import { presentSite } from './presentSite.ts';

/**
 * ChangeSiteReaderRate: the custom rate of one site in cents per reader and month, null for the account's rate.
 * `effectiveFrom` is the first day of the new rate, null for at once.
 * @throws BusinessRefusal 'Site not found' (not_found); a rate or day that can't be (unprocessable)
 */
export async function changeSiteReaderRate(
  ports: CommandPorts,
  siteId: string,
  rate: { readonly rateCents: number | null; readonly effectiveFrom: string | null },
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  const today = ports.billingDay(context.time);
  return decideOnSite(ports, site, { type: 'ChangeSiteReaderRate', ...rate, today }, context, { reason });
}
