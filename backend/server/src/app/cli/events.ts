import { chainEnd } from '@portal/projections';
import { messageOf } from '../../kernel/messageOf.ts';
import { takeDatabaseAlone } from '../../platform/database/portalPresence.ts';
import {
  hasPassword,
  type LogPlace,
  nameOfPlace,
  parsePlace,
  placeOf,
} from '../../platform/eventStore/place.ts';
import type { CopiedLog } from '../installation/copyLog.ts';
import { forgetReadModels } from '../installation/forgetReadModels.ts';
import { moveLog } from '../installation/moveLog.ts';
import { counted, print, understood } from './commandLine.ts';
import { type EventsOrder, parseEventsOrder } from './eventsOptions.ts';
import { type OnInstallation, onInstallation } from './onInstallation.ts';
import { onPortal } from './onPortal.ts';
import { showPhases } from './showPhases.ts';

/** `npm run events`: where the log lies, and moving it. */
async function main(): Promise<void> {
  const order = understood(parseEventsOrder);
  switch (order.what) {
    case 'status':
      return onPortal(async ({ database }) => {
        const end = await chainEnd(database.pool);
        print([
          end === null
            ? 'The log is empty.'
            : `The log ends with event ${end.seq.toLocaleString('en-US')}, hash ${end.hash}.`,
        ]);
        return true;
      });
    case 'copy':
      return onInstallation((on) => copy(on, order.from, order.to));
    case 'forget':
      return onInstallation(async ({ installation }) => {
        const alone = await takeDatabaseAlone(installation.databaseUrl);
        try {
          const { store } = await installation.openLog(placeOf(installation.eventStoreUrl));
          await forgetReadModels(installation.database.pool, store);
        } finally {
          await alone.leave();
        }
        print(['Read models and index were deleted. The next start rebuilds them from the log.']);
      });
    case 'prepare':
      return prepare(order).catch((error: unknown) => {
        process.stderr.write(`${messageOf(error)}\n`);
        process.exitCode = 1;
      });
  }
}

async function prepare(order: EventsOrder & { what: 'prepare' }): Promise<void> {
  // loading its client takes a second
  const { prepareLogin } = await import('@portal/event-store/eventstoredb-login');
  const place = nameOfPlace({ kind: 'eventstoredb', url: order.to });
  const { changes, address } = await prepareLogin(order.to, order);
  print(
    changes.length === 0
      ? [`Nothing to change: ${place} has the login ${order.login}, which reads and appends only.`]
      : [`${place}:`, ...changes.map((change) => `  ${change}`)],
  );
  print([
    '',
    ...(address === null
      ? ['The password is unchanged; --new-password sets another one.']
      : [
          'Next: start every portal with this address, shown only now. Copy an existing log there before (npm run events -- copy).',
          `EVENTSTORE_URL='${address}'`,
        ]),
  ]);
}

async function copy(on: OnInstallation, from: string | null, to: string): Promise<void> {
  const { settings, installation, log, signal } = on;
  const own = installation.databaseUrl;
  const source = from === null ? placeOf(settings.eventStoreUrl) : parsePlace(from, own);
  const target = parsePlace(to, own);
  print([`Copying the log from ${nameOfPlace(source)} to ${nameOfPlace(target)} …`]);
  const copied = await showPhases((show) =>
    moveLog({
      settings,
      installation,
      from: source,
      to: target,
      log,
      signal,
      onProgress: (progress) => show(progress, progress.total),
    }),
  );
  print(whatNext(copied, target));
}

function whatNext({ end, written }: CopiedLog, to: LogPlace): readonly string[] {
  const there = end.seq - written;
  return [
    `${counted(written, 'event')} copied${there === 0 ? '' : `, ${there.toLocaleString('en-US')} had been there`}.`,
    `Log and copy both end with event ${end.seq.toLocaleString('en-US')}, hash ${end.hash}: they are the same.`,
    '',
    ...next(to),
  ];
}

function next(to: LogPlace): readonly string[] {
  const afterwards =
    'Its first start compares the log again and continues where read models and mails were. ' +
    'Keep the old log until then. Once something was written to the new one, no portal starts on the old one.';
  switch (to.kind) {
    case 'eventstoredb':
      return [
        `Next: start every portal with EVENTSTORE_URL=${hasPassword(to.url) ? 'the address you gave with --to' : to.url}`,
        afterwards,
      ];
    case 'database':
      return ['Next: start every portal without EVENTSTORE_URL.', afterwards];
    case 'postgres':
      return [
        'This database holds only the log. Keys, passwords and settings are in the database of DATABASE_URL, where the portal also looks for its log. To move everything, use npm run backup -- create and restore.',
      ];
  }
}

await main();
