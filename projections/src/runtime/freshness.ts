import type { Position } from '@portal/event-store';
import type { Pool } from 'pg';

const POLL_MS = 25;
/** Longest wait of a response for its projections. */
export const FRESHNESS_MS = 2_000;

/** `catching-up`: the event is in the log, the read models follow. */
export type Freshness = 'fresh' | 'catching-up';

interface Waiter {
  readonly position: Position;
  readonly names: readonly string[];
  readonly missing: Set<string>;
  readonly done: (freshness: Freshness) => void;
}

export interface FreshnessOptions {
  readonly pool: Pool;
  readonly comparePositions: (a: Position, b: Position) => number;
  /** Versions that this process reads, by name. */
  readonly versions: ReadonlyMap<string, number>;
  /** Whether this process feeds the projection, and so learns of progress at once. */
  readonly isLocal: (name: string) => boolean;
  readonly log: { warn(details: object, message: string): void };
}

/** Tracks the position of each projection; callers wait until some have passed a position. */
export class FreshnessGate {
  readonly #options: FreshnessOptions;
  readonly #progress = new Map<string, Position>();
  readonly #waiters = new Set<Waiter>();
  #polling = false;
  /** Number of calls of {@link forget}: a query begun before the last one is ignored. */
  #forgotten = 0;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  /** The projection has passed `position`. */
  advance(name: string, position: Position | null): void {
    if (position === null || this.has(name, position)) return;
    this.#progress.set(name, position);
    for (const waiter of this.#waiters) {
      if (!waiter.missing.has(name) || !this.has(name, waiter.position)) continue;
      waiter.missing.delete(name);
      if (waiter.missing.size === 0) waiter.done('fresh');
    }
  }

  /** Forgets the positions of these projections: a database that crashed may have lost the last rows. */
  forget(names: Iterable<string>): void {
    this.#forgotten += 1;
    for (const name of names) {
      this.#progress.delete(name);
      for (const waiter of this.#waiters) if (waiter.names.includes(name)) waiter.missing.add(name);
    }
  }

  has(name: string, position: Position): boolean {
    const reached = this.#progress.get(name);
    return reached !== undefined && this.#options.comparePositions(reached, position) >= 0;
  }

  /** Resolves `fresh` once all of them have passed `position`; `catching-up` after `timeoutMs` or an abort. */
  wait(
    wanted: Iterable<string>,
    position: Position,
    options: { readonly timeoutMs?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Freshness> {
    const names = [...wanted];
    const missing = new Set(names.filter((name) => !this.has(name, position)));
    if (missing.size === 0) return Promise.resolve('fresh');
    const { timeoutMs = FRESHNESS_MS, signal } = options;
    if (signal?.aborted) return Promise.resolve('catching-up');
    return new Promise((resolve) => {
      const done = (freshness: Freshness) => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        resolve(freshness);
      };
      const cancel = () => done('catching-up');
      const waiter: Waiter = { position, names, missing, done };
      const timer = Number.isFinite(timeoutMs) ? setTimeout(cancel, timeoutMs) : undefined;
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiters.add(waiter);
      if (!this.#polling) void this.#poll();
    });
  }

  /** Ends every wait. */
  close(): void {
    for (const { done } of [...this.#waiters]) done('catching-up');
  }

  /** Polls checkpoints while a caller waits for a projection that another process feeds. */
  async #poll(): Promise<void> {
    this.#polling = true;
    while (this.#waiters.size > 0) {
      const remote = [...this.#waiters].some(({ missing }) =>
        [...missing].some((name) => !this.#options.isLocal(name)),
      );
      if (remote) {
        await this.readCheckpoints().catch((error) =>
          this.#options.log.warn({ err: error }, 'The checkpoints can not be read; trying again.'),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.#polling = false;
  }

  /** Reads the checkpoints from the database. */
  async readCheckpoints(): Promise<void> {
    const forgotten = this.#forgotten;
    const { rows } = await this.#options.pool.query<{
      projection: string;
      version: number;
      checkpoint: string | null;
    }>({
      name: 'live-checkpoints',
      text: "SELECT projection, version, checkpoint FROM projection_generations WHERE state = 'live'",
    });
    if (this.#forgotten !== forgotten) return;
    for (const { projection, version, checkpoint } of rows) {
      if (this.#options.versions.get(projection) === version) this.advance(projection, checkpoint);
    }
  }
}
