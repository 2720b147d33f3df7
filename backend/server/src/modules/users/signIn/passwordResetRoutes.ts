import {
  forgotPasswordSchema,
  MISSING_RESET_TOKEN,
  messageSchema,
  PASSWORD_WAS_RESET,
  paths,
  RESET_LINK_SENT,
  resetLinkAnswerSchema,
  resetLinkSchema,
  resetPasswordSchema,
} from '@portal/contract';
import { onUser, type PresentUser, reveal, unprocessable, userDecider, userStream } from '@portal/domain';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { runCommand } from '../../../kernel/runCommand.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { UserPorts } from '../ports.ts';
import { refuseCommonPassword } from './commonPasswords.ts';

export function passwordResetRoutes(ports: UserPorts): Route[] {
  const { commands, publicLimits, passwordResets } = ports;
  const refused = () => unprocessable(MISSING_RESET_TOKEN, 'token');

  /** The user of a usable token; else null. */
  async function holderOf(token: string, context: CommandContext): Promise<PresentUser | null> {
    const userId = await passwordResets.ownerOf(token, context.id);
    if (userId === null) return null;
    const user = await commands.load(userStream(userId), userDecider);
    return user.status === 'present' ? user : null;
  }

  return [
    route('POST', paths.forgotPassword, 'public', {
      summary: 'Request a reset link; the response does not reveal whether the user exists',
      answers: { 200: messageSchema },
      body: forgotPasswordSchema,
      limit: ({ address }) => publicLimits.forgotPassword(address),
      handler: async ({ body, command }) => {
        // the address is looked up after the response, which therefore reveals nothing by words or time
        if (await publicLimits.takeResetLink(body.email)) {
          await passwordResets.request(command.id, body.email);
        }
        return { body: { message: RESET_LINK_SENT } };
      },
    }),
    route('POST', paths.resetLink, 'public', {
      summary: 'Whether a reset link can be used',
      answers: { 200: resetLinkAnswerSchema },
      body: resetLinkSchema,
      // the response changes with time
      keyed: false,
      limit: ({ address }) => publicLimits.resetLink(address),
      handler: async ({ body, command }) => {
        const user = await holderOf(body.token, command);
        return {
          body: user === null ? { usable: false } : { usable: true, username: reveal(user.username) },
        };
      },
    }),
    route('POST', paths.resetPassword, 'public', {
      summary: 'Set a new password by a reset link',
      answers: { 200: messageSchema },
      body: resetPasswordSchema,
      limit: ({ address }) => publicLimits.resetLink(address),
      handler: async ({ address, body: { token, newPassword }, command, visible }) => {
        const user = await holderOf(token, command);
        if (user === null) throw refused();
        await refuseCommonPassword(newPassword, 'newPassword');
        // of concurrent requests one counts; ends all sessions
        const redeemed = await passwordResets.redeem(token, command.id, (transaction) =>
          commands.credentials.set(user.userId, newPassword, {
            transaction,
            asker: { address, known: false },
          }),
        );
        if (!redeemed) throw refused();
        const record = { type: 'RecordPasswordChange', how: 'reset' } as const;
        await visible(await runCommand(commands, { ...onUser(user), command: record, context: command }));
        return { body: { message: PASSWORD_WAS_RESET } };
      },
    }),
  ];
}
