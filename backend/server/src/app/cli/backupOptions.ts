import { readCommandLine } from './commandLine.ts';

/** What `npm run backup` is asked for. */
export type BackupCommand =
  | { readonly what: 'create'; readonly file: string; readonly withKey: boolean }
  | { readonly what: 'check'; readonly file: string }
  | { readonly what: 'restore'; readonly file: string; readonly withoutMail: boolean }
  | { readonly what: 'erasures' };

export const BACKUP_USAGE = [
  'npm run backup -- create FILE [--with-key]         saves log and keys, also while the portal runs',
  'npm run backup -- check FILE                       checks a whole backup',
  'npm run backup -- restore FILE [--without-mail]    into an empty database',
  'npm run backup -- erasures                         lists erased users, to erase again after restoring an older backup',
  '--with-key puts KEY_ENCRYPTION_KEY into the file, sealed by BACKUP_PASSPHRASE',
].join('\n');

const OPTIONS = {
  'with-key': { type: 'boolean', default: false },
  'without-mail': { type: 'boolean', default: false },
} as const;

/** @throws Error that says what is wrong, with the usage */
export function parseBackupCommand(parameters: readonly string[]): BackupCommand {
  const { values, words, misuse, noSuchCommand } = readCommandLine(parameters, OPTIONS, BACKUP_USAGE);
  const [what, file, ...more] = words;
  const { 'with-key': withKey, 'without-mail': withoutMail } = values;
  if (withKey && what !== 'create') throw misuse('--with-key is for create.');
  if (withoutMail && what !== 'restore') throw misuse('--without-mail is for restore.');
  if (what === 'erasures') {
    if (file !== undefined) throw misuse('erasures takes no file.');
    return { what };
  }
  if (what !== 'create' && what !== 'check' && what !== 'restore') throw noSuchCommand();
  if (file === undefined || more.length > 0) throw misuse(`${what} needs one file.`);
  if (what === 'create') return { what, file, withKey };
  return what === 'restore' ? { what, file, withoutMail } : { what, file };
}
