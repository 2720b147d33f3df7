import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';

/** The portal that owns a cluster holds this session-level advisory lock. Unlike a lock file it ends with the process. */
const LOCK = { classId: ADVISORY_LOCKS.embeddedPostgresOwner, objectId: 1 } as const;

/** A killed portal holds the lock until PostgreSQL notices its closed socket. */
const LOCK_WAIT_MS = 2_000;

/** @returns false when another live portal holds the cluster */
export async function becomeOwner(client: pg.Client): Promise<boolean> {
  const until = Date.now() + LOCK_WAIT_MS;
  do {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS locked',
      [LOCK.classId, LOCK.objectId],
    );
    if (rows[0]?.locked === true) return true;
    await sleep(100);
  } while (Date.now() < until);
  return false;
}

/** The owner's application name, e.g. `portal 4711` with its pid. */
export async function ownerOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2`,
    [LOCK.classId, LOCK.objectId],
  );
  return rows[0]?.name ?? 'another portal';
}
