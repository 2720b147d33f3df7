import type { Projections, RebuildOptions } from '@portal/projections';
import { progressPrinter } from '../startup/progress.ts';
import { commandLine, counted, print, textTable } from './commandLine.ts';
import { onPortal } from './connect.ts';

/** The proof of the log, which is verified and never rebuilt. */
const LOG_INDEX = 'logIndex';

/** `npm run projections`, with or without a running portal, which keeps serving. */
export const projections = commandLine({
  usage: [
    'npm run projections -- status           progress of each read model, and parked events',
    'npm run projections -- rebuild NAME     fills a new copy beside the live one, then switches',
    'npm run projections -- rebuild --all    one after the other',
    '  --without-lost-events                  although the log lacks events; status shows how many',
  ],
  options: { all: { type: 'boolean' }, 'without-lost-events': { type: 'boolean' } },
  commands: {
    status: { read: () => () => onPortal((portal) => status(portal.projections)) },
    rebuild: {
      takes: ['all', 'without-lost-events'],
      needs: 'one name, or --all',
      unless: 'all',
      read:
        ({ all, 'without-lost-events': withoutLostEvents = false }, _, name) =>
        () =>
          onPortal(async (portal, signal) => {
            const known = (await portal.projections.status()).map(({ projection }) => projection);
            const names = all === true ? known.filter((one) => one !== LOG_INDEX) : [name];
            for (const one of names) await rebuild(portal.projections, one, { withoutLostEvents, signal });
          }),
    },
  },
});

async function status(of: Projections): Promise<void> {
  const all = await of.status();
  const rows = all.map(({ projection, version, lag, checkpoint, owner, parked }) => [
    projection,
    String(version),
    String(lag),
    checkpoint ?? 'none',
    owner ?? 'nobody',
    String(parked.length),
  ]);
  print(textTable(['read model', '>version', '>behind', 'checkpoint', 'updated by', '>parked'], rows));
  for (const { projection, parked, lostEvents } of all) {
    if (lostEvents > 0)
      print([`${projection} was rebuilt without ${counted(lostEvents, 'event')} that the log had lost`]);
    for (const { key, stream, revision, reason } of parked) {
      print([`${projection} is parked for ${key} from ${stream}@${revision} on: ${reason}`]);
    }
  }
}

async function rebuild(of: Projections, name: string, options: RebuildOptions): Promise<void> {
  const bar = progressPrinter(`rebuilding ${name}`, 'events');
  await of.rebuild(name, { ...options, onProgress: ({ done, total }) => bar.show(done, total) });
  bar.end();
  print([`${name} is rebuilt and live.`]);
}
