import type { Projections, RebuildOptions } from '@portal/projections';
import { progressPrinter } from '../startup/progress.ts';
import { onPortal, print, understood } from './onPortal.ts';
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
    if (order === 'status') return status(projections);
    const all = (await projections.status()).map(({ projection }) => projection);
    const names = order.rebuild === '--all' ? all.filter((one) => one !== LOG_INDEX) : [order.rebuild];
    for (const one of names) await rebuild(projections, one, { ...order, signal });
    return true;
  });
}

/** Its option. */
const ACCEPT = '--without-lost-events';

function parsed(
  parameters: readonly string[],
): 'status' | { readonly rebuild: string; readonly withoutLostEvents: boolean } {
  const [what, name, ...more] = parameters.filter((one) => one !== ACCEPT);
  const withoutLostEvents = parameters.includes(ACCEPT);
  if (what === 'status' && name === undefined && !withoutLostEvents) return what;
  if (what === 'rebuild' && name !== undefined && more.length === 0)
    return { rebuild: name, withoutLostEvents };
  throw new Error(USAGE);
}

async function status(projections: Projections): Promise<boolean> {
  const all = await projections.status();
  const columns = [
    { heading: 'read model' },
    { heading: 'version', right: true },
    { heading: 'behind', right: true },
    { heading: 'checkpoint' },
    { heading: 'fed by' },
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
      print([`${projection} was rebuilt without ${lostEvents} events that the log had lost`]);
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
