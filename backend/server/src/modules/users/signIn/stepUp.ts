import { ENTER_CODE, STEP_UP_REQUIRED, type StepUpRequest, WRONG_CODE } from '@portal/contract';
import { unprocessable } from '@portal/domain';
import type { Context } from 'koa';
import { z } from 'zod';
import type { CausalChain } from '../../../kernel/causalChain.ts';
import { NOTHING_APPENDED } from '../../../kernel/causalChain.ts';
import type { CommandContext } from '../../../kernel/commandContext.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { presentUser } from '../changeUser.ts';
import { provePassword, type SecondFactorPorts, takeCode } from './changeSecondFactor.ts';
import type { SessionStore } from './sessions.ts';

const FRESH_MS = 10 * 60_000;

const steppedUpSchema = z.object({ steppedUpAt: z.number() });

/**
 * Checks password and, where a second factor is on, its code.
 * @throws BusinessRefusal unprocessable for a wrong password, a wrong or a missing code
 */
export async function proveAgain(
  ports: SecondFactorPorts,
  userId: string,
  { currentPassword, code }: StepUpRequest,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports.commands, userId);
  await provePassword(ports, userId, currentPassword);
  if (user.secondFactor === null) return NOTHING_APPENDED;
  if (code === undefined) throw unprocessable(ENTER_CODE, 'code');
  const taken = await takeCode(ports, user, code, context);
  if (taken === null) throw unprocessable(WRONG_CODE, 'code');
  return taken;
}

/** What a session remembers after {@link proveAgain}. */
export const steppedUp = (store: Pick<SessionStore, 'now'>) => ({ steppedUpAt: store.now().getTime() });

/**
 * Refuses what an open session alone must not do. Signing in does not count: a copied cookie is as young as the sign-in.
 * @throws HttpProblem 403 with the code `step_up_required`, unless the user stepped up in the last ten minutes
 */
export function needStepUp(http: Context, store: Pick<SessionStore, 'now'>): void {
  const { data } = steppedUpSchema.safeParse(http.session);
  if (data !== undefined && store.now().getTime() - data.steppedUpAt < FRESH_MS) return;
  throw new HttpProblem(403, 'Please confirm your password first.', { code: STEP_UP_REQUIRED });
}
