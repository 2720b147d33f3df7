import { resolve } from 'node:path';
import { ensureDataDirectory } from '../../platform/embeddedPostgres/dataDirectory.ts';
import { placeOf } from '../../platform/eventStore/place.ts';
import { createBackup } from '../installation/createBackup.ts';
import { erasedUsers } from '../installation/erasures.ts';
import { keyForRestore, sealKey } from '../installation/keyForRestore.ts';
import { type CheckedBackup, checkBackup } from '../installation/readBackup.ts';
import { restoreBackup } from '../installation/restoreBackup.ts';
import { parseSettings, type Settings } from '../settings.ts';
import { progressPrinter } from '../startup/progress.ts';
import { commandLine, counted, print } from './commandLine.ts';
import { commandLineEnvironment, type OnInstallation, onInstallation } from './connect.ts';
import { showPhases } from './showPhases.ts';

const PASSPHRASE = process.env.BACKUP_PASSPHRASE?.trim() || null;

const needs = 'one file';

/** `npm run backup`: saves and restores an installation. */
export const backup = commandLine({
  usage: [
    'npm run backup -- create FILE [--with-key]         saves log and keys, also while the portal runs',
    'npm run backup -- check FILE                       checks a whole backup',
    'npm run backup -- restore FILE [--without-mail]    into an empty database',
    'npm run backup -- erasures                         lists erased users, to erase again after restoring an older backup',
    '--with-key puts KEY_ENCRYPTION_KEY into the file, sealed by BACKUP_PASSPHRASE',
  ],
  options: { 'with-key': { type: 'boolean' }, 'without-mail': { type: 'boolean' } },
  commands: {
    create: {
      needs,
      takes: ['with-key'],
      read: (given, _, file) => () =>
        onInstallation((on) => create(on, resolve(file), given['with-key'] === true)),
    },
    check: { needs, read: (_, __, file) => () => check(resolve(file)) },
    restore: {
      needs,
      takes: ['without-mail'],
      read: (given, _, file) => () => restore(resolve(file), given['without-mail'] === true),
    },
    erasures: { read: () => () => onInstallation(listErasures) },
  },
});

async function create(on: OnInstallation, file: string, withKey: boolean): Promise<void> {
  const { settings, installation, signal } = on;
  if (withKey && PASSPHRASE === null) throw new Error('--with-key needs BACKUP_PASSPHRASE to seal the key.');
  const key = withKey && PASSPHRASE !== null ? sealKey(settings.keyEncryptionKey, PASSPHRASE) : null;
  const bar = progressPrinter('saving', 'events');
  const { rows, log } = await createBackup({
    installation,
    dataDir: settings.dataDir,
    file,
    now: () => new Date(),
    key,
    signal,
    onProgress: (done, total) => bar.show(done, total),
  });
  bar.end();
  print([
    `${file}: ${contents(rows, log)}`,
    key === null
      ? 'KEY_ENCRYPTION_KEY is not included. Store it separately: without it, personal data cannot be read.'
      : 'KEY_ENCRYPTION_KEY is included, sealed by BACKUP_PASSPHRASE.',
  ]);
}

function contents(rows: CheckedBackup['end']['rows'], log: CheckedBackup['end']['log']): string {
  const tables = Object.values(rows);
  const all = tables.reduce((sum, count) => sum + count, 0);
  return (
    `${counted(all, 'row')} of ${counted(tables.length, 'table')}; ` +
    `the log up to event ${log.seq.toLocaleString('en-US')}, hash ${log.hash}.`
  );
}

async function check(file: string): Promise<void> {
  const { header, end } = await checkBackup(file);
  print([`${file}, made ${header.madeAt}, is intact: ${contents(end.rows, end.log)}`]);
}

async function listErasures({ installation }: OnInstallation): Promise<void> {
  const { store } = await installation.openLog(placeOf(installation.eventStoreUrl));
  const erased = await erasedUsers(store);
  print(
    erased.map(
      ({ userId, at, includesWithheld }) => `${userId} ${at}${includesWithheld ? ' --include-withheld' : ''}`,
    ),
  );
}

async function restore(file: string, withoutMail: boolean): Promise<void> {
  let backup: CheckedBackup | null = null;
  return onInstallation(
    async ({ settings, installation, signal }) => {
      const checked = backup;
      if (checked === null) throw new Error('The backup was not read.');
      const { dataDir } = settings;
      await showPhases((show) =>
        restoreBackup({
          backup: checked,
          installation,
          dataDir,
          withoutMail,
          signal,
          onProgress: show,
        }),
      );
      print([
        `Restored the backup of ${checked.header.madeAt}: ${contents(checked.end.rows, checked.end.log)}`,
        'Next: npm start, which rebuilds the read models, then npm run audit -- verify. All users have to sign in again.',
        'People erased after this backup are readable again. Erase them again before reopening (docs/operations.md).',
      ]);
    },
    async (signal) => {
      backup = await checkBackup(file, { signal });
      return settingsForRestore(backup);
    },
  );
}

/** Settings without a generated key: the backup's own is needed. */
async function settingsForRestore(backup: CheckedBackup): Promise<Settings> {
  const settings = parseSettings(commandLineEnvironment());
  const { dataDir, keyEncryptionKey: given } = settings;
  await keyForRestore({ given, dataDir, backup, passphrase: PASSPHRASE });
  await ensureDataDirectory(dataDir);
  return { ...settings, sessionSecret: '', keyEncryptionKey: Buffer.alloc(0) };
}
