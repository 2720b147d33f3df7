import { type PresentSite, type SiteCommand, siteDecider, siteStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Precaution } from '../../kernel/edited.ts';

/** Has a command decided on a site's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnSite(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  { siteId, accountId }: Pick<PresentSite, 'siteId' | 'accountId'>,
  command: SiteCommand,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command,
    context,
    accounts: [accountId],
    ...precaution,
  });
  return ports.followUp(appended);
}
