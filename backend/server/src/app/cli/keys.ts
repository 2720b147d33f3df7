import { rotateKeys } from '../../platform/keyRing/rotateKeys.ts';
import { parseSettings } from '../settings.ts';
import { commandLine, counted, print } from './commandLine.ts';
import { onInstallation } from './connect.ts';

/** `npm run keys` */
export const keys = commandLine({
  usage: [
    'NEW_KEY_ENCRYPTION_KEY=… npm run keys -- rotate',
    '  wraps all personal-data keys with a new key. Stop every portal first; afterwards set',
    '  KEY_ENCRYPTION_KEY to it. Older backups need the old key.',
  ],
  options: {},
  commands: {
    rotate: {
      read(_, misuse) {
        // the key to wrap by from now on, read as KEY_ENCRYPTION_KEY is
        const given = process.env.NEW_KEY_ENCRYPTION_KEY;
        const { keyEncryptionKey: to } = parseSettings({ KEY_ENCRYPTION_KEY: given });
        if (to === null) throw misuse('NEW_KEY_ENCRYPTION_KEY is not set.');
        return () =>
          onInstallation(async ({ settings, installation: { database, databaseUrl } }) => {
            const from = settings.keyEncryptionKey;
            const count = await rotateKeys({ pool: database.pool, databaseUrl }, from, to);
            print([
              `${counted(count, 'key is', 'keys are')} wrapped with the new key. Set KEY_ENCRYPTION_KEY to it before starting the portal.`,
            ]);
          });
      },
    },
  },
});
