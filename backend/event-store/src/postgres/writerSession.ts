import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Waker } from '../catchUp.ts';
import { StoreUnavailable } from '../port.ts';
import { openClient, type Settings, unavailable } from './connection.ts';
import { APPENDED_CHANNEL, LISTENER_LOCK } from './schema.ts';

const FIRST_BACKOFF_MS = 25;
const LONGEST_BACKOFF_MS = 1_000;

/**
 * The connection on which this process appends and, once there are subscribers, listens. Both use one session, because the
 * shared {@link LISTENER_LOCK} tells a writer whether another session listens, and does not conflict with its own.
 */
export class WriterSession {
  readonly #settings: Settings;
  readonly #waker: Waker;
  #client: pg.Client | null = null;
  #connecting: Promise<void> | null = null;
  #waiting = 0;
  #listening = false;
  #closed = false;

  constructor(settings: Settings, waker: Waker) {
    this.#settings = settings;
    this.#waker = waker;
  }

  /** The connected client; connects with back-off. @throws StoreUnavailable at `deadline` (ms, `Date.now`) */
  async client(deadline: number): Promise<pg.Client> {
    if (this.#client !== null) return this.#client;
    this.#waiting += 1;
    const late = new AbortController();
    try {
      let lastError: unknown = null;
      const timeout = pause(Math.max(0, deadline - Date.now()), undefined, { signal: late.signal }).catch(
        () => {},
      );
      while (!this.#closed && Date.now() < deadline) {
        this.#connecting ??= this.#connect();
        await Promise.race([this.#connecting.catch((error: unknown) => (lastError = error)), timeout]);
        if (this.#client !== null) return this.#client;
      }
      throw this.#closed
        ? new StoreUnavailable('The event store is closed.')
        : unavailable('A connection to PostgreSQL', lastError ?? new Error('it took too long'));
    } finally {
      late.abort();
      this.#waiting -= 1;
    }
  }

  /** Closes a failed client; the next caller gets a new one. */
  discard(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    client.end().catch(() => {});
    this.#keepListening();
  }

  /** From now on appends of other processes wake the waker, also after reconnecting. */
  listen(): void {
    if (this.#listening || this.#closed) return;
    this.#listening = true;
    const client = this.#client;
    if (client === null) {
      this.#keepListening();
      return;
    }
    this.#startListening(client).catch((error: Error) => {
      this.#settings.onTrouble(error);
      this.discard(client);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
    await this.#connecting?.catch(() => {});
  }

  #keepListening(): void {
    if (this.#listening && !this.#closed && this.#client === null) {
      this.#connecting ??= this.#connect();
      this.#connecting.catch(() => {});
    }
  }

  /** Tries until it succeeds or no caller waits any more. */
  async #connect(): Promise<void> {
    try {
      for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS)) {
        try {
          await this.#adopt(await openClient(this.#settings));
          return;
        } catch (error) {
          if (this.#closed) throw error;
          this.#settings.onTrouble(error instanceof Error ? error : new Error(String(error)));
          if (this.#waiting === 0 && !this.#listening) throw error;
          await pause(backoff);
        }
      }
    } finally {
      this.#connecting = null;
    }
  }

  async #adopt(client: pg.Client): Promise<void> {
    client.on('notification', () => this.#waker.wake());
    client.on('end', () => {
      if (this.#client === client) this.discard(client);
    });
    try {
      if (this.#listening) await this.#startListening(client);
      if (this.#closed) throw new StoreUnavailable('The event store is closed.');
    } catch (error) {
      // not known elsewhere yet: left open, each attempt would cost the server a session
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
  }

  /**
   * Two statements, so that LISTEN is committed before the lock is granted. The grant waits for a writer that found no
   * listener, so its events are visible when the waker wakes. Every later writer notifies.
   */
  async #startListening(client: pg.Client): Promise<void> {
    await client.query(`LISTEN ${APPENDED_CHANNEL}`);
    await client.query(`SELECT pg_advisory_lock_shared(${LISTENER_LOCK})`);
    this.#waker.wake();
  }
}
