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
import type { CausalChain } from '../../../kernel/causalChain.ts';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { runCommand } from '../../../kernel/runCommand.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { UserCommandPorts, UserPorts } from '../ports.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import type { ResetTokens } from './passwordResets.ts';

const refused = () => unprocessable(MISSING_RESET_TOKEN, 'token');

/** The user of a usable token; else null. */
async function holderOf(
  ports: UserCommandPorts,
  tokens: ResetTokens,
  token: string,
  context: CommandContext,
): Promise<PresentUser | null> {
  const userId = await tokens.ownerOf(token, context.id);
  if (userId === null) return null;
  const user = await ports.load(userStream(userId), userDecider);
  return user.status === 'present' ? user : null;
}

/**
 * RecordPasswordChange after a reset link: uses the token and sets the password in one transaction, so that concurrent
 * requests count once. Ends all sessions.
 * @throws BusinessRefusal (unprocessable) for a token that is unknown, used, voided or older than 60 minutes
 */
async function resetPassword(
  ports: UserCommandPorts,
  tokens: ResetTokens,
  request: { readonly token: string; readonly newPassword: string },
  context: CommandContext,
  address: string,
): Promise<CausalChain> {
  const user = await holderOf(ports, tokens, request.token, context);
  if (user === null) throw refused();
  await refuseCommonPassword(request.newPassword, 'newPassword');
  const redeemed = await tokens.redeem(request.token, context.id, async (transaction) => {
    await ports.credentials.set(user.userId, request.newPassword, {
      transaction,
      asker: { address, known: false },
    });
  });
  if (!redeemed) throw refused();
  return runCommand(ports, {
    ...onUser(user),
    command: { type: 'RecordPasswordChange', how: 'reset' },
    context,
  });
}

export function passwordResetRoutes(ports: UserPorts): Route[] {
  return [
    route('POST', paths.forgotPassword, 'public', {
      summary: 'Request a reset link; the response does not reveal whether the user exists',
      answers: { 200: messageSchema },
      body: forgotPasswordSchema,
      limit: ({ address }) => ports.publicLimits.forgotPassword(address),
      handler: async ({ body, command }) => {
        // the address is looked up after the response, which therefore reveals nothing by words or time
        if (await ports.publicLimits.takeResetLink(body.email)) {
          await ports.resetTokens.request(command.id, body.email);
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
      limit: ({ address }) => ports.publicLimits.resetLink(address),
      handler: async ({ body, command }) => {
        const user = await holderOf(ports.commands, ports.resetTokens, body.token, command);
        return {
          body: user === null ? { usable: false } : { usable: true, username: reveal(user.username) },
        };
      },
    }),
    route('POST', paths.resetPassword, 'public', {
      summary: 'Set a new password by a reset link',
      answers: { 200: messageSchema },
      body: resetPasswordSchema,
      limit: ({ address }) => ports.publicLimits.resetLink(address),
      handler: async ({ address, body, command, visible }) => {
        await visible(await resetPassword(ports.commands, ports.resetTokens, body, command, address));
        return { body: { message: PASSWORD_WAS_RESET } };
      },
    }),
  ];
}
