import { type PresentUser, userDecider, userStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { accountsOf } from './presentUser.ts';

/** Has a command decided on a user's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnUser(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  user: Pick<PresentUser, 'userId' | 'accountId'>,
  command: Parameters<typeof userDecider.decide>[0],
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: userStream(user.userId),
    decider: userDecider,
    command,
    context,
    accounts: accountsOf(user),
    ...precaution,
  });
  return ports.followUp(appended);
}
