import type { AddUserRequest } from '@portal/contract';
import { onUser } from '@portal/domain';
import { mapValues, PROFILE_FIELDS } from '@portal/domain/values';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { type Edited, revisionAfter } from '../../kernel/edited.ts';
import { existingCompany } from '../companies/module.ts';
import { takeDealerId, takeNextDealerId } from './dealerIds.ts';
import type { UserCommandPorts } from './ports.ts';
import { asNewUser } from './registerDealer.ts';

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
  const { username, password, is_admin: isAdmin, staff_role: role, account_id: chosen } = request;
  const userId = deriveId(context, 'user');
  if (chosen !== null) await existingCompany(ports, chosen);
  const accountId = chosen ?? (isAdmin ? null : deriveId(context, 'account'));
  const { appended } = await asNewUser(ports, { userId, username, password }, context, async () => {
    const holder = { userId, accountId };
    let dealerId = request.dealer_id === '' ? null : request.dealer_id;
    if (dealerId !== null) await takeDealerId(ports, dealerId, holder, context);
    else if (!isAdmin) dealerId = await takeNextDealerId(ports, holder, context);
    return ports.execute({
      ...onUser(holder),
      command: {
        type: 'AddUser',
        userId,
        accountId,
        username,
        profile: mapValues(PROFILE_FIELDS, (_label, field) => request[field] ?? ''),
        isAdmin,
        ...(isAdmin && role !== 'admin' ? { role } : {}),
        isApproved: true,
        dealerId,
      },
      context,
      reason: request.reason,
    });
  });
  return { userId, chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}
