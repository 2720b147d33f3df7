import type { SiteCommand } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { decideOnSite, presentSite } from './changeSite.ts';
import { ownSite } from './editSite.ts';

/**
 * RequestReaderChange by a dealer, for an administrator to decide.
 * @throws BusinessRefusal 'Site not found' (not_found); unprocessable for the count it has or one that can't be
 */
export async function requestReaderChange(
  ports: CommandPorts,
  siteId: string,
  request: { readonly readers: number; readonly note: string | null },
  dealer: { readonly userId: string; readonly accountId: string },
  context: CommandContext,
): Promise<CausalChain> {
  const site = await ownSite(ports, siteId, dealer);
  const { userId } = dealer;
  return decideOnSite(ports, site, { type: 'RequestReaderChange', userId, ...request }, context);
}

/**
 * An administrator's answer: ReaderCountChanged follows from a yes.
 * @param answer `readers` is the count that was looked at
 * @throws BusinessRefusal not_found; conflict where the dealer asks for another count by now; unprocessable
 */
export async function answerReaderChange(
  ports: CommandPorts,
  siteId: string,
  answer: { readonly approved: boolean; readonly readers: number },
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const site = await presentSite(ports, siteId);
  const command: SiteCommand = answer.approved
    ? { type: 'ApproveReaderChange', readers: answer.readers }
    : { type: 'DeclineReaderChange' };
  return decideOnSite(ports, site, command, context, { reason });
}
