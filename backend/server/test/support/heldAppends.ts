import { APPEND_LOCK } from '@portal/event-store/testing';
import type pg from 'pg';
import { eventually } from './eventually.ts';

const LOCK = 99_009;
/** Sessions whose append waits, of whichever process. */
const WAITING = `pg_stat_activity
  WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%es.append%'`;

/** Appends that wait from some point on, so that a process can be killed in the midst of them. */
export interface HeldAppends {
  /** Resolves when an append waits. @param seconds to wait for it at most */
  held(seconds: number): Promise<void>;
  /** Ends the sessions that wait, as those of a process that is gone, which PostgreSQL would still serve, and holds no more. */
  undo(): Promise<void>;
}

/** Holds every append to the log of this database once it has more than so many events of a type; needs a superuser. */
export async function holdAppends(pool: pg.Pool, type: string, more: number): Promise<HeldAppends> {
  const holder = await pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  await pool.query(`
    CREATE FUNCTION hold_append() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM es.events WHERE type = '${type}') > ${more} THEN
        PERFORM pg_advisory_xact_lock_shared(${LOCK});
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER hold_append BEFORE INSERT ON es.events FOR EACH STATEMENT EXECUTE FUNCTION hold_append()`);
  return {
    async held(seconds) {
      await eventually(async () => (await pool.query(`SELECT FROM ${WAITING}`)).rows.length > 0, seconds);
    },
    async undo() {
      await eventually(
        async () => (await pool.query(`SELECT pg_terminate_backend(pid) FROM ${WAITING}`)).rows.length === 0,
      );
      await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
      holder.release();
      await pool.query('DROP FUNCTION hold_append CASCADE');
    },
  };
}

/** Appends that wait, so that several processes decide before any appends. */
export interface LockedAppends {
  /** Resolves when so many processes wait with an append. */
  waiting(processes: number): Promise<void>;
  unlock(): Promise<void>;
}

/** Makes all appends to the log of this database wait. */
export async function lockAppends(pool: pg.Pool): Promise<LockedAppends> {
  const holder = await pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${APPEND_LOCK})`);
  return {
    async waiting(processes) {
      await eventually(async () => {
        const { rows } = await pool.query(
          `SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND (classid::bigint << 32 | objid::bigint) = ${APPEND_LOCK}`,
        );
        return rows.length === processes;
      });
    },
    async unlock() {
      await holder.query(`SELECT pg_advisory_unlock(${APPEND_LOCK})`);
      holder.release();
    },
  };
}
