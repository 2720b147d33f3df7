import { setMaxListeners } from 'node:events';
import os from 'node:os';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { EventMetadata, PortalEvent, PortalEventType } from '@portal/domain';
import { type Codec, type EventStore, type Leased, Leases, type Position, Wake } from '@portal/event-store';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Execute, Load, PortalEnvelope } from '../../kernel/execute.ts';
import { follow } from '../../kernel/follow.ts';
import type { InlineRuns } from '../../kernel/inlineRuns.ts';
import { messageOf } from '../../kernel/messageOf.ts';
import type { LookUp, Process } from '../../kernel/process.ts';
import { storedIdOf } from '../../kernel/storedIds.ts';
import { FOLLOWER_LEASES, readCheckpoint, saveCheckpoint } from './checkpoints.ts';

const RETRY_FIRST_MS = 200;
const MAX_RETRY_MS = 30_000;
/** About as long as a lease: before a longer pause the lease is left to another portal. */
const RETRY_ALONE_MS = 7_000;
/** Shortest time between saves for pages without an event for the follower, which are most. */
const IDLE_SAVE_MS = 1_000;

/** Handles the log's events in order, from its own checkpoint. */
export interface Follower {
  /** Its checkpoint has the id of `storedIdOf`. */
  readonly name: string;
  readonly types: readonly PortalEventType[];
  /**
   * Must be idempotent: called at least once per event. An error is retried and stops the follower at the event.
   * @param signal aborts when the portal stops or the lease is lost
   */
  handle(envelope: PortalEnvelope, signal: AbortSignal): Promise<void>;
}

/** Runs the process for events that it was not run for inline, e.g. after a crash. */
export function processFollower(
  process: Process,
  ports: { readonly execute: Execute; readonly load: Load; readonly lookUp: LookUp },
  runs: InlineRuns,
): Follower {
  const { name, types } = process;
  return {
    name,
    types,
    async handle(envelope) {
      // an event may arrive before the command that appended it has begun its processes
      await setImmediate();
      if (!(await runs.succeeded(name, envelope))) await follow(process, envelope, ports);
    },
  };
}

interface FollowersOptions {
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** See `Leases`. */
  readonly ownerIsGone?: string | undefined;
}

/**
 * Runs each follower in the portal that holds its lease. An event that fails stops its follower and is retried with back-off; see
 * {@link stuckFollowers}. Nothing is skipped.
 */
export function runFollowers(followers: readonly Follower[], options: FollowersOptions) {
  const { pool, log, ownerIsGone } = options;
  const stopping = new AbortController();
  // each follower and each of its waits listens
  setMaxListeners(0, stopping.signal);
  const runners = followers.map((follower) => new FollowerRunner(follower, options));
  const leases = new Leases({
    pool,
    table: FOLLOWER_LEASES,
    leased: runners,
    owner: `${os.hostname()} ${process.pid}`,
    ownerIsGone,
    log,
  });
  const loops = [leases.run(stopping.signal), ...runners.map((runner) => runner.run(stopping.signal))];
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(loops);
      await leases.release().catch(() => false);
    },
  };
}

/** Runs a follower while this portal holds its lease. */
class FollowerRunner implements Leased {
  readonly lease: readonly [string];
  readonly #follower: Follower;
  readonly #options: FollowersOptions;
  readonly #wake = new Wake();
  #epoch: bigint | undefined;
  #lost = new AbortController();
  resting = false;
  #wait = RETRY_FIRST_MS;

  constructor(follower: Follower, options: FollowersOptions) {
    this.lease = [storedIdOf(follower.name)];
    this.#follower = follower;
    this.#options = options;
  }

  get epoch(): bigint | undefined {
    return this.#epoch;
  }

  setEpoch(epoch: bigint | undefined): void {
    if (this.#epoch === epoch) return;
    this.#epoch = epoch;
    this.#lost.abort();
    this.#wake.call();
  }

  /** Runs until the signal aborts; failures are logged and retried from the checkpoint. */
  async run(stop: AbortSignal): Promise<void> {
    stop.addEventListener('abort', () => this.#wake.call(), { once: true });
    while (!stop.aborted) {
      if (this.#epoch === undefined) {
        await this.#wake.sleep();
        continue;
      }
      try {
        await this.#follow(this.#epoch, stop);
      } catch (error) {
        if (stop.aborted) break;
        const { name } = this.#follower;
        this.#options.log.error({ err: error, follower: name, retryInMs: this.#wait }, 'follower stopped');
        this.resting = this.#wait > RETRY_ALONE_MS;
        if (this.resting) this.#epoch = undefined;
        await sleep(this.#wait, undefined, { signal: stop, ref: false }).catch(() => {});
        this.resting = false;
        this.#wait = Math.min(this.#wait * 2, MAX_RETRY_MS);
      }
    }
  }

  /** Handles events from the checkpoint on, until stopped or without lease. */
  async #follow(epoch: bigint, stop: AbortSignal): Promise<void> {
    const { store, codec, pool } = this.#options;
    const { name, types } = this.#follower;
    const save = (...to: [Position | null, { event: string; problem: string }?]) =>
      saveCheckpoint(pool, name, epoch, ...to);
    this.#lost = new AbortController();
    const signal = AbortSignal.any([stop, this.#lost.signal]);
    const checkpoint = await readCheckpoint(pool, name, epoch);
    if (checkpoint === undefined) return this.#drop(epoch);
    let position = checkpoint;
    let saved = checkpoint;
    let savedAt = Number.NEGATIVE_INFINITY;
    try {
      for await (const page of store.subscribe({ from: position, types, signal, pageSize: 100 })) {
        for (const recorded of page.events) {
          try {
            const [envelope] = await codec.decode([recorded], { personal: true });
            if (envelope !== undefined) await this.#follower.handle(envelope, signal);
          } catch (error) {
            if (signal.aborted) throw error;
            await save(position, { event: recorded.id, problem: messageOf(error) });
            throw error;
          }
          position = recorded.position;
          if (signal.aborted) return;
        }
        if (page.next !== null) position = page.next;
        if (page.events.length === 0 && performance.now() - savedAt < IDLE_SAVE_MS) continue;
        if (!(await save(position))) return this.#drop(epoch);
        saved = position;
        savedAt = performance.now();
        this.#wait = RETRY_FIRST_MS;
      }
    } finally {
      // saves what was handled, unless the lease was lost
      if (position !== saved && stop.aborted) await save(position).catch(() => false);
    }
  }

  #drop(epoch: bigint): void {
    if (this.#epoch === epoch) this.#epoch = undefined;
  }
}
