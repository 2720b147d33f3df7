import type { Projections, RebuildOptions } from '@portal/projections';
import { progressPrinter } from '../startup/progress.ts';
import { counted, print, readCommandLine, understood } from './commandLine.ts';
import { onPortal } from './onPortal.ts';
import { textTable } from './textTable.ts';

const USAGE = [
  'npm run projections -- status           progress of each read model, and parked events',
  'npm run projections -- rebuild NAME     fills a new copy beside the live one, then switches',
  'npm run projections -- rebuild --all    one after the other',
  '  --without-lost-events                  although the log lacks events; status shows how many',
].join('\n');

/** The proof of the log, which is verified and never rebuilt. */
const LOG_INDEX = 'logIndex';

/** `npm run projections`, with or without a running portal, which keeps serving. */
async function main(): Promise<void> {
  const order = understood(parsed);
  await onPortal(async ({ projections }, signal) => {
    if (order.what === 'status') return status(projections);
    const all = (await projections.status()).map(({ projection }) => projection);
    const names = order.name === null ? all.filter((one) => one !== LOG_INDEX) : [order.name];
    for (const one of names) await rebuild(projections, one, { ...order, signal });
    return true;
  });
}

const OPTIONS = {
  all: { type: 'boolean', default: false },
  'without-lost-events': { type: 'boolean', default: false },
} as const;

type Order =
  | { readonly what: 'status' }
  /** Null for all. */
  | { readonly what: 'rebuild'; readonly name: string | null; readonly withoutLostEvents: boolean };

/** @throws Error with the usage */
function parsed(parameters: readonly string[]): Order {
  const { values, words, misuse, noSuchCommand } = readCommandLine(parameters, OPTIONS, USAGE);
  const [what, name = null, ...more] = words;
  const { all, 'without-lost-events': withoutLostEvents } = values;
  switch (what) {
    case 'status':
      if (name !== null || all || withoutLostEvents) throw misuse('status takes neither names nor options.');
      return { what };
    case 'rebuild':
      if (all === (name !== null) || more.length > 0) throw misuse('rebuild needs one name, or --all.');
      return { what, name, withoutLostEvents };
    default:
      throw noSuchCommand();
  }
}

async function status(projections: Projections): Promise<boolean> {
  const all = await projections.status();
  const columns = [
    { heading: 'read model' },
    { heading: 'version', right: true },
    { heading: 'behind', right: true },
    { heading: 'checkpoint' },
    { heading: 'updated by' },
    { heading: 'parked', right: true },
  ];
  const rows = all.map(({ projection, version, lag, checkpoint, owner, parked }) => [
    projection,
    String(version),
    String(lag),
    checkpoint ?? 'none',
    owner ?? 'nobody',
    String(parked.length),
  ]);
  print(textTable(columns, rows));
  for (const { projection, parked, lostEvents } of all) {
    if (lostEvents > 0)
      print([`${projection} was rebuilt without ${counted(lostEvents, 'event')} that the log had lost`]);
    for (const { key, stream, revision, reason } of parked) {
      print([`${projection} is parked for ${key} from ${stream}@${revision} on: ${reason}`]);
    }
  }
  return true;
}

async function rebuild(projections: Projections, name: string, options: RebuildOptions): Promise<void> {
  const bar = progressPrinter(`rebuilding ${name}`, 'events');
  await projections.rebuild(name, { ...options, onProgress: ({ done, total }) => bar.show(done, total) });
  bar.end();
  print([`${name} is rebuilt and live.`]);
}

await main();
