import type { AddUserRequest } from '@portal/contract';
import { BusinessRefusal, onUser, userDecider, userStream } from '@portal/domain';
import { mapValues, PROFILE_FIELDS } from '@portal/domain/values';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { type Edited, revisionAfter } from '../../kernel/edited.ts';
import { existingCompany } from '../companies/module.ts';
import { takeDealerId, takeNextDealerId } from './dealerIds.ts';
import { releaseUsername } from './deleteUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { refuseTakenUsername, reserveUsername } from './registerDealer.ts';
import { refuseCommonPassword } from './signIn/commonPasswords.ts';

/**
 * AddUser by an administrator (S2-2-admin): joins the chosen company, else opens one (rule D11), and is approved at
 * once, with the Dealer ID given or the next free one. Administrators need neither.
 * @throws BusinessRefusal conflict for a name or Dealer ID that is taken; unprocessable for an unknown company
 */
export async function addUser(
  ports: UserCommandPorts,
  request: AddUserRequest,
  context: CommandContext,
): Promise<Edited & { readonly userId: string }> {
  const { username, is_admin: isAdmin, account_id: chosen } = request;
  await refuseCommonPassword(request.password, 'password');
  const userId = deriveId(context, 'user');
  if (chosen !== null) await existingCompany(ports, chosen);
  const accountId = chosen ?? (isAdmin ? null : deriveId(context, 'account'));
  await refuseTakenUsername(ports, username, userId, context);
  // added by an earlier try of this command: the password may have been changed since
  const added = (await ports.load(userStream(userId), userDecider)).status !== 'none';
  if (!added) await ports.credentials.set(userId, request.password);
  try {
    await reserveUsername(ports, username, userId, context);
    const holder = { userId, accountId };
    let dealerId = request.dealer_id === '' ? null : request.dealer_id;
    if (dealerId !== null) await takeDealerId(ports, dealerId, holder, context);
    else if (!isAdmin) dealerId = await takeNextDealerId(ports, holder, context);
    const { appended } = await ports.execute({
      ...onUser(holder),
      command: {
        type: 'AddUser',
        userId,
        accountId,
        username,
        profile: mapValues(PROFILE_FIELDS, (_label, field) => request[field] ?? ''),
        isAdmin,
        isApproved: true,
        dealerId,
      },
      context,
      reason: request.reason,
    });
    return { userId, chain: await ports.followUp(appended), revision: revisionAfter(appended) };
  } catch (error) {
    if (error instanceof BusinessRefusal && !added) {
      await ports.credentials.remove(userId);
      await releaseUsername(ports, { userId, username }, context);
    }
    throw error;
  }
}
