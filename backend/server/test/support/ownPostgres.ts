import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPostgresEventStore, type EventStore } from '@portal/event-store';
import { type Database, openDatabase } from '../../src/platform/database/openDatabase.ts';
import { endServer, runningOn } from '../../src/platform/embeddedPostgres/server.ts';
import { type PortalChild, startPortal } from './portalChild.ts';
import { PORTAL_SETTINGS } from './stage.ts';

/** A portal that runs its own PostgreSQL, as `npm start` does: for what is done to PostgreSQL itself. */
export interface PortalWithPostgres {
  readonly portal: PortalChild;
  /** Its database `portal`, as the superuser. */
  readonly database: Database;
  readonly store: EventStore;
  /** Where it keeps its data: DATA_DIR. */
  readonly dataDir: string;
  /** What the portal itself connects with. */
  readonly login: string;
  /** Pid of the postmaster; null while there is none. */
  postmaster(): Promise<number | null>;
  /** PostgreSQL's own log so far. */
  serverLog(): Promise<string>;
  /** Ends portal and PostgreSQL, whatever state they are in, and removes the folder made for them. Idempotent. */
  close(): Promise<void>;
}

const STOP_WITHIN_MS = 5_000;

/** Starts one. @param dataDir a folder that PostgreSQL's user can reach; default: one of its own that `close` removes */
export async function startPortalWithPostgres(dataDir?: string): Promise<PortalWithPostgres> {
  const made = dataDir === undefined ? await mkdtemp(path.join(tmpdir(), 'portal-chaos-')) : null;
  if (made !== null) await chmod(made, 0o711);
  const folder = dataDir ?? path.join(made ?? '', 'data');
  const home = path.join(folder, 'postgres');
  const pgData = path.join(home, 'data');
  const postmaster = async () => (await runningOn(pgData))?.pid ?? null;
  const clear = async () => {
    const left = await postmaster();
    if (left !== null) await endServer(pgData, left, STOP_WITHIN_MS);
    if (made !== null) await rm(made, { recursive: true, force: true });
  };
  let portal: PortalChild;
  try {
    portal = await startPortal({
      ...PORTAL_SETTINGS,
      DATA_DIR: folder,
      DATABASE_URL: '',
      EVENTSTORE_URL: '',
    });
  } catch (error) {
    await clear();
    throw error;
  }
  const passwords: { readonly superuser: string; readonly portal: string } = JSON.parse(
    await readFile(path.join(home, 'passwords.json'), 'utf8'),
  );
  const at = `127.0.0.1:${(await readFile(path.join(home, 'port'), 'utf8')).trim()}/portal`;
  const login = `postgres://portal:${passwords.portal}@${at}`;
  const database = openDatabase(`postgres://postgres:${passwords.superuser}@${at}`, {
    maxConnections: 4,
    applicationName: 'chaos',
  });
  const store = createPostgresEventStore({
    connectionString: login,
    role: null,
  });
  let closing: Promise<void> | null = null;
  return {
    portal,
    database,
    store,
    dataDir: folder,
    login,
    postmaster,
    serverLog: () => readFile(path.join(home, 'server.log'), 'utf8'),
    close() {
      closing ??= (async () => {
        await store.close();
        await database.close();
        await portal.kill();
        await clear();
      })();
      return closing;
    },
  };
}
