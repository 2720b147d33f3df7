import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type DealerSitePatch, editOwnSite } from './editOwnSite.ts';

/** ChangeSiteDetails by a dealer of this account; see {@link editOwnSite}. */
export async function changeSiteDetails(
  ports: CommandPorts,
  siteId: string,
  patch: Omit<DealerSitePatch, 'status'>,
  accountId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const dealer = { userId: context.actor.id ?? '', accountId };
  return (await editOwnSite(ports, siteId, patch, dealer, context)).chain;
}
