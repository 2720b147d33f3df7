import { createHmac } from 'node:crypto';
import { normaliseUsername } from '@portal/domain/values';
import type { KeyRing } from '@portal/event-store';

/** Keys of this installation, wrapped by KEY_ENCRYPTION_KEY and the same for all portals of the database. */
export interface InstallationKeys {
  /** Id of a username's reservation stream. */
  usernameHash(username: string): string;
  /** Keys the hashes of request bodies in the `commands` table. */
  readonly commands: Buffer;
  /** Encrypts the secrets of authenticator apps and keys the hashes of recovery codes. */
  readonly secondFactors: Buffer;
  /** Encrypts mails with secrets in the outbox. */
  readonly mails: Buffer;
  /** A hexadecimal value for one purpose that does not reveal the keys. */
  derived(purpose: string): string;
}

export async function installationKeys(ring: KeyRing): Promise<InstallationKeys> {
  const subjects = ['usernames', 'commands', 'secondFactors', 'mails'].map((name) => `installation-${name}`);
  const keys = await ring.ensure(subjects);
  const [usernames, commands, secondFactors, mails] = subjects.map((subject) => keys.get(subject));
  if (!usernames || !commands || !secondFactors || !mails) {
    throw new Error('The installation keys in personal_keys were erased; usernames can no longer be found.');
  }
  return {
    commands,
    secondFactors,
    mails,
    derived: (purpose) => createHmac('sha256', commands).update(`derived/${purpose}`, 'utf8').digest('hex'),
    usernameHash: (username) =>
      createHmac('sha256', usernames).update(normaliseUsername(username), 'utf8').digest('hex'),
  };
}
