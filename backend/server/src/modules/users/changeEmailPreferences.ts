import type { EmailPreferences } from '@portal/domain';
import { decideOnUser } from '../../app/decideOn.ts';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/portalCommands.ts';
import { presentUser } from './presentUser.ts';

/** ChangeEmailPreferences by the user; the administrators' three flags are off for anybody else, whatever is asked. */
export async function changeEmailPreferences(
  ports: CommandPorts,
  userId: string,
  preferences: EmailPreferences,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'ChangeEmailPreferences', changes: preferences }, context);
}
