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

const USERNAMES = 'installation-usernames';
const COMMANDS = 'installation-commands';
const SECOND_FACTORS = 'installation-secondFactors';
const MAILS = 'installation-mails';

export async function installationKeys(ring: KeyRing): Promise<InstallationKeys> {
  const keys = await ring.ensure([USERNAMES, COMMANDS, SECOND_FACTORS, MAILS]);
  const usernames = keys.get(USERNAMES);
  const commands = keys.get(COMMANDS);
  const secondFactors = keys.get(SECOND_FACTORS);
  const mails = keys.get(MAILS);
  if (
    usernames === undefined ||
    commands === undefined ||
    secondFactors === undefined ||
    mails === undefined
  ) {
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
