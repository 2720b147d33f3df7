import {
  type AccountCommand,
  accountDecider,
  accountStream,
  type PresentSite,
  type PresentUser,
  type SiteCommand,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';
import type { CausalChain } from '../kernel/causalChain.ts';
import type { CommandContext } from '../kernel/commandContext.ts';
import type { Precaution } from '../kernel/edited.ts';
import type { CommandPorts } from '../kernel/portalCommands.ts';
import { accountsOf } from '../modules/users/presentUser.ts';

type Ports = Pick<CommandPorts, 'execute' | 'followUp'>;

/** Has a command decided on a user's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnUser(
  ports: Ports,
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

/** Has a command decided on a site's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnSite(
  ports: Ports,
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

/** Has a command decided on a company's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
export async function decideOnAccount(
  ports: Ports,
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
