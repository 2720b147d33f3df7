import { isEventStoreDb } from '../../platform/eventStore/place.ts';
import { readCommandLine } from './commandLine.ts';

/** What `npm run events` is asked for. */
export type EventsOrder =
  | { readonly what: 'status' }
  /** Addresses as they were given; null for where the settings say that the log lies. */
  | { readonly what: 'copy'; readonly from: string | null; readonly to: string }
  | { readonly what: 'forget' }
  | {
      readonly what: 'prepare';
      /** Address with an administrator's login. */
      readonly to: string;
      readonly login: string;
      readonly newPassword: boolean;
    };

export const EVENTS_USAGE = [
  'npm run events -- status                        where the log is, its last event and hash',
  'npm run events -- copy --to PLACE [--from PLACE]  copies the log; continues an interrupted copy',
  'npm run events -- forget --yes                  deletes read models and index, which the next start rebuilds',
  'npm run events -- prepare --to esdb://ADMIN:PASSWORD@… [--login NAME] [--new-password]',
  '  makes a login in EventStoreDB that reads and appends, and can do nothing else; prints its address once',
  "PLACE: esdb://…, postgres://…, or database for the portal's own PostgreSQL",
].join('\n');

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean', default: false },
  login: { type: 'string' },
  'new-password': { type: 'boolean', default: false },
} as const;

const LOGIN = /^[A-Za-z0-9][\w-]*$/;

/** @throws Error that says what is wrong, with the usage */
export function parseEventsOrder(parameters: readonly string[]): EventsOrder {
  const { values, words, misuse, noSuchCommand } = readCommandLine(parameters, OPTIONS, EVENTS_USAGE);
  const [what, ...more] = words;
  if (more.length > 0) throw misuse(`One command at a time: ${words.join(' ')}.`);
  const { from = null, to = null, yes, login } = values;
  if (what !== 'copy' && from !== null) throw misuse('--from is for copy.');
  if (what !== 'copy' && what !== 'prepare' && to !== null) throw misuse('--to is for copy and prepare.');
  if (what !== 'forget' && yes) throw misuse('--yes is for forget.');
  if (what !== 'prepare' && (login !== undefined || values['new-password']))
    throw misuse('--login and --new-password are for prepare.');
  switch (what) {
    case 'status':
      return { what };
    case 'copy':
      if (to === null) throw misuse('copy needs --to, the place to copy to.');
      return { what, from, to };
    case 'forget':
      if (!yes) throw misuse('forget deletes the index that proves the log. Add --yes to confirm.');
      return { what };
    case 'prepare':
      if (to === null || !isEventStoreDb(to))
        throw misuse("prepare needs --to, the address of an EventStoreDB with an administrator's login.");
      if (login !== undefined && !LOGIN.test(login))
        throw misuse(`${login} is no name for a login: letters, digits, - and _ only.`);
      return { what, to, login: login ?? 'dealer-portal', newPassword: values['new-password'] };
    default:
      throw noSuchCommand();
  }
}
