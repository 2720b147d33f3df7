import { isErased, type PresentUser, usernameDecider, usernameStream } from '@portal/domain';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { UserCommandPorts } from './ports.ts';

/** Gives a user's name free, after the user's own event said that it is given up; a name gone already is no fault. */
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
