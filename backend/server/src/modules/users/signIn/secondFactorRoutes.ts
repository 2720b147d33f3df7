import {
  emptySchema,
  neededReasonSchema,
  paths,
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorEnrolmentSchema,
  secondFactorGoneSchema,
  secondFactorProofSchema,
  secondFactorSetupSchema,
  secondFactorStatusSchema,
  stepUpSchema,
  WRONG_CODE,
} from '@portal/contract';
import { conflict, onUser, type PresentUser, type UserCommand, unprocessable } from '@portal/domain';
import type { Context } from 'koa';
import { type CommandContext, deriveId } from '../../../kernel/commandContext.ts';
import { runCommand } from '../../../kernel/runCommand.ts';
import { need } from '../../../platform/http/access.ts';
import { type Caller, type Route, route } from '../../../platform/http/route.ts';
import { presentUser } from '../changeUser.ts';
import type { UserPorts } from '../ports.ts';
import { kindOfCode } from './secondFactors.ts';
import { rotateSession, signedInOf } from './sessions.ts';
import {
  hasSecondFactor,
  needStepUp,
  proveAgain,
  provePassword,
  steppedUp,
  type WithSecondFactor,
} from './stepUp.ts';

/**
 * A user's own second factor, and its reset by administrators. The log says which factor is on; tables hold its secrets.
 * No Idempotency-Key, because responses with secrets must not be kept.
 */
export function secondFactorRoutes(ports: UserPorts): Route[] {
  const { commands, loginLimits, secondFactors, sessionStore } = ports;

  /** Limits guesses of passwords and codes with a stolen session. */
  async function limited<Result>(
    caller: Caller,
    address: string,
    code: string | null,
    work: (user: PresentUser) => Promise<Result>,
  ): Promise<Result> {
    const account = commands.usernameHash(caller.username);
    return loginLimits.attempt(account, address, async () => {
      const codeRight =
        code === null ? null : await loginLimits.beginCode(account, address, kindOfCode(code));
      const result = await work(await presentUser(commands, caller.id));
      await codeRight?.();
      await loginLimits.succeeded(account, address);
      return result;
    });
  }

  const record = (user: PresentUser, command: UserCommand, context: CommandContext, reason?: string) =>
    runCommand(commands, { ...onUser(user), command, context, reason });

  async function switchOff(
    user: WithSecondFactor,
    how: 'user' | 'admin',
    context: CommandContext,
    reason?: string,
  ) {
    const chain = await record(user, { type: 'DisableSecondFactor', how }, context, reason);
    await secondFactors.remove(user.secondFactor);
    return chain;
  }

  /** Ends the user's other sessions; this one goes on. */
  async function endOtherSessions(http: Context, userId: string): Promise<void> {
    const authEpoch = await commands.credentials.raiseEpoch(userId);
    if (authEpoch !== null) await rotateSession(http, { userId, authEpoch });
  }

  const refuseIfOn = (user: PresentUser) => {
    if (hasSecondFactor(user)) throw conflict('Two-step verification is switched on already.');
  };

  const limit = ({ address }: { readonly address: string }) => loginLimits.enter(address);
  const own = { beforeSecondFactor: true, keyed: false } as const;
  return [
    route('GET', paths.secondFactor.own, 'approved', {
      ...own,
      summary: "Status of one's two-step verification",
      answers: { 200: secondFactorStatusSchema },
      handler: async ({ caller }) => {
        const { secondFactor, isAdmin } = await presentUser(commands, caller.id);
        const left = secondFactor === null ? 0 : await secondFactors.recoveryCodesLeft(secondFactor);
        const user = { is_admin: isAdmin, has_second_factor: secondFactor !== null };
        return { body: { state: await ports.secondFactorPolicy.stateOf(user), recovery_codes_left: left } };
      },
    }),
    route('POST', paths.secondFactor.setup, 'approved', {
      ...own,
      summary: 'Begin to set two-step verification up',
      answers: { 200: secondFactorEnrolmentSchema },
      body: secondFactorSetupSchema,
      limit,
      handler: async ({ caller, body, address }) => ({
        // nothing changes until a code confirms it
        body: await limited(caller, address, null, async (user) => {
          refuseIfOn(user);
          await provePassword(commands, caller.id, body.currentPassword);
          return secondFactors.begin(caller.id, caller.username);
        }),
      }),
    }),
    route('POST', paths.secondFactor.confirm, 'approved', {
      ...own,
      summary: 'Switch two-step verification on; returns the recovery codes once',
      answers: { 200: recoveryCodesSchema },
      body: secondFactorCodeSchema,
      limit,
      handler: async ({ caller, body: { code }, command, address, http, visible }) => {
        const { recoveryCodes, chain } = await limited(caller, address, code, async (user) => {
          refuseIfOn(user);
          const confirmed = await secondFactors.confirm(caller.id, code);
          if (confirmed === 'none')
            throw unprocessable('This set-up has expired. Please start again.', 'code');
          if (confirmed === null) throw unprocessable(WRONG_CODE, 'code');
          await endOtherSessions(http, caller.id);
          const { factorId, recoveryCodes } = confirmed;
          const chain = await record(user, { type: 'EnableSecondFactor', factorId }, command);
          await secondFactors.keepOnly(caller.id, factorId);
          return { recoveryCodes, chain };
        });
        await visible(chain);
        return { body: { recovery_codes: recoveryCodes } };
      },
    }),
    route('POST', paths.secondFactor.recoveryCodes, 'approved', {
      ...own,
      summary: 'New recovery codes in place of the old',
      answers: { 200: recoveryCodesSchema },
      body: secondFactorProofSchema,
      limit,
      handler: async ({ caller, body, command, address, visible }) => {
        const { recoveryCodes, chain } = await limited(caller, address, body.code, async (user) => {
          if (!hasSecondFactor(user)) throw conflict('Two-step verification is not switched on.');
          await proveAgain(ports, user, body, command);
          const recoveryCodes = await secondFactors.renewRecoveryCodes(user.secondFactor);
          return {
            recoveryCodes,
            chain: await record(user, { type: 'RecordRecoveryCodesRenewal' }, command),
          };
        });
        await visible(chain);
        return { body: { recovery_codes: recoveryCodes } };
      },
    }),
    route('DELETE', paths.secondFactor.own, 'approved', {
      ...own,
      summary: 'Switch two-step verification off',
      answers: { 200: emptySchema },
      body: secondFactorProofSchema,
      limit,
      handler: async ({ caller, body, command, address, http, visible }) => {
        const user = await presentUser(commands, caller.id);
        // nothing is proved, so failed attempts still count
        if (!hasSecondFactor(user)) return { body: {} };
        const chain = await limited(caller, address, body.code, async () => {
          await proveAgain(ports, user, body, command);
          await endOtherSessions(http, caller.id);
          return switchOff(user, 'user', command);
        });
        await visible(chain);
        return { body: {} };
      },
    }),
    route('POST', paths.stepUp, 'approved', {
      ...own,
      summary: 'Prove password and code again, for ten minutes',
      answers: { 200: emptySchema },
      body: stepUpSchema,
      limit,
      handler: async ({ caller, body, command, address, http, visible }) => {
        const chain = await limited(caller, address, body.code ?? null, (user) =>
          proveAgain(ports, user, body, command),
        );
        const signedIn = signedInOf(http);
        // another id: a copy of the old one has not proved anything
        if (signedIn !== null) await rotateSession(http, signedIn, steppedUp(sessionStore));
        await visible(chain);
        return { body: {} };
      },
    }),
    // for users who lost app and recovery codes
    route('DELETE', paths.admin.secondFactor, 'people', {
      summary: "Reset a user's second factor, and remove the passkeys",
      answers: { 200: secondFactorGoneSchema },
      body: neededReasonSchema,
      handler: async ({ params: { id }, caller, body, command, visible, http }) => {
        needStepUp(http, sessionStore);
        const user = await presentUser(commands, id);
        if (user.isAdmin) need(caller, 'administrators');
        if (caller.id === id)
          throw unprocessable('Please switch your own two-step verification off in your settings.');
        if (hasSecondFactor(user)) {
          await commands.credentials.raiseEpoch(id);
          await visible(await switchOff(user, 'admin', command, body.reason));
        }
        for (const passkeyId of user.passkeys) {
          const remove = { type: 'RemovePasskey', passkeyId, how: 'admin' } as const;
          const context = { ...command, id: deriveId(command, passkeyId) };
          await visible(await record(user, remove, context, body.reason));
        }
        await ports.passkeys.remove(user.passkeys);
        return { body: { id, second_factor: 'off' } };
      },
    }),
  ];
}
