import { chainEnd, dropReadModels, inTransaction } from '@portal/projections';
import { takeDatabaseAlone } from '../../platform/database/portalPresence.ts';
import {
  hasPassword,
  isEventStoreDb,
  type LogPlace,
  nameOfPlace,
  parsePlace,
  placeOf,
} from '../../platform/eventStore/place.ts';
import type { CopiedLog } from '../installation/copyLog.ts';
import { moveLog } from '../installation/moveLog.ts';
import { commandLine, counted, print } from './commandLine.ts';
import { type OnInstallation, onInstallation, onPortal } from './connect.ts';
import { showPhases } from './showPhases.ts';

const LOGIN = /^[A-Za-z0-9][\w-]*$/;

/** `npm run events`: where the log lies, and moving it. */
export const events = commandLine({
  usage: [
    'npm run events -- status                        where the log is, its last event and hash',
    'npm run events -- copy --to PLACE [--from PLACE]  copies the log; continues an interrupted copy',
    'npm run events -- forget --yes                  deletes read models and index, which the next start rebuilds',
    'npm run events -- prepare --to esdb://ADMIN:PASSWORD@… [--login NAME] [--new-password]',
    '  makes a login in EventStoreDB that reads and appends, and can do nothing else; prints its address once',
    "PLACE: esdb://…, postgres://…, or database for the portal's own PostgreSQL",
  ],
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    yes: { type: 'boolean' },
    login: { type: 'string' },
    'new-password': { type: 'boolean' },
  },
  commands: {
    status: { read: () => () => onPortal(({ pool }) => status(pool)) },
    copy: {
      takes: ['from', 'to'],
      read({ from, to }, misuse) {
        if (to === undefined) throw misuse('copy needs --to, the place to copy to.');
        return () => onInstallation((on) => copy(on, from, to));
      },
    },
    forget: {
      takes: ['yes'],
      read({ yes }, misuse) {
        if (!yes) throw misuse('forget deletes the index that proves the log. Add --yes to confirm.');
        return () => onInstallation(forget);
      },
    },
    prepare: {
      takes: ['to', 'login', 'new-password'],
      read({ to, login = 'dealer-portal', 'new-password': newPassword = false }, misuse) {
        if (to === undefined || !isEventStoreDb(to))
          throw misuse("prepare needs --to, the address of an EventStoreDB with an administrator's login.");
        if (!LOGIN.test(login))
          throw misuse(`${login} is no name for a login: letters, digits, - and _ only.`);
        return () => prepare(to, login, newPassword);
      },
    },
  },
});

async function status(db: Parameters<typeof chainEnd>[0]): Promise<void> {
  const end = await chainEnd(db);
  print([
    end === null
      ? 'The log is empty.'
      : `The log ends with event ${end.seq.toLocaleString('en-US')}, hash ${end.hash}.`,
  ]);
}

/**
 * For a log that was restored without its database and ends earlier: drops read models and log index, which the next start
 * rebuilds. Followers continue after the log's end.
 */
async function forget({ installation }: OnInstallation): Promise<void> {
  const alone = await takeDatabaseAlone(installation.databaseUrl);
  try {
    const { store } = await installation.openLog(placeOf(installation.eventStoreUrl));
    const head = await store.head();
    await inTransaction(installation.database.pool, async (transaction) => {
      await dropReadModels(transaction);
      await transaction.query(
        'UPDATE process_checkpoints SET position = $1, stuck_on = NULL, problem = NULL',
        [head],
      );
    });
  } finally {
    await alone.leave();
  }
  print(['Read models and index were deleted. The next start rebuilds them from the log.']);
}

async function prepare(to: string, login: string, newPassword: boolean): Promise<void> {
  // loading its client takes a second
  const { prepareLogin } = await import('@portal/event-store/eventstoredb-login');
  const place = nameOfPlace({ kind: 'eventstoredb', url: to });
  const { changes, address } = await prepareLogin(to, { login, newPassword });
  print(
    changes.length === 0
      ? [`Nothing to change: ${place} has the login ${login}, which reads and appends only.`]
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

async function copy(on: OnInstallation, from: string | undefined, to: string): Promise<void> {
  const { settings, installation, log, signal } = on;
  const own = installation.databaseUrl;
  const source = from === undefined ? placeOf(settings.eventStoreUrl) : parsePlace(from, own);
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
      onProgress: show,
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
