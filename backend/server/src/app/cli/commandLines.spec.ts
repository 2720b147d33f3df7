import { describe, expect, it } from 'vitest';
import { backup } from './backup.ts';
import { billing } from './billing.ts';
import { events } from './events.ts';
import { projections } from './projections.ts';
import { users } from './users.ts';

const LINES = { backup, billing, events, projections, users };

describe.each<[keyof typeof LINES, readonly string[]]>([
  [
    'backup',
    [
      'create monday.backup',
      'create --with-key monday.backup',
      'check monday.backup',
      'restore monday.backup --without-mail',
      'erasures',
    ],
  ],
  [
    'billing',
    [
      'run --period 2026-12',
      'run --period=2026-12 --dry-run',
      'run --period 2026-12 --reason late',
      'preview',
      'preview --period 2027-01',
      'status',
    ],
  ],
  [
    'events',
    [
      'status',
      'copy --to esdb://log:2113',
      'copy --to=database --from esdb://log:2113',
      'forget --yes',
      'prepare --to esdb://admin:x@log',
      'prepare --to esdb://admin:x@log --login portal-2 --new-password',
    ],
  ],
  ['projections', ['status', 'rebuild users', 'rebuild --all', 'rebuild users --without-lost-events']],
  ['users', ['erase ann --yes', 'erase ann --reason asked', 'erase ann --open-money --include-withheld']],
])('npm run %s', (name, given) => {
  // Proves S6-run-9
  it.each(given)('understands %s', (line) => {
    expect(LINES[name](line.split(' '))).toBeTypeOf('function');
  });
});

it.each<[keyof typeof LINES, string, string]>([
  ['backup', '', 'Please name a command.'],
  ['backup', 'save x', 'There is no command save.'],
  ['backup', 'constructor', 'There is no command constructor.'],
  ['backup', '__proto__ x', 'There is no command __proto__.'],
  ['backup', 'erasures --constructor', "Unknown option '--constructor'"],
  ['backup', 'erasures --__proto__=x', "Unknown option '--__proto__'"],
  ['backup', 'create', 'create needs one file.'],
  ['backup', 'restore a b', 'restore needs one file.'],
  ['backup', 'erasures x', 'One command at a time: erasures x.'],
  ['backup', 'check x --with-key', '--with-key is for create.'],
  ['backup', 'create x --without-mail', '--without-mail is for restore.'],
  ['backup', 'create x --all', "Unknown option '--all'"],
  ['billing', 'run', 'run needs --period, a month such as 2026-12.'],
  ['billing', 'run --period 2026-13', '--period must be a month such as 2026-12, not 2026-13.'],
  ['billing', 'preview --dry-run', '--dry-run is for run.'],
  ['billing', 'status --reason x', '--reason is for run.'],
  ['billing', 'status --period 2026-12', '--period is for run and preview.'],
  ['billing', 'run status', 'One command at a time: run status.'],
  ['events', 'copy', 'copy needs --to, the place to copy to.'],
  ['events', 'status --to database', '--to is for copy and prepare.'],
  ['events', 'prepare --from database', '--from is for copy.'],
  ['events', 'prepare', 'prepare needs --to, the address of an EventStoreDB'],
  ['events', 'prepare --to postgres://log', 'prepare needs --to, the address of an EventStoreDB'],
  ['events', 'prepare --to esdb://log --login $admin', '$admin is no name for a login'],
  ['events', 'copy --to database --new-password', '--new-password is for prepare.'],
  ['events', 'copy --to database --yes', '--yes is for forget.'],
  ['events', 'forget', 'forget deletes the index that proves the log. Add --yes to confirm.'],
  ['projections', 'rebuild', 'rebuild needs one name, or --all.'],
  ['projections', 'rebuild users --all', 'rebuild needs one name, or --all.'],
  ['projections', 'status users', 'One command at a time: status users.'],
  ['users', 'erase', "erase needs a username or a user's id."],
  ['users', 'erase ann bob', "erase needs a username or a user's id."],
  ['users', 'erase ann --force', "Unknown option '--force'"],
])('npm run %s refuses "%s" with the usage', (name, line, message) => {
  const attempt = () => LINES[name](line === '' ? [] : line.split(' '));
  expect(attempt).toThrow(message);
  expect(attempt).toThrow(`npm run ${name} -- `);
});
