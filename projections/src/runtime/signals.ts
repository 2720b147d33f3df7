import { randomUUID } from 'node:crypto';
import type { Position } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import type { Log } from './log.ts';
import { parseSignal, type SignalMessage } from './signalMessage.ts';

export const CHANNEL = 'portal_projections';
const RECONNECT_MS = 1_000;
/** What comes up within this time goes out as one message: the projections that an append concerns are done one after the other. */
const GATHER_MS = 3;
/** PostgreSQL takes messages of less than 8,000 bytes. */
const MOST_BYTES = 7_500;
/** Each process says this often that it listens; one that is alone saves itself all other messages. */
const HERE_MS = 5_000;
/** A process that said nothing for so many times that long is gone; who has not heard itself either may be deaf. */
const GONE = 3;
/** Past this many accounts a change says only that there were many. */
const MOST_ACCOUNTS = 100;

/** Rows of a projection have changed. */
export interface ProjectionChange {
  readonly projection: string;
  /** Whose rows; null for too many to name. */
  readonly accounts: readonly string[] | null;
  readonly position: Position;
}

export interface SignalsOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly onProgress: (consumer: string, position: Position) => void;
  readonly onChange: (change: ProjectionChange) => void;
  readonly onFreed: () => void;
  /** Default {@link HERE_MS}. */
  readonly hereMs?: number;
}

/**
 * NOTIFY between the processes that share a database: how far projections are and what changed. Only a
 * hint that saves waiting; what gets lost is made good by polling checkpoints.
 */
export class Signals {
  /** Messages that were passed over because they are none of ours. */
  misunderstood = 0;
  readonly #options: SignalsOptions;
  readonly #id = randomUUID();
  #progress: Record<string, Position> = {};
  #changes = new Map<string, { accounts: Set<string>; position: Position }>();
  #sending: Promise<void> | undefined;
  /** Gives the connection that listens back; does nothing when that has been done. */
  #release: ((broken: Error | true) => boolean) | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #sayingHere: NodeJS.Timeout | undefined;
  #saying: Promise<void> | undefined;
  /** Until when some other process counts as listening, by `performance.now`. */
  #othersUntil = Number.NEGATIVE_INFINITY;
  /** Until when it counts as hearing: its own messages come back to it. */
  #hearsUntil = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: SignalsOptions) {
    this.#options = options;
  }

  /** Listens until {@link stop}, across lost connections; on a connection of its own out of the pool. */
  async listen(): Promise<void> {
    const { pool, log } = this.#options;
    // A connection that is lost during LISTEN says so twice: by an error of its own and by failing the statement.
    let release = (_broken: Error | true) => true;
    try {
      const client = await pool.connect();
      release = releaseOnce(client);
      if (this.#stopped) {
        release(true);
        return;
      }
      client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
      client.on('error', (error) => {
        if (!release(error)) return;
        log.warn(
          { err: error },
          'The connection that listens for other processes was lost; connecting again.',
        );
        this.#listenAgain();
      });
      const again = this.#release !== undefined;
      this.#release = release;
      await client.query(`LISTEN ${CHANNEL}`);
      this.#hearsUntil = this.#goneAt();
      // nobody has answered the greeting yet
      if (again) this.#othersUntil = this.#goneAt();
      await this.#notify({ from: this.#id, here: 'greeting' });
      this.#sayingHere ??= setInterval(() => this.#sayHere(), this.#options.hereMs ?? HERE_MS).unref();
    } catch (error) {
      if (!release(error as Error)) return;
      log.warn({ err: error }, 'Can not listen for other processes just now; trying again.');
      this.#listenAgain();
    }
  }

  /** What has not been told yet of how far projections are may not hold any more. */
  forgetProgress(): void {
    this.#progress = {};
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
    clearTimeout(this.#reconnecting);
    clearInterval(this.#sayingHere);
    await Promise.all([this.#sending, this.#saying]);
    // A connection that has listened is not used for anything else.
    this.#release?.(true);
  }

  #listenAgain(): void {
    if (!this.#stopped) this.#reconnecting = setTimeout(() => void this.listen(), RECONNECT_MS).unref();
  }

  /** Only who hears, and hears nobody, is alone: not one that was stopped for a while, or whose connection is dead. */
  #isAlone(): boolean {
    const now = performance.now();
    return now < this.#hearsUntil && now >= this.#othersUntil;
  }

  #goneAt(): number {
    return performance.now() + GONE * (this.#options.hereMs ?? HERE_MS);
  }

  #sayHere(): void {
    if (this.#stopped) return;
    this.#saying = this.#notify({ from: this.#id, here: 'still' }).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'Other processes could not be told of this one.'),
    );
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
      if (this.#isAlone()) continue;
      try {
        const whole: SignalMessage = { from: this.#id, progress, changes };
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

  async #notify(message: SignalMessage): Promise<void> {
    await this.#options.pool.query({
      name: 'notify-projections',
      text: 'SELECT pg_notify($1, $2)',
      values: [CHANNEL, JSON.stringify(message)],
    });
  }

  #receive(payload: string): void {
    const message = parseSignal(payload);
    if (message === undefined) {
      this.misunderstood += 1;
      this.#options.log.warn(
        { misunderstood: this.misunderstood },
        'A message on the channel of the projections is none of ours; passed over.',
      );
      return;
    }
    if (message.from === this.#id) {
      this.#hearsUntil = this.#goneAt();
      return;
    }
    if (message.here === 'greeting') this.#sayHere();
    this.#othersUntil = this.#goneAt();
    for (const [consumer, position] of Object.entries(message.progress ?? {})) {
      this.#options.onProgress(consumer, position);
    }
    for (const change of message.changes ?? []) this.#options.onChange(change);
    if (message.freed) this.#options.onFreed();
  }
}

/** Answers how to close a connection; that tells whether it was still open, and does nothing the second time. */
function releaseOnce(client: PoolClient): (broken: Error | true) => boolean {
  let released = false;
  return (broken) => {
    if (released) return false;
    released = true;
    client.release(broken);
    return true;
  };
}
