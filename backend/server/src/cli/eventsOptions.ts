import { parseArgs } from 'node:util';

/** What `npm run events` is asked for. */
export type EventsOrder =
  | { readonly what: 'status' }
  /** Addresses as they were given; null for where the settings say that the log lies. */
  | { readonly what: 'copy'; readonly from: string | null; readonly to: string }
  | { readonly what: 'forget' };

export const EVENTS_USAGE = [
  'npm run events -- status                        where the log lies, its last event and hash',
  'npm run events -- copy --to PLACE [--from PLACE]  copies the log; goes on where it was stopped',
  'npm run events -- forget --yes                  read models and index are made anew from the log',
  "PLACE: esdb://…, postgres://…, or database for the portal's own PostgreSQL",
].join('\n');

/** @throws Error that says what is wrong, with the usage */
export function parseEventsOrder(parameters: readonly string[]): EventsOrder {
  const { values, positionals } = parsed(parameters);
  const [what, ...more] = positionals;
  if (more.length > 0) throw misuse(`One command at a time: ${positionals.join(' ')}.`);
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
      if (!yes) throw misuse('forget throws away the index that proves the log; say --yes if that is meant.');
      return { what };
    default:
      throw misuse(what === undefined ? 'What shall be done?' : `There is no command ${what}.`);
  }
}

function parsed(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        yes: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw misuse(error instanceof Error ? error.message : String(error));
  }
}

const misuse = (what: string) => new Error(`${what}\n${EVENTS_USAGE}`);
