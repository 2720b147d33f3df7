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
import { releaseUsername } from './deleteUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { refuseCommonPassword } from './signIn/commonPasswords.ts';
import type { Asker } from './signIn/credentials.ts';

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
  const userId = deriveId(context, 'user');
  const accountId = deriveId(context, 'account');
  const asker = address === undefined ? undefined : { address, known: false };
  const register = () =>
    ports.execute({
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
  const { appended } = await asNewUser(ports, { userId, ...request, asker }, context, register);
  return { userId, accountId, chain: await ports.followUp(appended) };
}

/**
 * Runs `work`, which adds the user, with the password kept and the username reserved; both are undone if it is refused.
 * @throws BusinessRefusal 'Username already exists' (conflict); unprocessable for a common password
 */
export async function asNewUser<Result>(
  ports: UserCommandPorts,
  user: Pick<RegisterRequest, 'username' | 'password'> & {
    readonly userId: string;
    readonly asker?: Asker | undefined;
  },
  context: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const { userId, username, password, asker } = user;
  await refuseCommonPassword(password, 'password');
  await refuseTakenUsername(ports, username, userId, context);
  const { status } = await ports.load(userStream(userId), userDecider);
  // added by an earlier try of this command: the password may have been changed since
  const isThere = status !== 'none' && status !== 'invited';
  if (!isThere) await ports.credentials.set(userId, password, { asker });
  try {
    await reserveUsername(ports, username, userId, context);
    return await work();
  } catch (error) {
    if (error instanceof BusinessRefusal && !isThere) {
      await ports.credentials.remove(userId);
      await releaseUsername(ports, { userId, username }, context);
    }
    throw error;
  }
}

/** Refuses a username in use before the costly password hash. @throws BusinessRefusal 'Username already exists' (conflict) */
async function refuseTakenUsername(
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
  // whoever accepts the invitation may go on with the name
  if (owner.status === 'invited') throw taken();
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
