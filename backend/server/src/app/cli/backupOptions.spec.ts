import { describe, expect, it } from 'vitest';
import { BACKUP_USAGE, parseBackupCommand } from './backupOptions.ts';

describe('npm run backup', () => {
  it.each([
    ['create monday.backup', { what: 'create', file: 'monday.backup', withKey: false }],
    ['create --with-key monday.backup', { what: 'create', file: 'monday.backup', withKey: true }],
    ['check monday.backup', { what: 'check', file: 'monday.backup' }],
    ['restore monday.backup', { what: 'restore', file: 'monday.backup', withoutMail: false }],
    ['restore monday.backup --without-mail', { what: 'restore', file: 'monday.backup', withoutMail: true }],
    ['erasures', { what: 'erasures' }],
  ])('understands %s', (line, command) => {
    expect(parseBackupCommand(line.split(' '))).toEqual(command);
  });

  it.each([
    ['', 'Please name a command.'],
    ['save x', 'There is no command save.'],
    ['create', 'create needs one file.'],
    ['restore a b', 'restore needs one file.'],
    ['erasures x', 'erasures takes no file.'],
    ['check x --with-key', '--with-key is for create.'],
    ['create x --without-mail', '--without-mail is for restore.'],
    ['create x --all', "Unknown option '--all'"],
  ])('refuses "%s" with the usage', (line, message) => {
    const attempt = () => parseBackupCommand(line === '' ? [] : line.split(' '));
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(BACKUP_USAGE);
  });
});
