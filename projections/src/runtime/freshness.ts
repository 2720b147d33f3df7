import type { Position } from '@portal/event-store';
import type { Pool } from 'pg';

const POLL_MS = 25;
/** Longest a response waits for its projections. */
export const FRESHNESS_MS = 2_000;

/** `catching-up`: the write stands, its read models follow. */
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
  /** Whether this process feeds that projection itself and so knows of progress at once. */
  readonly isLocal: (name: string) => boolean;
  readonly log: { warn(details: object, message: string): void };
}

/** Knows how far each projection is, and lets callers wait until some of them have passed a position. */
export class FreshnessGate {
  readonly #options: FreshnessOptions;
  readonly #progress = new Map<string, Position>();
  readonly #waiters = new Set<Waiter>();
  #polling = false;
  /** How often something was forgotten: what was asked before that is not believed. */
  #forgotten = 0;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  /** A projection's rows hold everything up to `position`. */
  advance(name: string, position: Position | null): void {
    if (position === null || this.has(name, position)) return;
    this.#progress.set(name, position);
    for (const waiter of this.#waiters) {
      if (!waiter.missing.has(name) || !this.has(name, waiter.position)) continue;
      waiter.missing.delete(name);
      if (waiter.missing.size === 0) waiter.done('fresh');
    }
  }

  /** What was known of these projections may not hold any more: a database that crashed forgets the last rows. */
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

  /** While somebody waits for a projection that another process feeds: looks at the checkpoints. */
  async #poll(): Promise<void> {
    this.#polling = true;
    while (this.#waiters.size > 0) {
      const remote = [...this.#waiters].some(({ missing }) =>
        [...missing].some((name) => !this.#options.isLocal(name)),
      );
      if (remote) {
        await this.readCheckpoints().catch((error) =>
          this.#options.log.warn({ err: error }, 'The checkpoints can not be read just now; trying again.'),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.#polling = false;
  }

  /** Takes over the checkpoints as the database has them. */
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
