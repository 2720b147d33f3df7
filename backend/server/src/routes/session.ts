import {
  type LoginRequest,
  loginSchema,
  paths,
  type RegisterRequest,
  registerSchema,
  type SessionUser,
} from '@portal/contract';
import { userDecider, usernameDecider, usernameStream, userStream } from '@portal/domain';
import { defaultEmailPreferences } from '@portal/domain/values';
import { userById } from '@portal/projections';
import type { Context } from 'koa';
import { registerDealer } from '../commands/registerDealer.ts';
import { HttpProblem } from '../edge/errors.ts';
import { type Route, type RouteRequest, route } from '../edge/route.ts';
import { endSession, regenerate } from '../sessions/sessions.ts';
import type { RoutePorts } from './routePorts.ts';
import { toSessionUser } from './wire.ts';

/** POST /api/login, /api/register, /api/logout and GET /api/user (spec 1, section 7). */
export function sessionRoutes(ports: RoutePorts): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.user,
      access: 'session',
      reads: ['users', 'accounts'],
      handler: async ({ caller }) => ({ body: await currentUser(ports, caller.id) }),
    }),
    route({
      method: 'POST',
      path: paths.login,
      access: 'public',
      body: loginSchema,
      keyed: false,
      handler: async ({ body, address, http }) => ({ body: await signIn(ports, body, address, http) }),
    }),
    route({
      method: 'POST',
      path: paths.register,
      access: 'public',
      body: registerSchema,
      handler: (request) => register(ports, request),
      async completed(_answer, { body, http }) {
        await startSession(ports, body, http);
      },
    }),
    route({
      method: 'POST',
      path: paths.logout,
      // signing out twice, or after the session ran out, is no fault
      access: 'public',
      keyed: false,
      handler: async ({ http }) => {
        endSession(http);
        return { body: {} };
      },
    }),
  ];
}

async function currentUser(ports: RoutePorts, userId: string): Promise<SessionUser> {
  const user = await userById(ports.db, userId, ports.today());
  if (user === null) {
    throw new HttpProblem(503, 'Your account is being set up. Please try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  }
  return toSessionUser(user);
}

/** An unknown user and a wrong password are told alike, in words and in time. */
async function signIn(
  ports: RoutePorts,
  login: LoginRequest,
  address: string,
  http: Context,
): Promise<SessionUser> {
  const account = ports.commands.usernameHash(login.username);
  await ports.loginLimits.begin(account, address);
  const userId = await startSession(ports, login, http);
  if (userId === null) throw new HttpProblem(401, 'Invalid username or password');
  await ports.loginLimits.succeeded(account, address);
  return currentUser(ports, userId);
}

/** Starts a session where name and password are right. @returns the user's id, null where they are not */
async function startSession(
  { commands }: RoutePorts,
  { username, password }: LoginRequest,
  http: Context,
): Promise<string | null> {
  const hold = await commands.load(usernameStream(commands.usernameHash(username)), usernameDecider);
  const userId = hold.status === 'held' ? hold.owner : null;
  const verified = await commands.credentials.verify(userId, password);
  if (userId === null || !verified.ok) return null;
  // a name may be held by a registration that never came to be
  if ((await commands.load(userStream(userId), userDecider)).status !== 'present') return null;
  await regenerate(http, { userId, authEpoch: verified.authEpoch });
  return userId;
}

async function register(ports: RoutePorts, request: RouteRequest<'public', RegisterRequest>) {
  const { body, command } = request;
  await ports.publicLimits.register(request.address);
  const { userId, accountId, chain } = await registerDealer(ports.commands, body, command);
  const visible = await request.visible(chain);
  const user = visible ? await userById(ports.db, userId, ports.today()) : null;
  const { name, company, email, phone, address, city, state, zip, username, experience } = body;
  const known: SessionUser =
    user !== null
      ? toSessionUser(user)
      : {
          // the read model is behind: what is known of a new dealer without it
          id: userId,
          account_id: accountId,
          username,
          name,
          email,
          company,
          phone,
          address,
          city,
          state,
          zip,
          experience: experience ?? null,
          agreeToTerms: true,
          is_admin: false,
          is_approved: false,
          dealer_id: null,
          default_reader_rate: null,
          email_preferences: defaultEmailPreferences(false),
          created_at: command.time,
        };
  return { status: 201, body: known };
}
