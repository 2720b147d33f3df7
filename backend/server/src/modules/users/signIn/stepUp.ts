import {
  ENTER_CODE,
  STEP_UP_REQUIRED,
  type StepUpRequest,
  WRONG_CODE,
  WRONG_CURRENT_PASSWORD,
} from '@portal/contract';
import { onUser, type PresentUser, unprocessable } from '@portal/domain';
import type { Context } from 'koa';
import { z } from 'zod';
import { type CausalChain, NOTHING_APPENDED } from '../../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../../kernel/commandContext.ts';
import { runCommand } from '../../../kernel/runCommand.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import type { UserCommandPorts, UserPorts } from '../ports.ts';
import type { SessionStore } from './sessions.ts';

const FRESH_MS = 10 * 60_000;

const steppedUpSchema = z.object({ steppedUpAt: z.number() });

export type WithSecondFactor = PresentUser & { readonly secondFactor: string };

export const hasSecondFactor = (user: PresentUser): user is WithSecondFactor => user.secondFactor !== null;

/** @throws BusinessRefusal 'Current password is incorrect' (unprocessable) */
export async function provePassword({ credentials }: UserCommandPorts, userId: string, password: string) {
  if ((await credentials.verify(userId, password)) === null)
    throw unprocessable(WRONG_CURRENT_PASSWORD, 'currentPassword');
}

/**
 * Uses a code of the user's second factor; the log records recovery codes.
 * @returns null for a wrong code, {@link NOTHING_APPENDED} for one of the app
 */
export async function takeCode(
  { commands, secondFactors }: Pick<UserPorts, 'commands' | 'secondFactors'>,
  user: WithSecondFactor,
  code: string,
  context: CommandContext,
): Promise<CausalChain | null> {
  const { secondFactor: factorId } = user;
  const accepted = await secondFactors.accept(factorId, code);
  if (accepted === null) return null;
  const { left } = accepted;
  if (left === null) return NOTHING_APPENDED;
  return runCommand(commands, {
    ...onUser(user),
    command: { type: 'RecordRecoveryCodeUse', factorId, left },
    // a separate command id: the command that the code confirms appends to the same stream
    context: { ...context, id: deriveId(context, 'recovery code') },
  });
}

/**
 * Checks password and, where a second factor is on, its code.
 * @throws BusinessRefusal unprocessable for a wrong password, a wrong or a missing code
 */
export async function proveAgain(
  ports: UserPorts,
  user: PresentUser,
  { currentPassword, code }: StepUpRequest,
  context: CommandContext,
): Promise<CausalChain> {
  await provePassword(ports.commands, user.userId, currentPassword);
  if (!hasSecondFactor(user)) return NOTHING_APPENDED;
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
