import { readCommandLine } from './commandLine.ts';

/** What `npm run events` is asked for. */
export type EventsOrder =
  | { readonly what: 'status' }
  /** Addresses as they were given; null for where the settings say that the log lies. */
  | { readonly what: 'copy'; readonly from: string | null; readonly to: string }
  | { readonly what: 'forget' };

export const EVENTS_USAGE = [
  'npm run events -- status                        where the log is, its last event and hash',
  'npm run events -- copy --to PLACE [--from PLACE]  copies the log; continues an interrupted copy',
  'npm run events -- forget --yes                  deletes read models and index, which the next start rebuilds',
  "PLACE: esdb://…, postgres://…, or database for the portal's own PostgreSQL",
].join('\n');

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

/** @throws Error that says what is wrong, with the usage */
export function parseEventsOrder(parameters: readonly string[]): EventsOrder {
  const { values, words, misuse, noSuchCommand } = readCommandLine(parameters, OPTIONS, EVENTS_USAGE);
  const [what, ...more] = words;
  if (more.length > 0) throw misuse(`One command at a time: ${words.join(' ')}.`);
  const { from = null, to = null, yes } = values;
  if (what !== 'copy' && (from !== null || to !== null)) throw misuse('--from and --to are for copy.');
  if (what !== 'forget' && yes) throw misuse('--yes is for forget.');
  switch (what) {
    case 'status':
      return { what };
    case 'copy':
      if (to === null) throw misuse('copy needs --to, the place to copy to.');
      return { what, from, to };
    case 'forget':
      if (!yes) throw misuse('forget deletes the index that proves the log. Add --yes to confirm.');
      return { what };
    default:
      throw noSuchCommand();
  }
}
