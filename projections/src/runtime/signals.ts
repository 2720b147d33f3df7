import { randomUUID } from 'node:crypto';
import type { Position } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import type { Log } from './log.ts';

const CHANNEL = 'portal_projections';
const RECONNECT_MS = 1_000;
/** What comes up within this time goes out as one message: the projections that an append concerns are done one after the other. */
const GATHER_MS = 3;
/** PostgreSQL takes messages of less than 8,000 bytes. */
const MOST_BYTES = 7_500;
/** Past this many accounts a change says only that there were many. */
const MOST_ACCOUNTS = 100;

/** Rows of a projection have changed. */
export interface ProjectionChange {
  readonly projection: string;
  /** Whose rows; null for too many to name. */
  readonly accounts: readonly string[] | null;
  readonly position: Position;
}

interface Message {
  readonly from: string;
  readonly progress?: Readonly<Record<string, Position>>;
  readonly changes?: readonly ProjectionChange[];
  readonly freed?: true;
}

export interface SignalsOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly onProgress: (consumer: string, position: Position) => void;
  readonly onChange: (change: ProjectionChange) => void;
  readonly onFreed: () => void;
  /** What other processes said may be out of date: the connection was lost. */
  readonly onLost: () => void;
}

/**
 * NOTIFY between the processes that share a database: how far projections are and what changed. Only a
 * hint that saves waiting; what gets lost is made good by polling checkpoints.
 */
export class Signals {
  readonly #options: SignalsOptions;
  readonly #id = randomUUID();
  #progress: Record<string, Position> = {};
  #changes = new Map<string, { accounts: Set<string>; position: Position }>();
  #sending: Promise<void> | undefined;
  #listener: PoolClient | undefined;
  #stopped = false;

  constructor(options: SignalsOptions) {
    this.#options = options;
  }

  /** Listens until {@link stop}; on a connection of its own out of the pool. */
  async listen(): Promise<void> {
    const { pool, log, onLost } = this.#options;
    const again = () => {
      if (!this.#stopped) setTimeout(() => void this.listen(), RECONNECT_MS).unref();
    };
    try {
      const client = await pool.connect();
      if (this.#stopped) return client.release();
      client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
      client.on('error', (error) => {
        if (this.#listener !== client) return;
        this.#listener = undefined;
        client.release(error);
        log.warn(
          { err: error },
          'The connection that listens for other processes was lost; connecting again.',
        );
        onLost();
        again();
      });
      this.#listener = client;
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      log.warn({ err: error }, 'Can not listen for other processes just now; trying again.');
      again();
    }
  }

  progressed(consumer: string, position: Position): void {
    this.#progress[consumer] = position;
    this.#send();
  }

  changed({ projection, accounts, position }: ProjectionChange): void {
    const pending = this.#changes.get(projection);
    const all = pending?.accounts ?? new Set<string>();
    for (const account of accounts ?? []) all.add(account);
    this.#changes.set(projection, { accounts: all, position });
    this.#send();
  }

  /** Tells the others that leases are free to take. */
  async freed(): Promise<void> {
    await this.#notify({ from: this.#id, freed: true });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
    // A connection that has listened is not given back to the pool.
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  /** One message at a time; what comes up meanwhile goes out together with the next one. */
  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (Object.keys(this.#progress).length > 0 || this.#changes.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const progress = this.#progress;
      const changes = [...this.#changes].map(([projection, { accounts, position }]) => ({
        projection,
        accounts: accounts.size > MOST_ACCOUNTS ? null : [...accounts],
        position,
      }));
      this.#progress = {};
      this.#changes = new Map();
      try {
        const whole: Message = { from: this.#id, progress, changes };
        if (JSON.stringify(whole).length <= MOST_BYTES) await this.#notify(whole);
        else {
          for (const change of changes) await this.#notify({ from: this.#id, changes: [change] });
          await this.#notify({ from: this.#id, progress });
        }
      } catch (error) {
        this.#options.log.warn(
          { err: error },
          'Other processes could not be told of new rows; they will poll.',
        );
      }
    }
  }

  async #notify(message: Message): Promise<void> {
    await this.#options.pool.query({
      name: 'notify-projections',
      text: 'SELECT pg_notify($1, $2)',
      values: [CHANNEL, JSON.stringify(message)],
    });
  }

  #receive(payload: string): void {
    const message = JSON.parse(payload) as Message;
    if (message.from === this.#id) return;
    for (const [consumer, position] of Object.entries(message.progress ?? {})) {
      this.#options.onProgress(consumer, position);
    }
    for (const change of message.changes ?? []) this.#options.onChange(change);
    if (message.freed) this.#options.onFreed();
  }
}
