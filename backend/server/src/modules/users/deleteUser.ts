import {
  isErased,
  onUser,
  type PresentUser,
  userDecider,
  usernameDecider,
  usernameStream,
  userStream,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import type { Load } from '../../kernel/execute.ts';
import { presentUser } from './changeUser.ts';
import type { UserCommandPorts } from './ports.ts';

/**
 * DeleteUser by an administrator: sessions end first, sites and invoices pass on (rule D4). The username is free
 * again; the Dealer ID is not.
 * @throws BusinessRefusal 'User not found' (not_found), also for one deleted already; unprocessable for an
 * administrator and for oneself
 */
export async function deleteUser(
  ports: UserCommandPorts,
  userId: string,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  const command = { type: 'DeleteUser', actorId: context.actor.id } as const;
  // refuses before the sessions end
  userDecider.decide(command, user);
  await ports.voidResetLinks(userId);
  await ports.credentials.raiseEpoch(userId);
  const { appended } = await ports.execute({ ...onUser(user), command, context, ...precaution });
  await ports.credentials.remove(userId);
  await releaseUsername(ports, user, context);
  return ports.followUp(appended);
}

/** Releases a username after the user's event gave it up; idempotent. */
export async function releaseUsername(
  ports: UserCommandPorts,
  { userId, username }: Pick<PresentUser, 'userId' | 'username'>,
  context: CommandContext,
): Promise<void> {
  if (isErased(username)) return;
  await ports.execute({
    stream: usernameStream(ports.usernameHash(username)),
    decider: usernameDecider,
    command: { type: 'ReleaseUsername', userId },
    context: { ...context, id: deriveId(context, 'release') },
    accounts: [],
  });
}

/** Demotes one administrator at a time. The read model lists candidates; their streams tell who is still one. */
export function administratorsOneByOne(options: {
  /** Runs `work` under a lock that all processes share. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly listed: () => Promise<readonly string[]>;
  readonly load: Load;
}): UserCommandPorts['administratorsOneByOne'] {
  const others = async (userId: string) => {
    const ids = (await options.listed()).filter((id) => id !== userId);
    const users = await Promise.all(ids.map((id) => options.load(userStream(id), userDecider)));
    return users.filter((user) => user.status === 'present' && user.isAdmin).length;
  };
  return (work) => options.exclusively(() => work(others));
}
