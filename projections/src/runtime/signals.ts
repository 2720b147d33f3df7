import { randomUUID } from 'node:crypto';
import type { Position } from '@portal/event-store';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import type { Log } from './log.ts';
import type { Queryable } from './select.ts';

const CHANNEL = 'portal_projections';
const RECONNECT_MS = 1_000;
/** Signals within this time are sent as one message: the projections of one append finish one after the other. */
const GATHER_MS = 3;
/** PostgreSQL's limit for a message is 8,000 bytes. */
const MAX_BYTES = 7_500;
/** Interval of presence messages; a process that is alone sends nothing else. */
const HERE_MS = 5_000;
/** Missed intervals after which another process counts as gone, and this one's own listening as broken. */
const MISSED_INTERVALS = 3;
/** A change of more accounts does not name them. */
const MAX_ACCOUNTS = 100;

/** A NOTIFY message between the processes on a database. */
const signalMessage = z.object({
  /** The sender, which receives its own messages too. */
  from: z.string(),
  changes: z
    .array(
      z.object({
        projection: z.string(),
        accounts: z.array(z.string()).nullable(),
        position: z.string().min(1),
      }),
    )
    .optional(),
  /** The sender listens. `greeting`: it has just begun, and others should answer. */
  here: z.enum(['greeting', 'still']).optional(),
  /** Leases are free. */
  freed: z.literal(true).optional(),
});

type SignalMessage = Readonly<z.infer<typeof signalMessage>>;

/** @returns undefined for another format: anyone on the database may use the channel */
function parseSignal(payload: string): SignalMessage | undefined {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return undefined;
  }
  return signalMessage.safeParse(json).data;
}

async function notify(db: Queryable, message: SignalMessage): Promise<void> {
  const values = [CHANNEL, JSON.stringify(message)];
  await db.query({ name: 'notify-projections', text: 'SELECT pg_notify($1, $2)', values });
}

/**
 * Notifies all processes on the database, this one included, of changed rows that belong to no projection; `onChange`
 * reports them under this name. In a transaction the notification is sent on commit.
 * @param accounts whose rows have changed
 */
export async function announceChange(
  db: Queryable,
  name: string,
  accounts: readonly string[] = [],
): Promise<void> {
  // such a change has no position, but a message needs one
  const change = { projection: name, accounts: [...accounts], position: '0' };
  await notify(db, { from: randomUUID(), changes: [change] });
}

/** Rows of a projection have changed. */
export interface ProjectionChange {
  readonly projection: string;
  /** Null if there are too many. */
  readonly accounts: readonly string[] | null;
  readonly position: Position;
}

export interface SignalsOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly onChange: (change: ProjectionChange) => void;
  readonly onFreed: () => void;
  /** Default {@link HERE_MS}. */
  readonly hereMs?: number;
}

/**
 * NOTIFY between the processes on a database: changes of projections, and free leases. Whether rows are fresh is asked
 * from the checkpoints.
 */
export class Signals {
  /** Number of messages in an unknown format. */
  ignored = 0;
  readonly #options: SignalsOptions;
  readonly #id = randomUUID();
  #changes = new Map<string, { accounts: Set<string>; position: Position }>();
  #sending: Promise<void> | undefined;
  /** Closes the listening connection; does nothing the second time. */
  #release: ((broken: Error | true) => boolean) | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #presenceTimer: NodeJS.Timeout | undefined;
  #sendingPresence: Promise<void> | undefined;
  /** Until when another process counts as listening (`performance.now`). */
  #othersUntil = Number.NEGATIVE_INFINITY;
  /** Until when this process counts as receiving, because its own messages arrive. */
  #receivesUntil = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: SignalsOptions) {
    this.#options = options;
  }

  /** Listens until {@link stop} on its own connection of the pool, reconnecting if it is lost. */
  async listen(): Promise<void> {
    const { pool, log } = this.#options;
    // a connection lost during LISTEN reports it twice: by an error event and by the failed statement
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
      this.#receivesUntil = this.#presenceEnd();
      // other processes have not answered the greeting yet
      if (again) this.#othersUntil = this.#presenceEnd();
      await this.#notify({ from: this.#id, here: 'greeting' });
      this.#presenceTimer ??= setInterval(
        () => this.#sendPresence(),
        this.#options.hereMs ?? HERE_MS,
      ).unref();
    } catch (error) {
      if (!release(error as Error)) return;
      log.warn({ err: error }, 'Can not listen for other processes; trying again.');
      this.#listenAgain();
    }
  }

  changed({ projection, accounts, position }: ProjectionChange): void {
    const pending = this.#changes.get(projection);
    const all = pending?.accounts ?? new Set<string>();
    for (const account of accounts ?? []) all.add(account);
    this.#changes.set(projection, { accounts: all, position });
    this.#send();
  }

  /** Tells other processes that leases are free. */
  async freed(): Promise<void> {
    await this.#notify({ from: this.#id, freed: true });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reconnecting);
    clearInterval(this.#presenceTimer);
    await Promise.all([this.#sending, this.#sendingPresence]);
    // a connection that has listened is not reused
    this.#release?.(true);
  }

  #listenAgain(): void {
    if (!this.#stopped) this.#reconnecting = setTimeout(() => void this.listen(), RECONNECT_MS).unref();
  }

  /** True if it receives its own messages and no others; false after a standstill or with a dead connection. */
  #isAlone(): boolean {
    const now = performance.now();
    return now < this.#receivesUntil && now >= this.#othersUntil;
  }

  #presenceEnd(): number {
    return performance.now() + MISSED_INTERVALS * (this.#options.hereMs ?? HERE_MS);
  }

  #sendPresence(): void {
    if (this.#stopped) return;
    this.#sendingPresence = this.#notify({ from: this.#id, here: 'still' }).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'Other processes could not be told of this one.'),
    );
  }

  /** Sends one message at a time; later signals go into the next one. */
  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#changes.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const changes = [...this.#changes].map(([projection, { accounts, position }]) => ({
        projection,
        accounts: accounts.size > MAX_ACCOUNTS ? null : [...accounts],
        position,
      }));
      this.#changes = new Map();
      if (this.#isAlone()) continue;
      try {
        const isShort = JSON.stringify(changes).length <= MAX_BYTES;
        for (const part of isShort ? [changes] : changes.map((change) => [change]))
          await this.#notify({ from: this.#id, changes: part });
      } catch (error) {
        this.#options.log.warn({ err: error }, 'Other processes could not be told of new rows.');
      }
    }
  }

  #notify(message: SignalMessage): Promise<void> {
    return notify(this.#options.pool, message);
  }

  #receive(payload: string): void {
    const message = parseSignal(payload);
    if (message === undefined) {
      this.ignored += 1;
      this.#options.log.warn(
        { ignored: this.ignored },
        'A message of unknown format on the channel of the projections was ignored.',
      );
      return;
    }
    if (message.from === this.#id) {
      this.#receivesUntil = this.#presenceEnd();
      return;
    }
    if (message.here === 'greeting') this.#sendPresence();
    // not by any message: an announced change comes from a connection that does not listen
    if (message.here !== undefined) this.#othersUntil = this.#presenceEnd();
    for (const change of message.changes ?? []) this.#options.onChange(change);
    if (message.freed) this.#options.onFreed();
  }
}

/** Returns a function that closes a connection once, and whether it was still open. */
function releaseOnce(client: PoolClient): (broken: Error | true) => boolean {
  let released = false;
  return (broken) => {
    if (released) return false;
    released = true;
    client.release(broken);
    return true;
  };
}
