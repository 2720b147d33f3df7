import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import { FIRST_RELEASE, RELEASE, releaseName, releaseNumber } from './release.ts';

/**
 * Held shared by every running portal, exclusively while the log is moved or restored. With a release's number as second
 * key: held shared by the portals of that release.
 */
const LOCK = ADVISORY_LOCKS.portalPresence;
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const OTHERS_NAMED = 5;
const ATTEMPTS = 10;
const ATTEMPT_MS = 200;
/** Begins the names of portals' connections, of which PostgreSQL keeps 63 characters. */
const PORTAL = 'portal ';
const LONGEST_NAME = 63;

export interface Presence {
  leave(): Promise<void>;
}

/** A running portal prevents work that needs the database alone. */
export class PortalsRunning extends Error {
  constructor(who: readonly string[]) {
    const named = who.slice(0, OTHERS_NAMED).join(', ');
    super(
      `${who.length === 1 ? 'A portal is' : `${who.length} portals are`} running on this database (${named}): stop ${who.length === 1 ? 'it' : 'them'} first.`,
    );
    this.name = 'PortalsRunning';
  }
}

/** The log of this database is being moved or restored. */
export class DatabaseTaken extends Error {
  constructor() {
    super(
      'The log of this database is being copied or restored just now (npm run events, npm run backup): start the portal when that is done.',
    );
    this.name = 'DatabaseTaken';
  }
}

/**
 * Announces a running portal on this database; ends with its connection, which is re-established if lost.
 * @param who shown to others, e.g. host and process id
 * @throws DatabaseTaken
 */
export async function showPresence(
  databaseUrl: string,
  who: string,
  onTrouble: (error: Error) => void,
  release = RELEASE.name,
): Promise<Presence> {
  let client: pg.Client | null = null;
  let left = false;
  let retry: NodeJS.Timeout | undefined;

  async function enter(): Promise<void> {
    const next = connection(databaseUrl, PORTAL + who);
    next.on('error', () => {
      if (client === next) client = null;
      later();
    });
    try {
      await next.connect();
      const { rows } = await next.query<{ taken: boolean }>(
        `SELECT pg_try_advisory_lock_shared(${LOCK}) AND pg_try_advisory_lock_shared(${LOCK}, $1) AS taken`,
        [releaseNumber(release)],
      );
      if (rows[0]?.taken !== true) throw new DatabaseTaken();
      client = next;
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (left) await leave();
  }
  function later(): void {
    if (left || client !== null) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      enter().catch((error: unknown) => {
        onTrouble(error instanceof Error ? error : new Error(String(error)));
        later();
      });
    }, RETRY_MS);
    retry.unref();
  }
  async function leave(): Promise<void> {
    left = true;
    clearTimeout(retry);
    const had = client;
    client = null;
    await had?.end().catch(() => {});
  }

  try {
    await enter();
  } catch (error) {
    // do not reconnect
    await leave();
    throw error;
  }
  return { leave };
}

/**
 * Keeps portals off this database until it leaves; waits for one that was just killed.
 * @throws PortalsRunning
 */
export async function takeDatabaseAlone(databaseUrl: string): Promise<Presence> {
  const client = connection(databaseUrl, 'portal log mover');
  client.on('error', () => {});
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        LOCK,
      ]);
      if (rows[0]?.taken === true) break;
      if (attempt === ATTEMPTS)
        throw new PortalsRunning((await presentPortals(client)).map(({ who }) => who));
      await pause(ATTEMPT_MS);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return { leave: () => client.end() };
}

const connection = (connectionString: string, name: string) =>
  new pg.Client({
    connectionString,
    application_name: name.slice(0, LONGEST_NAME),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });

const PRESENT = `pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ${LOCK} AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * SQL condition: the process in the column `owner` does not show its presence. PostgreSQL ends the session of a killed
 * process at once. One whose session is merely lost still can't write: whoever takes its lease raises the epoch.
 */
export const OWNER_IS_GONE = `left('${PORTAL}' || owner, ${LONGEST_NAME}) NOT IN (SELECT a.application_name FROM ${PRESENT})`;

/** The portals that run on this database. */
export async function presentPortals(
  client: pg.Client | pg.Pool,
): Promise<readonly { readonly who: string; readonly release: string }[]> {
  const { rows } = await client.query<{ who: string; release: string | null }>(
    `SELECT a.application_name AS who,
       (SELECT min(r.objid::bigint) FROM pg_locks r WHERE r.pid = l.pid AND r.locktype = 'advisory'
          AND r.classid = ${LOCK} AND r.objsubid = 2) AS release
     FROM ${PRESENT} ORDER BY 1`,
  );
  return rows.map(({ who, release }) => ({
    who: who.startsWith(PORTAL) ? who.slice(PORTAL.length) : who,
    release: release === null ? FIRST_RELEASE : releaseName(Number(release)),
  }));
}
