import { setTimeout as sleep } from 'node:timers/promises';
import type { EventMetadata, PortalEvent } from '@portal/domain';
import type { Codec, EventStore } from '@portal/event-store';
import type pg from 'pg';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { Execute, Load } from '../commands/execute.ts';
import { follow } from './follow.ts';
import type { Process } from './process.ts';

/** A runner that is gone is replaced after this long, by the database's clock. */
const LEASE_SECONDS = 8;
const RENEW_MS = 2_000;
const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 30_000;

export interface ProcessRunnerOptions {
  readonly processes: readonly Process[];
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly pool: pg.Pool;
  readonly execute: Execute;
  readonly load: Load;
  readonly log: Logger;
}

export interface ProcessRunner {
  stop(): Promise<void>;
  /** Processes that can't get past an event, for /readyz. */
  stuck(): Promise<readonly { readonly process: string; readonly event: string; readonly problem: string }[]>;
}

/**
 * The safety net of the processes: follows the log from each one's own checkpoint and runs what the inline way left
 * over. One portal at a time holds the lease of a process. An event that fails is tried again with back-off and holds
 * the process there, visible in /readyz; nothing is skipped in silence.
 */
export function startProcessRunner(options: ProcessRunnerOptions): ProcessRunner {
  const stopping = new AbortController();
  const loops = options.processes.map((process) => superviseProcess(process, options, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
    async stuck() {
      const { rows } = await options.pool.query<{
        process: string;
        stuck_on: string;
        problem: string | null;
      }>('SELECT process, stuck_on, problem FROM process_checkpoints WHERE stuck_on IS NOT NULL');
      return rows.map((row) => ({ process: row.process, event: row.stuck_on, problem: row.problem ?? '' }));
    },
  };
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});

/** Takes the lease, runs until it is lost or something fails, and starts again. */
async function superviseProcess(
  process: Process,
  options: ProcessRunnerOptions,
  stop: AbortSignal,
): Promise<void> {
  const owner = v7();
  let wait = RETRY_FIRST_MS;
  while (!stop.aborted) {
    try {
      const lease = await takeLease(options.pool, process.name, owner);
      if (lease === null) {
        await pause(RENEW_MS, stop);
        continue;
      }
      await runUnderLease(process, options, lease, stop, () => {
        wait = RETRY_FIRST_MS;
      });
    } catch (error) {
      if (stop.aborted) return;
      options.log.error({ err: error, process: process.name, retryInMs: wait }, 'process runner stopped');
      await pause(wait, stop);
      wait = Math.min(wait * 2, RETRY_MOST_MS);
    }
  }
  await releaseLease(options.pool, process.name, owner).catch(() => {});
}

interface Lease {
  readonly owner: string;
  readonly epoch: string;
  readonly position: string | null;
}

async function takeLease(pool: pg.Pool, process: string, owner: string): Promise<Lease | null> {
  const { rows } = await pool.query<{ epoch: string; position: string | null }>(
    `INSERT INTO process_checkpoints AS held (process, owner, epoch, leased_until)
     VALUES ($1, $2, 1, clock_timestamp() + make_interval(secs => $3))
     ON CONFLICT (process) DO UPDATE
       SET owner = excluded.owner, epoch = held.epoch + 1, leased_until = excluded.leased_until
       WHERE held.leased_until < clock_timestamp() OR held.owner = excluded.owner
     RETURNING epoch::text, position`,
    [process, owner, LEASE_SECONDS],
  );
  const [row] = rows;
  return row === undefined ? null : { owner, ...row };
}

async function releaseLease(pool: pg.Pool, process: string, owner: string): Promise<void> {
  await pool.query(
    "UPDATE process_checkpoints SET leased_until = '-infinity' WHERE process = $1 AND owner = $2",
    [process, owner],
  );
}

async function runUnderLease(
  process: Process,
  options: ProcessRunnerOptions,
  lease: Lease,
  stop: AbortSignal,
  advanced: () => void,
): Promise<void> {
  const { pool } = options;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    pool
      .query(
        `UPDATE process_checkpoints SET leased_until = clock_timestamp() + make_interval(secs => $4)
         WHERE process = $1 AND owner = $2 AND epoch = $3`,
        [process.name, lease.owner, lease.epoch, LEASE_SECONDS],
      )
      .then(({ rowCount }) => {
        if (rowCount !== 1) lost.abort();
      })
      .catch(() => lost.abort());
  }, RENEW_MS);
  renewal.unref();

  /** @returns whether the checkpoint moved, which only the holder of the lease can do */
  const save = async (position: string | null, stuckOn: string | null, problem: string | null) => {
    const { rowCount } = await pool.query(
      `UPDATE process_checkpoints SET position = $4, stuck_on = $5, problem = $6
       WHERE process = $1 AND owner = $2 AND epoch = $3`,
      [process.name, lease.owner, lease.epoch, position, stuckOn, problem],
    );
    if (rowCount !== 1) lost.abort();
    return rowCount === 1;
  };

  try {
    let position = lease.position;
    const signal = AbortSignal.any([stop, lost.signal]);
    const pages = options.store.subscribe({ from: position, types: process.types, signal, pageSize: 100 });
    for await (const page of pages) {
      for (const recorded of page.events) {
        try {
          const [envelope] = await options.codec.decode([recorded], { personal: true });
          if (envelope !== undefined) await follow(process, envelope, options);
        } catch (error) {
          await save(position, recorded.id, error instanceof Error ? error.message : String(error));
          throw error;
        }
        position = recorded.position;
        if (signal.aborted) return;
      }
      if (page.next !== null) position = page.next;
      if (!(await save(position, null, null))) return;
      advanced();
    }
  } finally {
    clearInterval(renewal);
    lost.abort();
  }
}
