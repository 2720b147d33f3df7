import {
  cardsIn,
  contactStream,
  isErased,
  notFound,
  type OpenAccountState,
  type Personal,
  type PresentUser,
  userDecider,
  userStream,
} from '@portal/domain';
import { emailKey, formatPhone } from '@portal/domain/values';
import {
  contactsFrom,
  invitedTo,
  type Queryable,
  type UserRow,
  usersByEmail,
  usersOfAccount,
} from '@portal/projections';
import { type EnvelopeOf, isOf, type ReadStream } from '../../kernel/execute.ts';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { ErasurePorts } from './ports.ts';

export type PersonalDataErased = EnvelopeOf<'PersonalDataErased'>;

/** The person to erase. Texts are empty once the key is destroyed. */
export interface Person {
  readonly userId: string;
  /** Current state, or the state before deletion. */
  readonly user: PresentUser;
  readonly isDeleted: boolean;
  /** Null before it. */
  readonly erasure: PersonalDataErased | null;
  /** Every company the user ever belonged to. */
  readonly accountIds: readonly string[];
  /** Every email address and username the user ever had, in lower case. */
  readonly emails: readonly string[];
  readonly usernames: readonly string[];
  /** Names and phone numbers, as written. */
  readonly names: readonly string[];
  /** Events of the user's stream. */
  readonly eventIds: readonly string[];
}

/** Reads a person from the user's stream. @throws BusinessRefusal 'User not found' (not_found) */
export async function personOf(readStream: ReadStream, userId: string): Promise<Person> {
  const envelopes = await readStream(userStream(userId));
  let state = userDecider.initialState;
  let user: PresentUser | null = null;
  let erasure: PersonalDataErased | null = null;
  const [accountIds, emails, usernames, names] = [new Set<string>(), readable(), readable(), readable()];
  for (const envelope of envelopes) {
    if (isOf(envelope, ['PersonalDataErased'])) erasure = envelope;
    state = userDecider.evolve(state, envelope.event as Parameters<typeof userDecider.evolve>[1]);
    if (state.status !== 'present') continue;
    user = state;
    if (state.accountId !== null) accountIds.add(state.accountId);
    usernames.add(state.username, lowerCase);
    emails.add(state.profile.email, lowerCase);
    names.add(state.profile.name);
    names.add(state.profile.phone);
  }
  if (user === null) throw notFound('User not found');
  return {
    userId,
    user,
    isDeleted: state.status === 'deleted',
    erasure,
    accountIds: [...accountIds],
    emails: emails.values(),
    usernames: usernames.values(),
    names: names.values(),
    eventIds: envelopes.map(({ id }) => id),
  };
}

const lowerCase = (text: string) => text.toLowerCase();

/** Collects distinct readable values. */
function readable() {
  const seen = new Set<string>();
  return {
    add(value: Personal<string>, as: (text: string) => string = (text) => text) {
      if (!isErased(value) && value.trim() !== '') seen.add(as(value.trim()));
    },
    values: (): readonly string[] => [...seen],
  };
}

export type Reach = Awaited<ReturnType<typeof reachOf>>;

/**
 * Companies and addresses of the person alone, and those that others have too. Only an address that no other user has
 * identifies mails and messages of the person; anybody may register with the others, so an administrator decides about
 * them. Freshness: `users`, `accounts`.
 */
export async function reachOf(
  { pool, today }: Pick<ErasurePorts, 'pool' | 'today'>,
  { userId, accountIds, emails }: Person,
) {
  const others = (users: readonly UserRow[]) => users.filter(({ id }) => id !== userId);
  const companies = await Promise.all(
    accountIds.map(async (accountId) => ({
      accountId,
      others: others(await usersOfAccount(pool, accountId, today())),
    })),
  );
  const addresses = await Promise.all(
    emails.map(async (email) => ({ email, others: others(await usersByEmail(pool, email, today())) })),
  );
  const isOwn = (one: { readonly others: readonly UserRow[] }) => one.others.length === 0;
  return {
    ownCompanies: companies.filter(isOwn).map(({ accountId }) => accountId),
    sharedCompanies: companies.filter((company) => !isOwn(company)),
    ownEmails: addresses.filter(isOwn).map(({ email }) => email),
    sharedEmails: addresses.filter((address) => !isOwn(address)),
  };
}

/** Ignores how the number was typed. */
const shown = (phone: string) => formatPhone(phone.trim());

/**
 * Which contact fields of a company have the person's values. The email address is the person's own, or withheld if users
 * of other companies have it too; the phone number is one that no other user of the company has. Must be read before
 * the key is destroyed.
 */
export function ownContact(
  { names }: Person,
  { ownEmails, sharedEmails }: Reach,
  { accountId, company }: OpenAccountState,
  others: readonly UserRow[],
): { readonly email: 'own' | 'withheld' | null; readonly phone: boolean } {
  const { companyEmail: email, companyPhone: phone } = company;
  const withheld = sharedEmails.filter((address) =>
    address.others.every(({ account_id }) => account_id !== accountId),
  );
  const isEmail = (other: string) => typeof email === 'string' && emailKey(other) === emailKey(email.trim());
  const isPhone = (other: string) => typeof phone === 'string' && shown(other) === shown(phone);
  const isWithheld = withheld.some((address) => isEmail(address.email));
  return {
    email: ownEmails.some(isEmail) ? 'own' : isWithheld ? 'withheld' : null,
    phone: names.some(isPhone) && !others.some((user) => isPhone(user.phone)),
  };
}

/** What an erasure takes beside the user. */
export interface ErasureScope {
  readonly accountIds: readonly string[];
  readonly contactIds: readonly string[];
  /** User ids of invitations that nobody accepted. */
  readonly invitedIds?: readonly string[] | undefined;
  /** Also what belongs to addresses that other users have too. */
  readonly includesWithheld?: boolean | undefined;
}

/** The scope of an erasure that begins. Freshness: `contacts`, `users`. */
export async function newScope(
  pool: Queryable,
  { ownCompanies, ownEmails, sharedEmails }: Reach,
  includeWithheld: boolean,
): Promise<Required<ErasureScope>> {
  const included = includeWithheld ? sharedEmails.map(({ email }) => email) : [];
  const emails = [...ownEmails, ...included];
  const contacts = await contactsFrom(pool, emails);
  return {
    accountIds: ownCompanies,
    contactIds: contacts.map(({ id }) => id),
    invitedIds: await invitedTo(pool, ownCompanies, emails),
    includesWithheld: included.length > 0,
  };
}

/** Modes in which this user turned on the company's automatic payments, as `livemode`. */
export const turnedOnAutoPay = ({ cards }: OpenAccountState, userId: string): readonly boolean[] =>
  [false, true].filter((livemode) => cardsIn(cards, livemode).autoPay?.userId === userId);

/** Identifiers of data that is not encrypted with a destroyed key. */
export interface Traces extends Pick<Person, 'userId' | 'usernames' | 'names'> {
  /** Companies that are erased with the person. */
  readonly erasedAccountIds: readonly string[];
  readonly contactIds: readonly string[];
  /** Events that may have caused mails. */
  readonly eventIds: readonly string[];
  /** In lower case; those that other users have too only if the administrator included them. */
  readonly emails: readonly string[];
  /** The other users of these addresses: mails to them are theirs. */
  readonly otherUserIds: readonly string[];
}

/** Freshness: `logIndex`. */
export async function tracesOf(
  { pool, readStreams }: Pick<ErasurePorts, 'pool' | 'readStreams'>,
  person: Person,
  { ownEmails, sharedEmails }: Reach,
  { accountIds: erasedAccountIds, contactIds, includesWithheld = false }: ErasureScope,
): Promise<Traces> {
  const { userId, usernames, names, accountIds } = person;
  const ofContacts = await readStreams(contactIds.map(contactStream), { personal: false });
  const included = includesWithheld ? sharedEmails : [];
  // events by the person, about companies that stay, that caused mails
  const remaining = accountIds.filter((id) => !erasedAccountIds.includes(id));
  const { rows } = await pool.query<{ stream: string }>(
    `SELECT DISTINCT i.stream FROM ${OUTBOX_TABLE} m JOIN log_index i ON i.event_id::text = m.cause
     WHERE m.account_id = ANY($1::text[])`,
    [remaining],
  );
  const mailed = await readStreams(
    rows.map(({ stream }) => stream),
    { personal: false },
  );
  const byPerson = mailed.flat().filter(({ metadata }) => metadata.actor.id === userId);
  return {
    userId,
    usernames,
    names,
    emails: [...ownEmails, ...included.map(({ email }) => email)],
    otherUserIds: included.flatMap(({ others }) => others.map(({ id }) => id)),
    eventIds: [...person.eventIds, ...ofContacts.flat().map(({ id }) => id), ...byPerson.map(({ id }) => id)],
    contactIds,
    erasedAccountIds,
  };
}
