import { AGREEMENT_VERSION, type RegisterRequest } from '@portal/contract';
import {
  BusinessRefusal,
  conflict,
  isErased,
  isHoldExpired,
  onUser,
  userDecider,
  usernameDecider,
  usernameStream,
  userStream,
} from '@portal/domain';
import { normaliseUsername, PROFILE_FIELDS, pickFields } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { UserCommandPorts } from './ports.ts';
import { refuseCommonPassword } from './signIn/commonPasswords.ts';

const taken = () => conflict('Username already exists', 'username');

/**
 * RegisterDealer: writes the credentials, reserves the username, then appends the user's first event, the commit
 * point; the account follows from it. After a crash on the way a retry goes on with the reservation; anybody may take
 * it over after 15 minutes. The slow password hash comes first, to keep that window short.
 * @throws BusinessRefusal 'Username already exists' (conflict)
 */
export async function registerDealer(
  ports: UserCommandPorts,
  request: RegisterRequest,
  context: CommandContext,
  address?: string,
): Promise<{ readonly userId: string; readonly accountId: string; readonly chain: CausalChain }> {
  await refuseCommonPassword(request.password, 'password');
  const userId = deriveId(context, 'user');
  const accountId = deriveId(context, 'account');
  await refuseTakenUsername(ports, request.username, userId, context);
  // registered by an earlier try of this command: the password may have been changed since
  const registered = (await ports.load(userStream(userId), userDecider)).status !== 'none';
  if (!registered) {
    const asker = address === undefined ? {} : { asker: { address, known: false } };
    await ports.credentials.set(userId, request.password, asker);
  }
  try {
    await reserveUsername(ports, request.username, userId, context);
  } catch (error) {
    if (error instanceof BusinessRefusal && !registered) await ports.credentials.remove(userId);
    throw error;
  }
  const chain = await runCommand(ports, {
    ...onUser({ userId, accountId }),
    command: {
      type: 'RegisterDealer',
      userId,
      accountId,
      username: request.username,
      profile: pickFields(PROFILE_FIELDS, request),
      experience: request.experience ?? null,
      agreement: { version: AGREEMENT_VERSION, acceptedAt: context.time },
    },
    context,
  });
  return { userId, accountId, chain };
}

/** Refuses a username in use before the costly password hash. @throws BusinessRefusal 'Username already exists' (conflict) */
export async function refuseTakenUsername(
  ports: UserCommandPorts,
  username: string,
  userId: string,
  context: CommandContext,
): Promise<void> {
  const hold = await ports.load(usernameStream(ports.usernameHash(username)), usernameDecider);
  if (hold.status === 'free' || hold.owner === userId) return;
  if (!isHoldExpired(hold, context.time) || (await isInUse(ports, hold.owner, username))) throw taken();
}

/**
 * Reserves a username, or takes over a reservation older than 15 minutes whose registration was not completed.
 * @throws BusinessRefusal 'Username already exists' (conflict)
 */
export async function reserveUsername(
  ports: UserCommandPorts,
  username: string,
  userId: string,
  context: CommandContext,
): Promise<void> {
  const stream = usernameStream(ports.usernameHash(username));
  const hold = await ports.load(stream, usernameDecider);
  if (hold.status === 'free' || hold.owner === userId || !isHoldExpired(hold, context.time)) {
    const command = { type: 'ReserveUsername', userId, at: context.time } as const;
    await ports.execute({ stream, decider: usernameDecider, command, context, accounts: [] });
    return;
  }
  const ownerId = hold.owner;
  if (await isInUse(ports, ownerId, username)) throw taken();
  const owner = await ports.load(userStream(ownerId), userDecider);
  if (owner.status === 'none' || owner.status === 'abandoned') {
    // closes the owner's stream first: a registration still on its way is then refused
    const command = { type: 'AbandonRegistration', userId: ownerId } as const;
    await ports.execute({ ...onUser({ userId: ownerId, accountId: null }), command, context });
    await ports.credentials.remove(ownerId);
  }
  const command = { type: 'TakeOverUsername', ownerId, userId, at: context.time } as const;
  await ports.execute({ stream, decider: usernameDecider, command, context, accounts: [] });
}

/** False if the holder was renamed or deleted since. */
async function isInUse(ports: UserCommandPorts, ownerId: string, username: string): Promise<boolean> {
  const owner = await ports.load(userStream(ownerId), userDecider);
  if (owner.status !== 'present') return false;
  return isErased(owner.username) || normaliseUsername(owner.username) === normaliseUsername(username);
}
