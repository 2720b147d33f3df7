import { createHmac } from 'node:crypto';
import { normaliseUsername } from '@portal/domain/values';
import type { KeyRing } from '@portal/event-store';

/** Keys of this installation, wrapped by KEY_ENCRYPTION_KEY and the same for all portals of the database. */
export async function installationKeys(ring: KeyRing) {
  const subjects = ['usernames', 'commands', 'secondFactors', 'mails'].map((name) => `installation-${name}`);
  const keys = await ring.ensure(subjects);
  const [usernames, commands, secondFactors, mails] = subjects.map((subject) => keys.get(subject));
  if (!usernames || !commands || !secondFactors || !mails) {
    throw new Error('The installation keys in personal_keys were erased; usernames can no longer be found.');
  }
  return {
    /** Keys the hashes of request bodies in the `commands` table. */
    commands,
    /** Encrypts the secrets of authenticator apps and keys the hashes of recovery codes. */
    secondFactors,
    /** Encrypts mails with secrets in the outbox. */
    mails,
    /** A hexadecimal value for one purpose that does not reveal the keys. */
    derived: (purpose: string) =>
      createHmac('sha256', commands).update(`derived/${purpose}`, 'utf8').digest('hex'),
    /** Id of a username's reservation stream. */
    usernameHash: (username: string) =>
      createHmac('sha256', usernames).update(normaliseUsername(username), 'utf8').digest('hex'),
  };
}
