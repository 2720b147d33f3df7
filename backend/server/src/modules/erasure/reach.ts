import { type AccountState, cardsIn, contactStream, type OpenAccountState } from '@portal/domain';
import { emailKey, formatPhone } from '@portal/domain/values';
import {
  contactsFrom,
  type Queryable,
  type UserRow,
  usersByEmail,
  usersOfAccount,
} from '@portal/projections';
import type { ReadStreams } from '../../platform/readPorts.ts';
import { streamsMailed } from './mails.ts';
import type { Person, Traces } from './person.ts';

interface ReachPorts {
  readonly pool: Queryable;
  readonly readStreams: ReadStreams;
  /** The current billing day. */
  today(): string;
}

/** Companies of the person alone, and companies shared with others. Freshness: `users`, `accounts`. */
export async function companiesOf({ pool, today }: ReachPorts, { userId, accountIds }: Person) {
  const companies = await Promise.all(
    accountIds.map(async (accountId) => {
      const users = await usersOfAccount(pool, accountId, today());
      return { accountId, others: users.filter(({ id }) => id !== userId).length };
    }),
  );
  return {
    own: companies.filter(({ others }) => others === 0).map(({ accountId }) => accountId),
    shared: companies.filter(({ others }) => others > 0),
  };
}

/** An address of the person that other users have too. */
export interface SharedAddress {
  readonly email: string;
  readonly others: readonly UserRow[];
}

/**
 * The person's addresses. Only those that no other user has identify mails and messages of the person; anybody may
 * register with the others, so an administrator decides about them. Freshness: `users`.
 */
export async function addressesOf(
  { pool, today }: ReachPorts,
  { userId, emails }: Pick<Person, 'userId' | 'emails'>,
): Promise<{ readonly own: readonly string[]; readonly shared: readonly SharedAddress[] }> {
  const all = await Promise.all(
    emails.map(async (email) => {
      const holders = await usersByEmail(pool, email, today());
      return { email, others: holders.filter(({ id }) => id !== userId) };
    }),
  );
  return {
    own: all.filter(({ others }) => others.length === 0).map(({ email }) => email),
    shared: all.filter(({ others }) => others.length > 0),
  };
}

/** Ignores how the number was typed. */
const shown = (phone: string) => formatPhone(phone.trim());

/**
 * Contact fields of a company with the person's values: an email address no other user has, or with
 * `includesWithheld` no other user of the company, and a phone number no other user of the company has. Must be read
 * before the key is destroyed. Freshness: `users`, `accounts`.
 */
export async function ownContact(
  ports: ReachPorts,
  person: Person,
  account: AccountState,
  includesWithheld: boolean,
): Promise<readonly ('companyEmail' | 'companyPhone')[]> {
  if (account.status !== 'open') return [];
  const { companyEmail: email, companyPhone: phone } = account.company;
  const { own, shared } = await addressesOf(ports, person);
  const users = await usersOfAccount(ports.pool, account.accountId, ports.today());
  const withheld = shared.filter(({ others }) => others.every((one) => one.account_id !== account.accountId));
  const emails = [...own, ...(includesWithheld ? withheld.map((address) => address.email) : [])];
  const isPhone = (other: string) => typeof phone === 'string' && shown(other) === shown(phone);
  const isOwnPhone =
    person.names.some(isPhone) && users.every((user) => user.id === person.userId || !isPhone(user.phone));
  return [
    ...(typeof email === 'string' && emails.map(emailKey).includes(emailKey(email.trim()))
      ? (['companyEmail'] as const)
      : []),
    ...(isOwnPhone ? (['companyPhone'] as const) : []),
  ];
}

/** Events by the person, about remaining companies, that caused mails. */
async function mailedEvents(
  { pool, readStreams }: ReachPorts,
  userId: string,
  accountIds: readonly string[],
): Promise<readonly string[]> {
  const streams = await readStreams(await streamsMailed(pool, accountIds), { personal: false });
  return streams.flat().flatMap(({ id, metadata }) => (metadata.actor.id === userId ? [id] : []));
}

/** What an erasure takes beside the user. */
export interface ErasureScope {
  readonly accountIds: readonly string[];
  readonly contactIds: readonly string[];
  /** Also what belongs to addresses that other users have too. */
  readonly includesWithheld?: boolean | undefined;
}

/** The scope of an erasure that begins. Freshness: `users`, `accounts`, `contacts`. */
export async function newScope(
  ports: ReachPorts,
  person: Person,
  includeWithheld: boolean,
): Promise<Required<ErasureScope>> {
  const { own: accountIds } = await companiesOf(ports, person);
  const { own, shared } = await addressesOf(ports, person);
  const included = includeWithheld ? shared.map(({ email }) => email) : [];
  const contacts = await contactsFrom(ports.pool, [...own, ...included]);
  return {
    accountIds,
    contactIds: contacts.map(({ id }) => id),
    includesWithheld: included.length > 0,
  };
}

/** Modes in which this user turned on the company's automatic payments, as `livemode`. */
export const turnedOnAutoPay = (
  account: Pick<OpenAccountState, 'cards'> | null,
  userId: string,
): readonly boolean[] =>
  account === null
    ? []
    : [false, true].filter((livemode) => cardsIn(account.cards, livemode).autoPay?.userId === userId);

/** Identifiers of data that is not encrypted with a destroyed key. Freshness: `users`, `logIndex`. */
export async function tracesOf(
  ports: ReachPorts,
  person: Person,
  { accountIds: erasedAccountIds, contactIds, includesWithheld = false }: ErasureScope,
): Promise<Traces> {
  const ofContacts = await ports.readStreams(contactIds.map(contactStream), { personal: false });
  const { userId, usernames, names, accountIds } = person;
  const { own, shared } = await addressesOf(ports, person);
  const included = includesWithheld ? shared : [];
  const remaining = accountIds.filter((id) => !erasedAccountIds.includes(id));
  const eventIds = [
    ...person.eventIds,
    ...ofContacts.flat().map(({ id }) => id),
    ...(await mailedEvents(ports, userId, remaining)),
  ];
  return {
    userId,
    usernames,
    names,
    emails: [...own, ...included.map(({ email }) => email)],
    otherUserIds: included.flatMap(({ others }) => others.map(({ id }) => id)),
    eventIds,
    contactIds,
    erasedAccountIds,
  };
}
