import type { Position } from '@portal/event-store';
import type pg from 'pg';

/** Lease expiry, by the database's clock. With polling, failover takes under 10 s. */
const LEASE_SECONDS = 7;
export const RENEW_MS = 2_000;

/** Where followers keep how far they have come in the log. */
export const FOLLOWER_POSITIONS = [{ table: 'process_checkpoints', column: 'position' }] as const;

/** The right to run a follower, and how far it has come. */
export interface Lease {
  readonly position: Position | null;
  /**
   * Called while it is held. @returns whether it still is
   */
  renew(): Promise<boolean>;
  /** Moves the checkpoint, which only the holder can do. `stuck`: the event it can't get past. @returns whether it moved */
  save(
    position: Position | null,
    stuck?: { readonly event: string; readonly problem: string },
  ): Promise<boolean>;
}

/** Takes the lease of a follower when it is free, run out, or this owner's already; null else. */
export async function takeLease(pool: pg.Pool, follower: string, owner: string): Promise<Lease | null> {
  const { rows } = await pool.query<{ epoch: string; position: string | null }>(
    `INSERT INTO process_checkpoints AS held (process, owner, epoch, leased_until)
     VALUES ($1, $2, 1, clock_timestamp() + make_interval(secs => $3))
     ON CONFLICT (process) DO UPDATE
       SET owner = excluded.owner, epoch = held.epoch + 1, leased_until = excluded.leased_until
       WHERE held.leased_until < clock_timestamp() OR held.owner = excluded.owner
     RETURNING epoch::text, position`,
    [follower, owner, LEASE_SECONDS],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const mine = [follower, owner, row.epoch];
  return {
    position: row.position,
    async renew() {
      const { rowCount } = await pool.query(
        `UPDATE process_checkpoints SET leased_until = clock_timestamp() + make_interval(secs => $4)
         WHERE process = $1 AND owner = $2 AND epoch = $3`,
        [...mine, LEASE_SECONDS],
      );
      return rowCount === 1;
    },
    async save(position, stuck) {
      const { rowCount } = await pool.query(
        `UPDATE process_checkpoints SET position = $4, stuck_on = $5, problem = $6
         WHERE process = $1 AND owner = $2 AND epoch = $3`,
        [...mine, position, stuck?.event ?? null, stuck?.problem ?? null],
      );
      return rowCount === 1;
    },
  };
}

/** Frees what this owner holds of a follower, so that another portal goes on at once. */
export async function releaseLease(pool: pg.Pool, follower: string, owner: string): Promise<void> {
  await pool.query(
    "UPDATE process_checkpoints SET leased_until = '-infinity' WHERE process = $1 AND owner = $2",
    [follower, owner],
  );
}

/** Makes a follower's checkpoint where there is none yet: it starts after this position. */
export async function startAfter(pool: pg.Pool, follower: string, position: Position | null): Promise<void> {
  await pool.query(
    'INSERT INTO process_checkpoints (process, position) VALUES ($1, $2) ON CONFLICT (process) DO NOTHING',
    [follower, position],
  );
}
