import { MISSING_RESET_TOKEN } from '@portal/contract';
import { BusinessRefusal, type PresentUser, userDecider, userStream } from '@portal/domain';
import type { CausalChain } from '../../../kernel/causalChain.ts';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { decideOnUser } from '../decideOnUser.ts';
import type { UserCommandPorts } from '../ports.ts';
import type { ResetTokens } from './resetTokens.ts';

const refused = () => new BusinessRefusal('unprocessable', MISSING_RESET_TOKEN, 'token');

/** The user who may set a new password with this token now; null for a token that can't be used. */
async function holderOf(
  ports: UserCommandPorts,
  tokens: ResetTokens,
  token: string,
  context: CommandContext,
): Promise<PresentUser | null> {
  const userId = await tokens.ownerOf(token, context.id);
  if (userId === null) return null;
  const user = await ports.load(userStream(userId), userDecider);
  return user.status === 'present' ? user : null;
}

/** Whether {@link resetPassword} would take this token now; changes nothing. */
export async function isUsableResetToken(
  ports: UserCommandPorts,
  tokens: ResetTokens,
  token: string,
  context: CommandContext,
): Promise<boolean> {
  return (await holderOf(ports, tokens, token, context)) !== null;
}

/**
 * ResetPassword by whoever holds a link: token and new password are used up and set in one transaction, so that of two
 * posts at once one counts, and a crash leaves either both or none. All sessions of the user end.
 * @throws BusinessRefusal (unprocessable) for a token that is unknown, used, voided or older than 60 minutes
 */
export async function resetPassword(
  ports: UserCommandPorts,
  tokens: ResetTokens,
  request: { readonly token: string; readonly newPassword: string },
  context: CommandContext,
): Promise<CausalChain> {
  const user = await holderOf(ports, tokens, request.token, context);
  if (user === null) throw refused();
  const redeemed = await tokens.redeem(request.token, context.id, async (transaction) => {
    await ports.credentials.set(user.userId, request.newPassword, transaction);
  });
  if (!redeemed) throw refused();
  return decideOnUser(ports, user, { type: 'RecordPasswordChange', how: 'reset' }, context);
}
