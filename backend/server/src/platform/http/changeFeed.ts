import { PassThrough, type Readable } from 'node:stream';
import { HttpProblem } from './errors.ts';
import type { Caller } from './route.ts';

/** Changed rows of a read model; `accounts` is null for too many. */
export interface Change {
  readonly projection: string;
  readonly accounts: readonly string[] | null;
  readonly position: string;
}

/** The topic of a read model's rows, and its readers. */
export interface Topic {
  readonly topic: string;
  /** Also for dealers of the changed accounts, not only administrators. */
  readonly dealers: boolean;
  /** Also for viewers of these accounts' sites. */
  readonly guests?: boolean;
  /** Shares with viewers may have changed. */
  readonly changesGuests?: boolean;
  /** Approval, role or account of users may have changed. */
  readonly changesAccess?: boolean;
}
/** By read model; one without a page has no topic. */
export type Topics = Readonly<Record<string, Topic>>;

/** Change of ended sessions; `accounts` holds user ids. */
export const SESSIONS_ENDED = 'sessionsEnded';
/** Also the longest time that a stream outlives its session. */
const HEARTBEAT_MS = 20_000;
/** Buffer limit for a slow client. */
const MAX_UNREAD_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 20;

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

/** Port: companies that share something with these users, by user. */
type HostsOf = (userIds: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

const NOBODY: ReadonlySet<string> = new Set();

interface Connection {
  readonly caller: Caller;
  hosts: ReadonlySet<string>;
  readonly stream: PassThrough;
  check(): Promise<void>;
}

/**
 * Notifies open pages of changed read models, `{topic, seq}` only; they refetch. Dealers are notified for their
 * company and sites shared with them.
 */
export function createChangeFeed(hostsOf: HostsOf, topics: Topics) {
  const connections = new Set<Connection>();

  const tell = (connection: Connection, data: string) => {
    connection.stream.write(data);
    // drop a stalled reader instead of buffering; a live page reconnects
    if (connection.stream.writableLength > MAX_UNREAD_BYTES) connection.stream.destroy();
  };

  /** Updates viewers after changed shares, and notifies new ones. */
  const readHosts = async (change: Change, notified: ReadonlySet<Connection>, data: string) => {
    const dealers = [...connections].filter(({ caller }) => !caller.isAdmin);
    const hosts = await hostsOf([...new Set(dealers.map(({ caller }) => caller.id))]);
    for (const connection of dealers) {
      connection.hosts = hosts.get(connection.caller.id) ?? NOBODY;
      if (!notified.has(connection) && isGuest(connection, change)) tell(connection, data);
    }
  };

  return {
    /** A stream of server-sent events for this caller, ended when `stillAllowed` says no: its session is over. */
    async open(caller: Caller, stillAllowed: () => Promise<boolean>): Promise<Readable> {
      const hosts = caller.isAdmin ? NOBODY : ((await hostsOf([caller.id])).get(caller.id) ?? NOBODY);
      const own = [...connections].filter((connection) => personOf(connection.caller) === personOf(caller));
      if (own.length >= MAX_CONNECTIONS) throw new HttpProblem(429, 'Too many open pages');
      const stream = new PassThrough();
      const connection: Connection = {
        caller,
        hosts,
        stream,
        async check() {
          const allowed = await stillAllowed().catch(() => false);
          if (!allowed) stream.end();
        },
      };
      connections.add(connection);
      const heartbeat = setInterval(() => {
        stream.write(':\n\n');
        void connection.check();
      }, HEARTBEAT_MS);
      heartbeat.unref();
      stream.once('close', () => {
        clearInterval(heartbeat);
        connections.delete(connection);
      });
      // the first bytes open the stream in the browser
      stream.write('retry: 3000\n\n');
      return stream;
    },

    publish(change: Change): void {
      if (change.projection === SESSIONS_ENDED) {
        for (const connection of connections)
          if (change.accounts?.includes(personOf(connection.caller))) void connection.check();
        return;
      }
      const named = topics[change.projection];
      if (named === undefined) return;
      const data = `data: ${JSON.stringify({ topic: named.topic, seq: change.position })}\n\n`;
      const notified = new Set<Connection>();
      for (const connection of connections) {
        const { caller } = connection;
        const guest = named.guests === true && isGuest(connection, change);
        if (!caller.isAdmin && !guest && !(named.dealers && isOwn(caller, change))) continue;
        tell(connection, data);
        notified.add(connection);
        if (named.changesAccess) void connection.check();
      }
      // without a database, with the next change
      if (named.changesGuests) readHosts(change, notified, data).catch(() => undefined);
    },

    close(): void {
      for (const connection of connections) connection.stream.end();
    },
  };
}

/** The person at the browser. */
export const personOf = ({ id, viewedBy }: Caller): string => viewedBy?.id ?? id;

function isOwn({ accountId }: Caller, { accounts }: Change): boolean {
  return accountId !== null && (accounts === null || accounts.includes(accountId));
}

const isGuest = ({ hosts }: Connection, { accounts }: Change): boolean =>
  accounts?.some((account) => hosts.has(account)) ?? false;
