import { isErased, notFound, type Personal, type PresentUser, userDecider, userStream } from '@portal/domain';
import type { PortalEnvelope } from '../../kernel/execute.ts';

/** Identifiers of a person outside the log and the read models. */
export interface Traces {
  readonly userId: string;
  /** Companies that are erased with the person. */
  readonly erasedAccountIds: readonly string[];
  readonly contactIds: readonly string[];
  /** Events that may have caused mails. */
  readonly eventIds: readonly string[];
  /** In lower case; those that other users have too only if the administrator included them. */
  readonly emails: readonly string[];
  /** The other users of these addresses: mails to them are theirs. */
  readonly otherUserIds: readonly string[];
  /** In lower case. */
  readonly usernames: readonly string[];
  readonly names: readonly string[];
}

/** The person to erase. Texts are empty once the key is destroyed. */
export interface Person {
  readonly userId: string;
  /** Current state, or the state before deletion. */
  readonly user: PresentUser;
  readonly isDeleted: boolean;
  /** The PersonalDataErased event; null before it. */
  readonly erasure: PortalEnvelope | null;
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
export async function personOf(
  readStream: (stream: string) => Promise<readonly PortalEnvelope[]>,
  userId: string,
): Promise<Person> {
  const envelopes = await readStream(userStream(userId));
  let state = userDecider.initialState;
  let user: PresentUser | null = null;
  let erasure: PortalEnvelope | null = null;
  const [accountIds, emails, usernames, names] = [new Set<string>(), readable(), readable(), readable()];
  for (const envelope of envelopes) {
    const { event } = envelope;
    if (event.type === 'PersonalDataErased') erasure = envelope;
    state = userDecider.evolve(state, event as Parameters<typeof userDecider.evolve>[1]);
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
