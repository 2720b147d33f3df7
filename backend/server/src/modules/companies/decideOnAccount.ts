import { type AccountCommand, accountDecider, accountStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';

/** Has a command decided on a company's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnAccount(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  accountId: string,
  command: AccountCommand,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: accountStream(accountId),
    decider: accountDecider,
    command,
    context,
    accounts: [accountId],
    ...precaution,
  });
  return ports.followUp(appended);
}
