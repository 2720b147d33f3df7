import type { EmailPreferences } from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnUser } from './decideOn.ts';
import type { CommandPorts } from './portalCommands.ts';
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
