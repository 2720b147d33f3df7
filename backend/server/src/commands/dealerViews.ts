import { userDecider, userStream } from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';
import { accountsOf, presentUser } from './presentUser.ts';

/**
 * StartDealerView by an administrator: the dealer's log tells who looked at the pages, and when.
 * @param viewId names this look
 * @throws BusinessRefusal 'User not found' (not_found); unprocessable for an administrator and an unapproved dealer
 */
export async function startDealerView(
  ports: CommandPorts,
  userId: string,
  viewId: string,
  context: CommandContext,
): Promise<CausalChain> {
  return changeView(ports, userId, { type: 'StartDealerView', viewId }, context);
}

/** EndDealerView; one that ended already, with the approval or otherwise, is left as it is. */
export async function endDealerView(
  ports: CommandPorts,
  userId: string,
  viewId: string,
  context: CommandContext,
): Promise<CausalChain> {
  return changeView(ports, userId, { type: 'EndDealerView', viewId }, context);
}

async function changeView(
  ports: CommandPorts,
  userId: string,
  command: { readonly type: 'StartDealerView' | 'EndDealerView'; readonly viewId: string },
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const { appended } = await ports.execute({
    stream: userStream(userId),
    decider: userDecider,
    command,
    context,
    accounts: accountsOf(user),
  });
  return ports.followUp(appended);
}
