import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventMetadata, PortalEvent } from '@portal/domain';
import type { Codec, EventStore } from '@portal/event-store';
import type pg from 'pg';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import { messageOf } from '../../kernel/messageOf.ts';
import type { Follower } from './follower.ts';
import { type Lease, RENEW_MS, releaseLease, takeLease } from './lease.ts';

const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 30_000;
/** Pages without an event for the follower move the checkpoint at most this often: most of the log is such pages. */
const IDLE_SAVE_MS = 1_000;

export interface FollowersOptions {
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly pool: pg.Pool;
  readonly log: Logger;
}

export interface RunningFollowers {
  stop(): Promise<void>;
}

/**
 * Runs followers, each from its own checkpoint. One portal at a time holds the lease of a follower. An event that
 * fails is tried again with back-off and holds the follower there, visible in {@link stuckFollowers}; nothing is
 * skipped in silence.
 */
export function runFollowers(followers: readonly Follower[], options: FollowersOptions): RunningFollowers {
  const stopping = new AbortController();
  // each follower listens to it, and so does what it waits for
  setMaxListeners(10 + followers.length * 4, stopping.signal);
  const loops = followers.map((follower) => supervise(follower, options, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Followers that can't get past an event, in whichever portal they run. */
export async function stuckFollowers(
  pool: pg.Pool,
): Promise<readonly { readonly process: string; readonly event: string; readonly problem: string }[]> {
  const { rows } = await pool.query<{ process: string; stuck_on: string; problem: string | null }>(
    'SELECT process, stuck_on, problem FROM process_checkpoints WHERE stuck_on IS NOT NULL',
  );
  return rows.map((row) => ({ process: row.process, event: row.stuck_on, problem: row.problem ?? '' }));
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});

/** Takes the lease, runs until it is lost or something fails, and starts again. */
async function supervise(follower: Follower, options: FollowersOptions, stop: AbortSignal): Promise<void> {
  const owner = v7();
  let wait = RETRY_FIRST_MS;
  while (!stop.aborted) {
    try {
      const lease = await takeLease(options.pool, follower.name, owner);
      if (lease === null) {
        await pause(RENEW_MS, stop);
        continue;
      }
      await runUnderLease(follower, options, lease, stop, () => {
        wait = RETRY_FIRST_MS;
      });
    } catch (error) {
      if (stop.aborted) break;
      options.log.error({ err: error, follower: follower.name, retryInMs: wait }, 'follower stopped');
      await pause(wait, stop);
      wait = Math.min(wait * 2, RETRY_MOST_MS);
    }
  }
  await releaseLease(options.pool, follower.name, owner).catch(() => {});
}

async function runUnderLease(
  follower: Follower,
  options: FollowersOptions,
  lease: Lease,
  stop: AbortSignal,
  advanced: () => void,
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    lease.renew().then(
      (held) => {
        if (!held) lost.abort();
      },
      () => lost.abort(),
    );
  }, RENEW_MS);
  renewal.unref();
  const signal = AbortSignal.any([stop, lost.signal]);
  let { position } = lease;
  let saved = position;
  let savedAt = Number.NEGATIVE_INFINITY;
  try {
    const { store, codec } = options;
    const pages = store.subscribe({ from: position, types: follower.types, signal, pageSize: 100 });
    for await (const page of pages) {
      for (const recorded of page.events) {
        try {
          const [envelope] = await codec.decode([recorded], { personal: true });
          if (envelope !== undefined) await follower.handle(envelope, signal);
        } catch (error) {
          if (signal.aborted) throw error;
          const problem = messageOf(error);
          await lease.save(position, { event: recorded.id, problem });
          throw error;
        }
        position = recorded.position;
        if (signal.aborted) return;
      }
      if (page.next !== null) position = page.next;
      if (page.events.length === 0 && performance.now() - savedAt < IDLE_SAVE_MS) continue;
      if (!(await lease.save(position))) return;
      saved = position;
      savedAt = performance.now();
      advanced();
    }
  } finally {
    clearInterval(renewal);
    // what was handled and not yet written down; a lease that was lost meanwhile writes nothing
    if (position !== saved && stop.aborted) await lease.save(position).catch(() => false);
    lost.abort();
  }
}
