import { onSite, type SiteCommand } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Dealer } from '../orders/module.ts';
import { presentSite } from './changeSite.ts';
import { ownSite } from './editSite.ts';

/**
 * RequestReaderChange by a dealer, for an administrator to decide.
 * @throws BusinessRefusal 'Site not found' (not_found); unprocessable for the current or an impossible count
 */
export async function requestReaderChange(
  ports: CommandPorts,
  siteId: string,
  request: { readonly readers: number; readonly note: string | null },
  dealer: Dealer,
  context: CommandContext,
): Promise<CausalChain> {
  const { accountId } = await ownSite(ports, siteId, dealer);
  const command = { type: 'RequestReaderChange', userId: dealer.userId, ...request } as const;
  return runCommand(ports, { ...onSite(siteId, accountId), command, context });
}

/**
 * An administrator's answer to a request.
 * @param answer `readers`: the requested count as the administrator saw it
 * @throws BusinessRefusal not_found; conflict if the dealer has changed the request; unprocessable
 */
export async function answerReaderChange(
  ports: CommandPorts,
  siteId: string,
  answer: { readonly approved: boolean; readonly readers: number },
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const { accountId } = await presentSite(ports, siteId);
  const command: SiteCommand = answer.approved
    ? { type: 'ApproveReaderChange', readers: answer.readers }
    : { type: 'DeclineReaderChange' };
  return runCommand(ports, { ...onSite(siteId, accountId), command, context, reason });
}
