import {
  changePasswordSchema,
  emailPreferencesRequestSchema,
  messageSchema,
  paths,
  profilePatchSchema,
  type SessionUser,
  sessionUserSchema,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { userById } from '@portal/projections';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { changeUser, presentUser } from './changeUser.ts';
import type { UserPorts } from './ports.ts';
import { refuseCommonPassword } from './signIn/commonPasswords.ts';
import { rotateSession } from './signIn/sessions.ts';
import { hasSecondFactor, needStepUp, provePassword } from './signIn/stepUp.ts';
import { toSessionUser } from './wire.ts';

/** A user's own profile, email preferences and password (S2-7). */
export function settingsRoutes(ports: UserPorts): Route[] {
  const { commands } = ports;
  const answer = async (userId: string, changed: Partial<SessionUser>) => {
    const user = found(await userById(ports.db, userId, ports.today()), 'User');
    // the read model may be behind
    return { body: { ...toSessionUser(user), ...changed } };
  };

  return [
    route('PATCH', paths.profile, 'approved', {
      summary: "Change one's profile",
      answers: { 200: sessionUserSchema },
      body: profilePatchSchema,
      handler: async ({ caller, params, body, command, visible, http }) => {
        const userId = ownIdOf(caller, params.id);
        // reset links go to that address
        if (caller.isAdmin && body.email !== undefined) {
          const { profile } = await presentUser(commands, userId);
          if (profile.email !== body.email) needStepUp(http, ports.sessionStore);
        }
        await visible(await changeUser(commands, userId, { type: 'ChangeProfile', changes: body }, command));
        return answer(userId, given(body));
      },
    }),
    route('PATCH', paths.emailPreferences, 'approved', {
      summary: 'Choose which emails to get',
      answers: { 200: sessionUserSchema },
      body: emailPreferencesRequestSchema,
      handler: async ({ caller, params, body, command, visible }) => {
        const userId = ownIdOf(caller, params.id);
        const change = { type: 'ChangeEmailPreferences', changes: body.email_preferences } as const;
        await visible(await changeUser(commands, userId, change, command));
        return answer(userId, {});
      },
    }),
    route('POST', paths.changePassword, 'approved', {
      summary: "Change one's password",
      answers: { 200: messageSchema },
      body: changePasswordSchema,
      limit: ({ address }) => ports.loginLimits.enter(address),
      handler: async ({ caller, body, command, address, http, visible }) => {
        const { id: userId } = caller;
        if (hasSecondFactor(await presentUser(commands, userId))) needStepUp(http, ports.sessionStore);
        // limits guesses with a stolen session
        const account = commands.usernameHash(caller.username);
        const chain = await ports.loginLimits.attempt(account, address, async () => {
          await refuseCommonPassword(body.newPassword, 'newPassword');
          await provePassword(commands, userId, body.currentPassword);
          await commands.voidResetLinks(userId);
          // ends all sessions; this one goes on in the new epoch
          const authEpoch = await commands.credentials.set(userId, body.newPassword);
          await rotateSession(http, { userId, authEpoch });
          return changeUser(commands, userId, { type: 'RecordPasswordChange', how: 'change' }, command);
        });
        await ports.loginLimits.succeeded(account, address);
        await visible(chain);
        return { body: { message: 'Your password was changed.' } };
      },
    }),
  ];
}

function ownIdOf(caller: Caller, id: string): string {
  if (id !== caller.id) throw notFound('User not found');
  return caller.id;
}
