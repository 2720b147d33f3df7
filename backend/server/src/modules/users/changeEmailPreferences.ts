import type { EmailPreferences } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { decideOnUser } from './decideOnUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { presentUser } from './presentUser.ts';

/** ChangeEmailPreferences by the user; the administrators' three flags are off for anybody else, whatever is asked. */
export async function changeEmailPreferences(
  ports: UserCommandPorts,
  userId: string,
  preferences: EmailPreferences,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'ChangeEmailPreferences', changes: preferences }, context);
}
