import {
  forgotPasswordSchema,
  messageSchema,
  PASSWORD_WAS_RESET,
  paths,
  RESET_LINK_SENT,
  resetPasswordSchema,
} from '@portal/contract';
import { resetPassword } from '../commands/resetPassword.ts';
import { type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';

/** POST /api/auth/forgot-password and /api/auth/reset-password (spec 1, section 7). */
export function passwordResetRoutes(ports: RoutePorts): Route[] {
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
