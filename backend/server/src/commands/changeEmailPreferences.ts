import { type EmailPreferences, userDecider, userStream } from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';
import { accountsOf, presentUser } from './presentUser.ts';

/** ChangeEmailPreferences by the user; the administrators' three flags are off for anybody else, whatever is asked. */
export async function changeEmailPreferences(
  ports: CommandPorts,
  userId: string,
  preferences: EmailPreferences,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const { appended } = await ports.execute({
    stream: userStream(userId),
    decider: userDecider,
    command: { type: 'ChangeEmailPreferences', changes: preferences },
    context,
    accounts: accountsOf(user),
  });
  return ports.followUp(appended);
}
