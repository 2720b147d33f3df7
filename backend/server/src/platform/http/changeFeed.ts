import { PassThrough, type Readable } from 'node:stream';
import { HttpProblem } from './errors.ts';
import type { Caller } from './route.ts';

/** Rows changed: which question, whose accounts (null for too many to name), and a place in the log. */
export interface Change {
  readonly projection: string;
  readonly accounts: readonly string[] | null;
  readonly position: string;
}

/** What pages call the rows of a read model, and who reads them. */
export interface Topic {
  readonly topic: string;
  /** Told to dealers of the accounts that changed too, not to administrators alone. */
  readonly dealers: boolean;
  /** Told also to those who view something of these accounts. */
  readonly guests?: boolean;
  /** Who may view what of other accounts may be what changed. */
  readonly changesGuests?: boolean;
  /** Approval, role or account of somebody may be what changed. */
  readonly changesAccess?: boolean;
}
/** By the name of the read model; one that no page reads has no topic. */
export type Topics = Readonly<Record<string, Topic>>;

/** Sessions ended, of the users that the change names. */
export const SESSIONS_ENDED = 'sessionsEnded';
/** Also how long at most a stream outlives a session that ran out. */
const HEARTBEAT_MS = 20_000;
/** Buffer limit for a slow client. */
const MOST_UNREAD_BYTES = 64 * 1024;
/** Tabs of one person; more than that is a fault of the client. */
const MOST_CONNECTIONS = 20;

export interface ChangeFeed {
  /** A stream of server-sent events for this caller, ended when `stillAllowed` says no: its session is over. */
  open(caller: Caller, stillAllowed: () => Promise<boolean>): Promise<Readable>;
  publish(change: Change): void;
  /** Ends every stream, for a stop. */
  close(): void;
}

/** Port: the companies of which these users may view something, by user. */
export type HostsOf = (userIds: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

const NOBODY: ReadonlySet<string> = new Set();

interface Connection {
  readonly caller: Caller;
  /** Companies that share something with this dealer. */
  hosts: ReadonlySet<string>;
  readonly stream: PassThrough;
  check(): Promise<void>;
}

/**
 * Notifies open pages of changed read models, `{topic, seq}` only; they refetch. Dealers are notified for their
 * company and sites shared with them.
 */
export function createChangeFeed(hostsOf: HostsOf, topics: Topics): ChangeFeed {
  const connections = new Set<Connection>();

  const tell = (connection: Connection, data: string) => {
    connection.stream.write(data);
    // a reader that takes nothing any more would be buffered for without end; a page that lives comes back
    if (connection.stream.writableLength > MOST_UNREAD_BYTES) connection.stream.destroy();
  };

  /** After shares began or ended: who views what from now on, told to those who do since now. */
  const readHosts = async (change: Change, told: ReadonlySet<Connection>, data: string) => {
    const dealers = [...connections].filter(({ caller }) => !caller.isAdmin);
    const hosts = await hostsOf([...new Set(dealers.map(({ caller }) => caller.id))]);
    for (const connection of dealers) {
      connection.hosts = hosts.get(connection.caller.id) ?? NOBODY;
      if (!told.has(connection) && isGuest(connection, change)) tell(connection, data);
    }
  };

  return {
    async open(caller, stillAllowed) {
      const hosts = caller.isAdmin ? NOBODY : ((await hostsOf([caller.id])).get(caller.id) ?? NOBODY);
      const own = [...connections].filter((connection) => personOf(connection.caller) === personOf(caller));
      if (own.length >= MOST_CONNECTIONS) throw new HttpProblem(429, 'Too many open pages');
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

    publish(change) {
      if (change.projection === SESSIONS_ENDED) {
        for (const connection of connections)
          if (change.accounts?.includes(personOf(connection.caller))) void connection.check();
        return;
      }
      const named = topics[change.projection];
      if (named === undefined) return;
      const data = `data: ${JSON.stringify({ topic: named.topic, seq: change.position })}\n\n`;
      const told = new Set<Connection>();
      for (const connection of connections) {
        const { caller } = connection;
        const guest = named.guests === true && isGuest(connection, change);
        if (!caller.isAdmin && !guest && !(named.dealers && isOwn(caller, change))) continue;
        tell(connection, data);
        told.add(connection);
        if (named.changesAccess) void connection.check();
      }
      // without a database they hear of it with the next change
      if (named.changesGuests) readHosts(change, told, data).catch(() => undefined);
    },

    close() {
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
