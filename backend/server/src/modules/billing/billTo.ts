import { type BillTo, ERASED_TEXT } from '@portal/domain';
import {
  type AccountRow,
  accountsByIds,
  type Queryable,
  type UserRow,
  usersByIds,
} from '@portal/projections';

/** An account and who receives its invoices (decisions B19). */
export interface Addressee {
  readonly accountId: string;
  readonly recipientId: string | null;
}

/**
 * The Bill To blocks of accounts: the recipient as they are now, the company where there is none. What is missing or
 * erased is null and shows as N/A. Freshness: `users`, `accounts`.
 * @param today the billing day it is
 */
export async function billToOf(
  db: Queryable,
  addressees: readonly Addressee[],
  today: string,
): Promise<ReadonlyMap<string, BillTo>> {
  const recipients = addressees.flatMap(({ recipientId }) => recipientId ?? []);
  const [users, accounts] = await Promise.all([
    usersByIds(db, recipients, today),
    accountsByIds(
      db,
      addressees.map(({ accountId }) => accountId),
      today,
    ),
  ]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  return new Map(
    addressees.map(({ accountId, recipientId }) => {
      const user = recipientId === null ? undefined : userOf.get(recipientId);
      return [accountId, blockOf(user, accountOf.get(accountId))];
    }),
  );
}

function blockOf(user: UserRow | undefined, account: AccountRow | undefined): BillTo {
  const company = shown(account?.company_name) ?? shown(user?.company);
  if (user === undefined) {
    return {
      company,
      name: null,
      address: shown(account?.company_address),
      city: shown(account?.company_city),
      state: shown(account?.company_state),
      zip: shown(account?.company_zip),
      email: shown(account?.company_email),
    };
  }
  const { name, address, city, state, zip, email } = user;
  return {
    company,
    name: shown(name),
    address: shown(address),
    city: shown(city),
    state: shown(state),
    zip: shown(zip),
    email: shown(email),
  };
}

const shown = (text: string | undefined): string | null =>
  text === ERASED_TEXT ? null : text?.trim() || null;
