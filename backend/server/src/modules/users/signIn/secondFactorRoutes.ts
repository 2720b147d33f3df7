import {
  emptySchema,
  neededReasonSchema,
  paths,
  type RecoveryCodes,
  recoveryCodesSchema,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
  secondFactorCodeSchema,
  secondFactorEnrolmentSchema,
  secondFactorGoneSchema,
  secondFactorProofSchema,
  secondFactorSetupSchema,
  secondFactorStatusSchema,
  stepUpSchema,
} from '@portal/contract';
import { type Caller, type Route, route } from '../../../platform/http/route.ts';
import { presentUser } from '../changeUser.ts';
import type { UserPorts } from '../ports.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from './changeSecondFactor.ts';
import { kindOfCode } from './secondFactors.ts';
import { rotateSession, signedInOf } from './sessions.ts';
import { needStepUp, proveAgain, steppedUp } from './stepUp.ts';

/** A user's own second factor. No Idempotency-Key, because responses with secrets must not be kept. */
export function secondFactorRoutes(ports: UserPorts): Route[] {
  /** Limits guesses of passwords and codes with a stolen session. */
  async function limited<Result>(
    caller: Caller,
    address: string,
    code: string | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const account = ports.commands.usernameHash(caller.username);
    return ports.loginLimits.attempt(account, address, async () => {
      const codeRight =
        code === null ? null : await ports.loginLimits.beginCode(account, address, kindOfCode(code));
      const result = await work();
      await codeRight?.();
      await ports.loginLimits.succeeded(account, address);
      return result;
    });
  }

  const limit = ({ address }: { readonly address: string }) => ports.loginLimits.enter(address);
  const own = { beforeSecondFactor: true, keyed: false } as const;
  return [
    route('GET', paths.secondFactor.own, 'approved', {
      ...own,
      summary: "Status of one's two-step verification",
      answers: { 200: secondFactorStatusSchema },
      handler: async ({ caller }) => {
        const { secondFactor, isAdmin } = await presentUser(ports.commands, caller.id);
        const left = secondFactor === null ? 0 : await ports.secondFactors.recoveryCodesLeft(secondFactor);
        const user = { is_admin: isAdmin, has_second_factor: secondFactor !== null };
        const body: SecondFactorStatus = {
          state: await ports.secondFactorPolicy.stateOf(user),
          recovery_codes_left: left,
        };
        return { body };
      },
    }),
    route('POST', paths.secondFactor.setup, 'approved', {
      ...own,
      summary: 'Begin to set two-step verification up',
      answers: { 200: secondFactorEnrolmentSchema },
      body: secondFactorSetupSchema,
      limit,
      handler: async ({ caller, body, address }) => {
        const { uri, secret, svg } = await limited(caller, address, null, () =>
          beginSecondFactor(ports, caller, body.currentPassword),
        );
        return { body: { uri, secret, qr_svg: svg } satisfies SecondFactorEnrolment };
      },
    }),
    route('POST', paths.secondFactor.confirm, 'approved', {
      ...own,
      summary: 'Switch two-step verification on; returns the recovery codes once',
      answers: { 200: recoveryCodesSchema },
      body: secondFactorCodeSchema,
      limit,
      handler: async ({ caller, body, command, address, http, visible }) => {
        const { recoveryCodes, chain } = await limited(caller, address, body.code, () =>
          enableSecondFactor(ports, caller.id, body.code, command, (authEpoch) =>
            rotateSession(http, { userId: caller.id, authEpoch }),
          ),
        );
        await visible(chain);
        return { body: { recovery_codes: [...recoveryCodes] } satisfies RecoveryCodes };
      },
    }),
    route('POST', paths.secondFactor.recoveryCodes, 'approved', {
      ...own,
      summary: 'New recovery codes in place of the old',
      answers: { 200: recoveryCodesSchema },
      body: secondFactorProofSchema,
      limit,
      handler: async ({ caller, body, command, address, visible }) => {
        const { recoveryCodes, chain } = await limited(caller, address, body.code, () =>
          renewRecoveryCodes(ports, caller.id, body, command),
        );
        await visible(chain);
        return { body: { recovery_codes: [...recoveryCodes] } satisfies RecoveryCodes };
      },
    }),
    route('DELETE', paths.secondFactor.own, 'approved', {
      ...own,
      summary: 'Switch two-step verification off',
      answers: { 200: emptySchema },
      body: secondFactorProofSchema,
      limit,
      handler: async ({ caller, body, command, address, http, visible }) => {
        const chain = await limited(caller, address, body.code, () =>
          disableSecondFactor(ports, caller.id, body, command, (authEpoch) =>
            rotateSession(http, { userId: caller.id, authEpoch }),
          ),
        );
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
        const chain = await limited(caller, address, body.code ?? null, () =>
          proveAgain(ports, caller.id, body, command),
        );
        const signedIn = signedInOf(http);
        // another id: a copy of the old one has not proved anything
        if (signedIn !== null) await rotateSession(http, signedIn, steppedUp(ports.sessionStore));
        await visible(chain);
        return { body: {} };
      },
    }),
  ];
}

/** For users who lost app and recovery codes. */
export function adminSecondFactorRoutes(ports: UserPorts): Route[] {
  return [
    route('DELETE', paths.admin.secondFactor, 'admin', {
      summary: "Reset a user's second factor",
      answers: { 200: secondFactorGoneSchema },
      body: neededReasonSchema,
      handler: async ({ params, body, command, visible, http }) => {
        needStepUp(http, ports.sessionStore);
        const id = params.id;
        await visible(await resetSecondFactor(ports, id, body.reason, command));
        return { body: { id, second_factor: 'off' } };
      },
    }),
  ];
}
