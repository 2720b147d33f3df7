import { WRONG_CODE, WRONG_CURRENT_PASSWORD } from '@portal/contract';
import { conflict, onUser, type PresentUser, type UserCommand, unprocessable } from '@portal/domain';
import { type CausalChain, NOTHING_APPENDED } from '../../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../../kernel/commandContext.ts';
import { runCommand } from '../../../kernel/runCommand.ts';
import { presentUser } from '../changeUser.ts';
import type { UserCommandPorts } from '../ports.ts';
import type { SecondFactors } from './secondFactors.ts';

/** The log says which factor is on; tables hold its secrets. */
export interface SecondFactorPorts {
  readonly commands: UserCommandPorts;
  readonly secondFactors: SecondFactors;
}

const isOn = () => conflict('Two-step verification is switched on already.');
const isOff = () => conflict('Two-step verification is not switched on.');

const record = (
  { commands }: SecondFactorPorts,
  user: PresentUser,
  command: UserCommand,
  context: CommandContext,
  reason?: string,
) => runCommand(commands, { ...onUser(user), command, context, reason });

/** @throws BusinessRefusal 'Current password is incorrect' (unprocessable) */
export async function provePassword({ commands }: SecondFactorPorts, userId: string, password: string) {
  const verified = await commands.credentials.verify(userId, password);
  if (!verified.ok) throw unprocessable(WRONG_CURRENT_PASSWORD, 'currentPassword');
}

/**
 * BeginSecondFactor: makes a secret for an authenticator app. Nothing changes until a code confirms it.
 * @throws BusinessRefusal unprocessable for a wrong password; conflict if one is on already
 */
export async function beginSecondFactor(
  ports: SecondFactorPorts,
  caller: { readonly id: string; readonly username: string },
  password: string,
) {
  const user = await presentUser(ports.commands, caller.id);
  if (user.secondFactor !== null) throw isOn();
  await provePassword(ports, caller.id, password);
  return ports.secondFactors.begin(caller.id, caller.username);
}

/**
 * EnableSecondFactor by a code of the setup. Ends the user's other sessions; `keepSession` moves the current one to the
 * new epoch.
 * @throws BusinessRefusal unprocessable for a wrong code or no setup; conflict if one is on already
 */
export async function enableSecondFactor(
  ports: SecondFactorPorts,
  userId: string,
  code: string,
  context: CommandContext,
  keepSession: (authEpoch: number) => Promise<void>,
): Promise<{ readonly recoveryCodes: readonly string[]; readonly chain: CausalChain }> {
  const user = await presentUser(ports.commands, userId);
  if (user.secondFactor !== null) throw isOn();
  const confirmed = await ports.secondFactors.confirm(userId, code);
  if (confirmed === 'none') throw unprocessable('This set-up has expired. Please start again.', 'code');
  if (confirmed === null) throw unprocessable(WRONG_CODE, 'code');
  const authEpoch = await ports.commands.credentials.raiseEpoch(userId);
  if (authEpoch !== null) await keepSession(authEpoch);
  const { factorId, recoveryCodes } = confirmed;
  const chain = await record(ports, user, { type: 'EnableSecondFactor', factorId }, context);
  await ports.secondFactors.keepOnly(userId, factorId);
  return { recoveryCodes, chain };
}

/**
 * Uses a code of the second factor; the log records recovery codes.
 * @returns null for a wrong code, {@link NOTHING_APPENDED} for one of the app
 */
export async function takeCode(
  ports: SecondFactorPorts,
  user: PresentUser,
  code: string,
  context: CommandContext,
): Promise<CausalChain | null> {
  if (user.secondFactor === null) throw isOff();
  const factorId = user.secondFactor;
  const accepted = await ports.secondFactors.accept(factorId, code);
  if (accepted === null) return null;
  if (accepted.by === 'app') return NOTHING_APPENDED;
  const { left } = accepted;
  // a separate command id: the command that the code confirms appends to the same stream
  const use = { ...context, id: deriveId(context, 'recovery code') };
  return record(ports, user, { type: 'RecordRecoveryCodeUse', factorId, left }, use);
}

interface Proof {
  readonly currentPassword: string;
  readonly code: string;
}

async function prove(ports: SecondFactorPorts, user: PresentUser, proof: Proof, context: CommandContext) {
  await provePassword(ports, user.userId, proof.currentPassword);
  if ((await takeCode(ports, user, proof.code, context)) === null) throw unprocessable(WRONG_CODE, 'code');
}

/**
 * DisableSecondFactor by the user. Ends the user's other sessions; `keepSession` moves the current one to the new epoch.
 * @throws BusinessRefusal unprocessable for a wrong password or code
 */
export async function disableSecondFactor(
  ports: SecondFactorPorts,
  userId: string,
  proof: Proof,
  context: CommandContext,
  keepSession: (authEpoch: number) => Promise<void>,
): Promise<CausalChain> {
  const user = await presentUser(ports.commands, userId);
  if (user.secondFactor === null) return NOTHING_APPENDED;
  await prove(ports, user, proof, context);
  const authEpoch = await ports.commands.credentials.raiseEpoch(userId);
  if (authEpoch !== null) await keepSession(authEpoch);
  const chain = await record(ports, user, { type: 'DisableSecondFactor', how: 'user' }, context);
  await ports.secondFactors.remove(user.secondFactor);
  return chain;
}

/**
 * RenewRecoveryCodes: ten new codes invalidate the earlier ones.
 * @throws BusinessRefusal unprocessable for a wrong password or code; conflict if none is on
 */
export async function renewRecoveryCodes(
  ports: SecondFactorPorts,
  userId: string,
  proof: Proof,
  context: CommandContext,
): Promise<{ readonly recoveryCodes: readonly string[]; readonly chain: CausalChain }> {
  const user = await presentUser(ports.commands, userId);
  if (user.secondFactor === null) throw isOff();
  await prove(ports, user, proof, context);
  const recoveryCodes = await ports.secondFactors.renewRecoveryCodes(user.secondFactor);
  const chain = await record(ports, user, { type: 'RecordRecoveryCodesRenewal' }, context);
  return { recoveryCodes, chain };
}

/**
 * ResetSecondFactor by an administrator, for users who lost app and codes: switches it off and ends the user's sessions.
 * @throws BusinessRefusal 'User not found' (not_found); unprocessable for one's own
 */
export async function resetSecondFactor(
  ports: SecondFactorPorts,
  userId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports.commands, userId);
  if (context.actor.id === userId) {
    throw unprocessable('Please switch your own two-step verification off in your settings.');
  }
  if (user.secondFactor === null) return NOTHING_APPENDED;
  await ports.commands.credentials.raiseEpoch(userId);
  const chain = await record(ports, user, { type: 'DisableSecondFactor', how: 'admin' }, context, reason);
  await ports.secondFactors.remove(user.secondFactor);
  return chain;
}
