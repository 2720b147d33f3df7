import { rotateKeys } from '../../platform/keyRing/rotateKeys.ts';
import { parseSettings } from '../settings.ts';
import { counted, print, readCommandLine, understood } from './commandLine.ts';
import { onInstallation } from './onInstallation.ts';

const USAGE = [
  'NEW_KEY_ENCRYPTION_KEY=… npm run keys -- rotate',
  '  wraps all personal-data keys with a new key. Stop every portal first; afterwards set',
  '  KEY_ENCRYPTION_KEY to it. Older backups need the old key.',
].join('\n');

/** The key to wrap by from now on, read as KEY_ENCRYPTION_KEY is. */
function newKey(parameters: readonly string[]): Buffer {
  const given = process.env.NEW_KEY_ENCRYPTION_KEY;
  const { words, misuse, noSuchCommand } = readCommandLine(parameters, {}, USAGE);
  if (words.join(' ') !== 'rotate') throw noSuchCommand();
  const { keyEncryptionKey } = parseSettings({ KEY_ENCRYPTION_KEY: given });
  if (keyEncryptionKey === null) throw misuse('NEW_KEY_ENCRYPTION_KEY is not set.');
  return keyEncryptionKey;
}

const to = understood(newKey);
await onInstallation(async ({ settings, installation }) => {
  const { database, databaseUrl } = installation;
  const count = await rotateKeys({ pool: database.pool, databaseUrl }, settings.keyEncryptionKey, to);
  print([
    `${counted(count, 'key is', 'keys are')} wrapped with the new key. Set KEY_ENCRYPTION_KEY to it before starting the portal.`,
  ]);
});
