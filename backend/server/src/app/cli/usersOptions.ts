import { readCommandLine } from './commandLine.ts';

/** What `npm run users` is asked for. */
export interface ErasureOrder {
  readonly what: 'erase';
  /** A username, or a user's id, which a deleted user still has. */
  readonly who: string;
  readonly reason: string | undefined;
  /** Skips the confirmation. */
  readonly confirmed: boolean;
  /** Erases a company's last user while money is open. */
  readonly openMoney: boolean;
  /** Also what belongs to addresses that other users have too. */
  readonly withheld: boolean;
}

export const USERS_USAGE = [
  'npm run users -- erase NAME_OR_ID [--reason text] [--open-money] [--include-withheld] [--yes]',
  '  deletes the user and erases the personal data (also of a deleted user), after showing what that does',
  "  --open-money        also a company's last user while money is open, of which nobody will be told",
  '  --include-withheld  also messages and mails of an email address that other users have too',
].join('\n');

const OPTIONS = {
  reason: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'open-money': { type: 'boolean', default: false },
  'include-withheld': { type: 'boolean', default: false },
} as const;

/** @throws Error that says what is wrong, with the usage */
export function parseErasureOrder(parameters: readonly string[]): ErasureOrder {
  const { values, words, misuse, noSuchCommand } = readCommandLine(parameters, OPTIONS, USERS_USAGE);
  const [what, who, ...more] = words;
  if (what !== 'erase') throw noSuchCommand();
  if (who === undefined) throw misuse("erase needs a username or a user's id.");
  if (more.length > 0) throw misuse('One user at a time.');
  return {
    what,
    who,
    reason: values.reason,
    confirmed: values.yes,
    openMoney: values['open-money'],
    withheld: values['include-withheld'],
  };
}
