import type { CausalChain } from '../../../kernel/causalChain.ts';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { decideOnUser } from '../decideOnUser.ts';
import type { UserCommandPorts } from '../ports.ts';
import { presentUser } from '../presentUser.ts';

/**
 * StartDealerView by an administrator: the dealer's log tells who looked at the pages, and when.
 * @param viewId names this look
 * @throws BusinessRefusal 'User not found' (not_found); unprocessable for an administrator and an unapproved dealer
 */
export async function startDealerView(
  ports: UserCommandPorts,
  userId: string,
  viewId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'StartDealerView', viewId }, context);
}

/** EndDealerView; one that ended already, with the approval or otherwise, is left as it is. */
export async function endDealerView(
  ports: UserCommandPorts,
  userId: string,
  viewId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'EndDealerView', viewId }, context);
}
