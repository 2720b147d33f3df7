import { type AccountState, contactStream } from '@portal/domain';
import { formatPhone } from '@portal/domain/values';
import { type Queryable, usersByEmail, usersOfAccount } from '@portal/projections';
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

/** Addresses that no other user shares: only these identify the person's mails and messages. Freshness: `users`. */
export async function ownEmails(
  { pool, today }: ReachPorts,
  { userId, emails }: Person,
): Promise<readonly string[]> {
  const holders = await Promise.all(emails.map((email) => usersByEmail(pool, email, today())));
  return emails.filter((_, index) => holders[index]?.every(({ id }) => id === userId) === true);
}

/** Ignores how the number was typed. */
const shown = (phone: string) => formatPhone(phone.trim());

/**
 * Contact fields of a company with the person's values: an email address no other user has, a phone number no other
 * user of the company has. Must be read before the key is destroyed. Freshness: `users`, `accounts`.
 */
export async function ownContact(
  ports: ReachPorts,
  person: Person,
  account: AccountState,
): Promise<readonly ('companyEmail' | 'companyPhone')[]> {
  if (account.status !== 'open') return [];
  const { companyEmail: email, companyPhone: phone } = account.company;
  const emails = await ownEmails(ports, person);
  const users = await usersOfAccount(ports.pool, account.accountId, ports.today());
  const isPhone = (other: string) => typeof phone === 'string' && shown(other) === shown(phone);
  const isOwnPhone =
    person.names.some(isPhone) && users.every((user) => user.id === person.userId || !isPhone(user.phone));
  return [
    ...(typeof email === 'string' && emails.includes(email.trim().toLowerCase())
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

/** Identifiers of data that is not encrypted with a destroyed key. Freshness: `users`, `logIndex`. */
export async function tracesOf(
  ports: ReachPorts,
  person: Person,
  erasedAccountIds: readonly string[],
  contactIds: readonly string[],
): Promise<Traces> {
  const ofContacts = await ports.readStreams(contactIds.map(contactStream), { personal: false });
  const { userId, usernames, names, accountIds } = person;
  const emails = await ownEmails(ports, person);
  const remaining = accountIds.filter((id) => !erasedAccountIds.includes(id));
  const eventIds = [
    ...person.eventIds,
    ...ofContacts.flat().map(({ id }) => id),
    ...(await mailedEvents(ports, userId, remaining)),
  ];
  return { userId, usernames, names, emails, eventIds, contactIds, erasedAccountIds };
}
