import {
  ENTER_CODE,
  emptySchema,
  type LoginRequest,
  loginSchema,
  paths,
  type RegisterRequest,
  registerSchema,
  type SessionUser,
  sessionUserSchema,
  WRONG_CODE,
} from '@portal/contract';
import {
  type Actor,
  type PresentUser,
  userDecider,
  usernameDecider,
  usernameStream,
  userStream,
} from '@portal/domain';
import { defaultEmailPreferences, PROFILE_FIELDS, pickFields } from '@portal/domain/values';
import { userById } from '@portal/projections';
import type { Context } from 'koa';
import { beingSetUp, HttpProblem } from '../../../platform/http/errors.ts';
import { stateOf } from '../../../platform/http/requestLog.ts';
import { type Route, type RouteRequest, route } from '../../../platform/http/route.ts';
import { changeUser } from '../changeUser.ts';
import type { UserPorts } from '../ports.ts';
import { registerDealer } from '../registerDealer.ts';
import { toSessionUser } from '../wire.ts';
import type { Asker } from './credentials.ts';
import { kindOfCode } from './secondFactors.ts';
import { endSession, regenerate } from './sessions.ts';
import { recordSignIn } from './signIns.ts';
import { hasSecondFactor, takeCode } from './stepUp.ts';

/** POST /api/login, /api/register, /api/logout and GET /api/user (S1-7). */
export function sessionRoutes(ports: UserPorts): Route[] {
  return [
    route('GET', paths.user, 'session', {
      summary: 'The signed-in user',
      answers: { 200: sessionUserSchema },
      reads: ['users', 'accounts'],
      handler: async ({ caller }) => {
        const user = await currentUser(ports, caller.id);
        if (caller.viewedBy === undefined) return { body: user };
        const { id, username, company } = user;
        return { body: { ...user, viewing_as: { id, username, company } } satisfies SessionUser };
      },
    }),
    route('POST', paths.login, 'public', {
      summary: 'Sign in',
      answers: { 200: sessionUserSchema },
      body: loginSchema,
      keyed: false,
      limit: ({ address }) => ports.loginLimits.enter(address),
      handler: async (request) => {
        const account = ports.commands.usernameHash(request.body.username);
        const body = await ports.loginLimits.attempt(account, request.address, () =>
          signIn(ports, request, account),
        );
        return { body };
      },
    }),
    route('POST', paths.register, 'public', {
      summary: 'Register as a dealer',
      answers: { 201: sessionUserSchema },
      body: registerSchema,
      limit: ({ address }) => ports.publicLimits.register(address),
      handler: (request) => register(ports, request),
      completed: (_answer, request) => signInNewUser(ports, request),
    }),
    // public: also after the session ended
    route('POST', paths.logout, 'public', {
      summary: 'Sign out',
      answers: { 200: emptySchema },
      keyed: false,
      whileViewing: true,
      handler: async ({ http, caller, command }) => {
        if (caller?.viewedBy !== undefined) {
          const end = { type: 'EndDealerView', viewId: caller.viewedBy.viewId } as const;
          // signing out does not depend on the log
          await changeUser(ports.commands, caller.id, end, command).catch((error: unknown) =>
            stateOf(http).log.warn({ err: error }, 'the end of a view could not be recorded'),
          );
        }
        endSession(http);
        return { body: {} };
      },
    }),
  ];
}

/** Signs in whoever just chose this username and password. */
export async function signInNewUser(
  ports: UserPorts,
  { body, address, http }: Pick<RouteRequest<'public', LoginRequest>, 'body' | 'address' | 'http'>,
): Promise<void> {
  const { known } = await knownUser(ports, body, { address, known: false });
  // a registration replayed later must not bypass the second factor
  if (known === null || known.user.secondFactor !== null) return;
  if ((await readModelOf(ports, known.user.userId)) === 'behind') return;
  await beginSession(ports, http, { userId: known.user.userId, authEpoch: known.authEpoch }, address);
}

async function beginSession(
  { db, now }: UserPorts,
  http: Context,
  signedIn: { readonly userId: string; readonly authEpoch: number; readonly byPasskey?: true },
  address: string,
): Promise<void> {
  await regenerate(http, signedIn);
  await recordSignIn(db, { userId: signedIn.userId, address, at: now() });
}

async function currentUser(ports: UserPorts, userId: string): Promise<SessionUser> {
  const user = await userById(ports.db, userId, ports.today());
  if (user === null) throw beingSetUp();
  return {
    ...toSessionUser(user),
    second_factor: await ports.secondFactorPolicy.stateOf(user),
    clock: { now: ports.now().toISOString(), time_zone: ports.timeZone },
  };
}

/**
 * Unknown users and wrong passwords get the same response and timing. A missing code is 401 with path `code`; the client
 * repeats the request with the code.
 */
async function signIn(
  ports: UserPorts,
  { body, address, command, http }: RouteRequest<'public', LoginRequest>,
  account: string,
): Promise<SessionUser> {
  const logged = (outcome: string, userId: string | null) =>
    stateOf(http).log.info({ userId, address, outcome }, 'sign-in');
  const asker = { address, known: await ports.loginLimits.hasSignedIn(account, address) };
  const { userId, known } = await knownUser(ports, body, asker);
  if (known === null) {
    logged('refused', userId);
    throw new HttpProblem(401, 'Invalid username or password');
  }
  const { user, authEpoch } = known;
  if (hasSecondFactor(user)) {
    if (body.code === undefined) {
      await ports.loginLimits.passwordRight(account, address);
      logged('code asked', userId);
      throw new HttpProblem(401, ENTER_CODE, { path: 'code' });
    }
    const codeRight = await ports.loginLimits.beginCode(account, address, kindOfCode(body.code));
    const actor: Actor = { kind: user.isAdmin ? 'admin' : 'dealer', id: user.userId };
    const taken = await takeCode(ports, user, body.code, { ...command, actor });
    if (taken === null) {
      logged('wrong code', userId);
      throw new HttpProblem(401, WRONG_CODE, { path: 'code' });
    }
    await codeRight();
  }
  if ((await readModelOf(ports, user.userId)) !== 'current') throw beingSetUp();
  await beginSession(ports, http, { userId: user.userId, authEpoch }, address);
  await ports.loginLimits.signedIn(account, address);
  logged('signed in', userId);
  return currentUser(ports, user.userId);
}

/** Signs in by a passkey that was verified. @returns null where the user doesn't have it (any more) */
export async function signInByPasskey(
  ports: UserPorts,
  { passkeyId, userId }: { readonly passkeyId: string; readonly userId: string },
  { address, http }: Pick<RouteRequest, 'address' | 'http'>,
): Promise<SessionUser | null> {
  const authEpoch = await ports.commands.credentials.epochOf(userId);
  const user = await ports.commands.load(userStream(userId), userDecider);
  if (authEpoch === null || user.status !== 'present' || !user.passkeys.includes(passkeyId)) return null;
  if ((await readModelOf(ports, userId)) !== 'current') throw beingSetUp();
  await beginSession(ports, http, { userId, authEpoch, byPasskey: true }, address);
  stateOf(http).log.info({ userId, address, outcome: 'signed in', passkeyId }, 'sign-in');
  return currentUser(ports, userId);
}

/**
 * Whether the read model, which decides access, knows everything the log knows of a user. Revoking a right ends the
 * user's sessions before it is in the log; a session that starts later must not be judged by an older row.
 */
async function readModelOf(ports: UserPorts, userId: string): Promise<'current' | 'behind' | 'unknown'> {
  const last = (await ports.readStream(userStream(userId))).at(-1);
  if (last !== undefined) await ports.usersReach(last.position);
  const row = await userById(ports.db, userId, ports.today());
  if (row === null) return 'unknown';
  return last !== undefined && row.revision >= last.revision ? 'current' : 'behind';
}

/** `known`: the user of a name and password, with the login epoch; null if wrong. `userId`: whoever has the name. */
async function knownUser(
  { commands }: UserPorts,
  { username, password }: LoginRequest,
  asker: Asker,
): Promise<{
  readonly userId: string | null;
  readonly known: { readonly user: PresentUser; readonly authEpoch: number } | null;
}> {
  const hold = await commands.load(usernameStream(commands.usernameHash(username)), usernameDecider);
  const userId = hold.status === 'held' ? hold.owner : null;
  const authEpoch = await commands.credentials.verify(userId, password, asker);
  if (userId === null || authEpoch === null) return { userId, known: null };
  const user = await commands.load(userStream(userId), userDecider);
  // the registration that holds the name may not be completed
  return { userId, known: user.status === 'present' ? { user, authEpoch } : null };
}

async function register(ports: UserPorts, request: RouteRequest<'public', RegisterRequest>) {
  const { body, command } = request;
  const { userId, accountId, chain } = await registerDealer(ports.commands, body, command, request.address);
  const visible = await request.visible(chain);
  const user = visible ? await userById(ports.db, userId, ports.today()) : null;
  if (user !== null) return { status: 201, body: toSessionUser(user) };
  // the read model is behind
  const registered: SessionUser = {
    ...pickFields(PROFILE_FIELDS, body),
    id: userId,
    account_id: accountId,
    username: body.username,
    experience: body.experience ?? null,
    agreeToTerms: true,
    is_admin: false,
    staff_role: null,
    dealer_role: 'owner',
    is_approved: false,
    dealer_id: null,
    second_factor: 'off',
    default_reader_rate: null,
    email_preferences: defaultEmailPreferences(false),
    created_at: command.time,
  };
  return { status: 201, body: registered };
}
