import { WRONG_CODE, WRONG_CURRENT_PASSWORD } from '@portal/contract';
import { BusinessRefusal, type PresentUser } from '@portal/domain';
import { type CausalChain, NOTHING_APPENDED } from '../../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../../kernel/commandContext.ts';
import { decideOnUser, presentUser } from '../changeUser.ts';
import type { UserCommandPorts } from '../ports.ts';
import type { SecondFactors } from './secondFactors.ts';

/** Ports: the log says which factor is on, tables hold its secrets. */
export interface SecondFactorPorts {
  readonly commands: UserCommandPorts;
  readonly secondFactors: SecondFactors;
}

const refused = (message: string, path?: string) => new BusinessRefusal('unprocessable', message, path);
const isOn = () => new BusinessRefusal('conflict', 'Two-step verification is switched on already.');
const isOff = () => new BusinessRefusal('conflict', 'Two-step verification is not switched on.');

async function provePassword({ commands }: SecondFactorPorts, userId: string, password: string) {
  const verified = await commands.credentials.verify(userId, password);
  if (!verified.ok) throw refused(WRONG_CURRENT_PASSWORD, 'currentPassword');
}

/**
 * BeginSecondFactor: a secret for an authenticator app; nothing changes before a code of it was given.
 * @throws BusinessRefusal for a wrong password (unprocessable), where one is on already (conflict)
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
 * EnableSecondFactor by a code of the set-up that was begun. The user's other sessions, which no code stands behind,
 * end; `keepSession` takes the one that asks into the new epoch.
 * @throws BusinessRefusal for a wrong code or no set-up (unprocessable), where one is on already (conflict)
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
  if (confirmed === 'none') throw refused('This set-up has expired. Please start again.', 'code');
  if (confirmed === null) throw refused(WRONG_CODE, 'code');
  const authEpoch = await ports.commands.credentials.raiseEpoch(userId);
  if (authEpoch !== null) await keepSession(authEpoch);
  const { factorId, recoveryCodes } = confirmed;
  const chain = await decideOnUser(ports.commands, user, { type: 'EnableSecondFactor', factorId }, context);
  await ports.secondFactors.keepOnly(userId, factorId);
  return { recoveryCodes, chain };
}

/**
 * Takes a code for the second factor that is on; a recovery code is used up in the log too.
 * @returns null for a code that is not right, {@link NOTHING_APPENDED} for one of the app
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
  // an identity of its own: what the code was given for appends to the same stream
  const use = { ...context, id: deriveId(context, 'recovery code') };
  return decideOnUser(ports.commands, user, { type: 'RecordRecoveryCodeUse', factorId, left }, use);
}

export interface Proof {
  readonly currentPassword: string;
  readonly code: string;
}

async function prove(ports: SecondFactorPorts, user: PresentUser, proof: Proof, context: CommandContext) {
  await provePassword(ports, user.userId, proof.currentPassword);
  if ((await takeCode(ports, user, proof.code, context)) === null) throw refused(WRONG_CODE, 'code');
}

/**
 * DisableSecondFactor by its owner, who has the password and a code; off already: nothing happens.
 * @throws BusinessRefusal (unprocessable) for a wrong password or code
 */
export async function disableSecondFactor(
  ports: SecondFactorPorts,
  userId: string,
  proof: Proof,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports.commands, userId);
  if (user.secondFactor === null) return NOTHING_APPENDED;
  await prove(ports, user, proof, context);
  const chain = await decideOnUser(
    ports.commands,
    user,
    { type: 'DisableSecondFactor', how: 'user' },
    context,
  );
  await ports.secondFactors.remove(user.secondFactor);
  return chain;
}

/**
 * RenewRecoveryCodes: ten new ones, the earlier are void.
 * @throws BusinessRefusal for a wrong password or code (unprocessable), where none is on (conflict)
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
  const chain = await decideOnUser(ports.commands, user, { type: 'RecordRecoveryCodesRenewal' }, context);
  return { recoveryCodes, chain };
}

/**
 * ResetSecondFactor by an administrator, for somebody who lost app and codes: off, and all sessions of the user end.
 * Off already: nothing happens. One's own is switched off with a code, like everybody's.
 * @throws BusinessRefusal 'User not found' (not_found); for one's own (unprocessable)
 */
export async function resetSecondFactor(
  ports: SecondFactorPorts,
  userId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports.commands, userId);
  if (context.actor.id === userId) {
    throw refused('Please switch your own two-step verification off in your settings.');
  }
  if (user.secondFactor === null) return NOTHING_APPENDED;
  await ports.commands.credentials.raiseEpoch(userId);
  const chain = await decideOnUser(
    ports.commands,
    user,
    { type: 'DisableSecondFactor', how: 'admin' },
    context,
    { reason },
  );
  await ports.secondFactors.remove(user.secondFactor);
  return chain;
}
