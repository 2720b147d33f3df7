import type { LeaseTable, Position } from '@portal/event-store';
import type pg from 'pg';
import { nameOfStored, storedIdOf } from '../../kernel/storedIds.ts';
import type { Migration } from '../database/migrate.ts';

/** Columns of followers with positions of the log. */
export const FOLLOWER_POSITIONS = [{ table: 'process_checkpoints', column: 'position' }] as const;

/** Lease and checkpoint are one row, so that only the lease's holder can move the checkpoint. */
export const FOLLOWER_LEASES: LeaseTable = {
  table: 'process_checkpoints',
  key: [['process', 'text']],
  until: 'leased_until',
  makesRows: true,
};

/** `process_checkpoints`: each follower's position, lease and problem. */
export const checkpointsMigration: Migration = {
  name: '0006_process_checkpoints',
  async up(knex) {
    await knex.schema.createTable('process_checkpoints', (table) => {
      table.text('process').primary();
      table.text('position');
      table.text('owner');
      table.bigInteger('epoch').notNullable().defaultTo(0);
      table.timestamp('leased_until').notNullable().defaultTo(knex.raw("'-infinity'"));
      table.text('stuck_on');
      table.text('problem');
    });
  },
};

/** Creates a follower's checkpoint if there is none: it starts after this position. */
export async function startAfter(pool: pg.Pool, follower: string, position: Position | null): Promise<void> {
  await pool.query(
    'INSERT INTO process_checkpoints (process, position) VALUES ($1, $2) ON CONFLICT (process) DO NOTHING',
    [storedIdOf(follower), position],
  );
}

/** A follower's position; undefined if the lease has passed to another portal. */
export async function readCheckpoint(
  pool: pg.Pool,
  follower: string,
  epoch: bigint,
): Promise<Position | null | undefined> {
  const { rows } = await pool.query<{ position: string | null }>(
    'SELECT position FROM process_checkpoints WHERE process = $1 AND epoch = $2',
    [storedIdOf(follower), epoch.toString()],
  );
  return rows[0]?.position;
}

/**
 * Moves the checkpoint if this portal holds the lease.
 * @param stuck the event that fails
 * @returns whether it moved
 */
export async function saveCheckpoint(
  pool: pg.Pool,
  follower: string,
  epoch: bigint,
  position: Position | null,
  stuck?: { readonly event: string; readonly problem: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'follower-checkpoint',
    text: `UPDATE process_checkpoints SET position = $3, stuck_on = $4, problem = $5
      WHERE process = $1 AND epoch = $2`,
    values: [storedIdOf(follower), epoch.toString(), position, stuck?.event ?? null, stuck?.problem ?? null],
  });
  return rowCount === 1;
}

/** Followers that fail at an event, in any portal. */
export async function stuckFollowers(
  pool: pg.Pool,
): Promise<readonly { readonly process: string; readonly event: string; readonly problem: string }[]> {
  const { rows } = await pool.query<{ process: string; stuck_on: string; problem: string | null }>(
    'SELECT process, stuck_on, problem FROM process_checkpoints WHERE stuck_on IS NOT NULL',
  );
  return rows.map((row) => ({
    process: nameOfStored(row.process),
    event: row.stuck_on,
    problem: row.problem ?? '',
  }));
}
