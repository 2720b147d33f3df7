import { MISSING_RESET_TOKEN } from '@portal/contract';
import { BusinessRefusal, userDecider, userStream } from '@portal/domain';
import type { ResetTokens } from '../passwordReset/resetTokens.ts';
import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnUser } from './decideOn.ts';
import type { CommandPorts } from './portalCommands.ts';

const refused = () => new BusinessRefusal('unprocessable', MISSING_RESET_TOKEN, 'token');

/**
 * ResetPassword by whoever holds a link: token and new password are used up and set in one transaction, so that of two
 * posts at once one counts, and a crash leaves either both or none. All sessions of the user end.
 * @throws BusinessRefusal (unprocessable) for a token that is unknown, used, voided or older than 60 minutes
 */
export async function resetPassword(
  ports: CommandPorts,
  tokens: ResetTokens,
  request: { readonly token: string; readonly newPassword: string },
  context: CommandContext,
): Promise<CausalChain> {
  const userId = await tokens.ownerOf(request.token, context.id);
  if (userId === null) throw refused();
  const user = await ports.load(userStream(userId), userDecider);
  if (user.status !== 'present') throw refused();
  const redeemed = await tokens.redeem(request.token, context.id, async (transaction) => {
    await ports.credentials.set(userId, request.newPassword, transaction);
  });
  if (!redeemed) throw refused();
  return decideOnUser(ports, user, { type: 'RecordPasswordChange', how: 'reset' }, context);
}
