import {
  accountDecider,
  accountStream,
  COMPANY_ERASED,
  unprocessable,
  userDecider,
  userStream,
} from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Load } from '../../kernel/execute.ts';
import { isId } from '../../kernel/ids.ts';

/**
 * Owner of a site or migration requested earlier: the requesting user if still in the company, else the company's
 * first user; null if there is none.
 */
export async function siteOwner(
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  load: Load,
): Promise<string | null> {
  const user = await load(userStream(userId), userDecider);
  if (user.status === 'present' && user.accountId === accountId) return userId;
  const account = await load(accountStream(accountId), accountDecider);
  return account.status === 'none' ? null : account.invoiceRecipient;
}

const refuse = (message: string) => unprocessable(message, 'account_id');

/**
 * The company that an administrator gives a site to, and its first user, whose the site becomes (rule D11).
 * @throws BusinessRefusal unprocessable for an unknown company and for one without users
 */
export async function companyForSites(
  ports: Pick<CommandPorts, 'load'>,
  accountId: string,
): Promise<{ readonly accountId: string; readonly userId: string }> {
  const account = await existingCompany(ports, accountId);
  if (account.invoiceRecipient === null) {
    throw refuse('This company has no user yet. Please add a user to it first.');
  }
  return { accountId, userId: account.invoiceRecipient };
}

/** The company named in a form. @throws BusinessRefusal unprocessable for an unknown one, and for one whose data was erased */
export async function existingCompany(ports: Pick<CommandPorts, 'load'>, accountId: string) {
  // what can't be an id of ours can't be a company either, and no stream has such a name
  const account = isId(accountId)
    ? await ports.load(accountStream(accountId), accountDecider)
    : accountDecider.initialState;
  if (account.status === 'none') throw refuse('There is no such company.');
  if (account.dataErased) throw refuse(COMPANY_ERASED);
  return account;
}
