import {
  forgotPasswordSchema,
  messageSchema,
  PASSWORD_WAS_RESET,
  paths,
  RESET_LINK_SENT,
  resetLinkAnswerSchema,
  resetLinkSchema,
  resetPasswordSchema,
} from '@portal/contract';
import { type Route, route } from '../../../platform/http/route.ts';
import type { UserPorts } from '../ports.ts';
import { isUsableResetToken, resetPassword } from './resetPassword.ts';

/** The public calls about forgotten passwords. */
export function passwordResetRoutes(ports: UserPorts): Route[] {
  return [
    route({
      method: 'POST',
      path: paths.forgotPassword,
      access: 'public',
      summary: 'Ask for a reset link; tells the same whether there is such a user',
      answers: { 200: messageSchema },
      body: forgotPasswordSchema,
      limit: ({ address }) => ports.publicLimits.forgotPassword(address),
      handler: async ({ body, command }) => {
        // whether the address is known is found out after the answer, so neither words nor time can tell
        if (await ports.publicLimits.takeResetLink(body.email)) {
          await ports.resetTokens.request(command.id, body.email);
        }
        return { body: { message: RESET_LINK_SENT } };
      },
    }),
    route({
      method: 'POST',
      path: paths.resetLink,
      access: 'public',
      summary: 'Ask whether a reset link can be used',
      answers: { 200: resetLinkAnswerSchema },
      body: resetLinkSchema,
      // the answer changes with time: none is kept
      keyed: false,
      limit: ({ address }) => ports.publicLimits.resetLink(address),
      handler: async ({ body, command }) => ({
        body: { usable: await isUsableResetToken(ports.commands, ports.resetTokens, body.token, command) },
      }),
    }),
    route({
      method: 'POST',
      path: paths.resetPassword,
      access: 'public',
      summary: 'Set a new password by a reset link',
      answers: { 200: messageSchema },
      body: resetPasswordSchema,
      handler: async ({ body, command, visible }) => {
        await visible(await resetPassword(ports.commands, ports.resetTokens, body, command));
        return { body: { message: PASSWORD_WAS_RESET } };
      },
    }),
  ];
}
