import {
  accountDecider,
  accountStream,
  COMPANY_ERASED,
  exemptBecause,
  notFound,
  type OpenAccountState,
  reveal,
  TAX_STREAM,
  taxDecider,
  taxRatesOn,
  unprocessable,
  userDecider,
  userStream,
} from '@portal/domain';
import type { Day } from '@portal/domain/values';
import { type AccountRow, accountById } from '@portal/projections';
import type { Load } from '../../kernel/execute.ts';
import { found } from '../../kernel/found.ts';
import { isId } from '../../kernel/ids.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** The commands' ports, or those of notifications. */
interface LoadPort {
  readonly load: Load;
}

/** @throws BusinessRefusal 'Company not found' (not_found) */
export async function openAccount({ load }: LoadPort, accountId: string): Promise<OpenAccountState> {
  const account = await load(accountStream(accountId), accountDecider);
  if (account.status === 'none') throw notFound('Company not found');
  return account;
}

/** Sales tax on what a company orders on a day (rule B38). */
export interface OrderTaxTerms {
  /** By state, in millionths; empty while tax is off. */
  readonly rates: Readonly<Record<string, number>>;
  readonly isExempt: boolean;
}

/** @throws BusinessRefusal 'Company not found' (not_found) */
export async function orderTaxTerms({ load }: LoadPort, accountId: string, day: Day): Promise<OrderTaxTerms> {
  const rates = taxRatesOn(await load(TAX_STREAM, taxDecider), day);
  if (Object.keys(rates).length === 0) return { rates, isExempt: false };
  const { exemptions } = await openAccount({ load }, accountId);
  return { rates, isExempt: exemptBecause(exemptions, day) !== undefined };
}

/** @throws Error until the account is open: another process opens it, and the follower retries */
export async function accountOnceOpen(accountId: string, load: Load): Promise<OpenAccountState> {
  const account = await load(accountStream(accountId), accountDecider);
  if (account.status === 'none') throw new Error(`Account ${accountId} is not open yet`);
  return account;
}

/** The row of a company. @param id null for a user without company. @throws BusinessRefusal 'Company not found' (not_found) */
export async function companyRow(
  ports: Pick<ReadPorts, 'db' | 'today'>,
  id: string | null,
): Promise<AccountRow> {
  return found(id === null ? null : await accountById(ports.db, id, ports.today()), 'Company');
}

/** The name of a company in mails to administrators. */
export async function companyNameOf({ load }: LoadPort, accountId: string): Promise<string> {
  const account = await load(accountStream(accountId), accountDecider);
  return account.status === 'none' ? 'A dealer' : reveal(account.company.name);
}

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

/** The company named in a form. @throws BusinessRefusal unprocessable for an unknown one, and for one whose data was erased */
export async function existingCompany({ load }: LoadPort, accountId: string): Promise<OpenAccountState> {
  // what can't be an id of ours can't be a company either, and no stream has such a name
  const account = isId(accountId)
    ? await load(accountStream(accountId), accountDecider)
    : accountDecider.initialState;
  if (account.status === 'none') throw refuse('There is no such company.');
  if (account.dataErased) throw refuse(COMPANY_ERASED);
  return account;
}

/**
 * The company that an administrator gives a site to, and its first user, whose the site becomes (rule D11).
 * @throws BusinessRefusal unprocessable for an unknown company and for one without users
 */
export async function companyForSites(
  ports: LoadPort,
  accountId: string,
): Promise<{ readonly accountId: string; readonly userId: string }> {
  const { invoiceRecipient: userId } = await existingCompany(ports, accountId);
  if (userId === null) throw refuse('This company has no user yet. Please add a user to it first.');
  return { accountId, userId };
}
