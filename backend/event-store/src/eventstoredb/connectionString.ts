import { EventStoreDBClient } from '@eventstore/db-client';

/** Options of the client that have an effect; it prints the whole string for others, the password included. */
const OPTIONS = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'throwOnAppendFailure',
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
] as const;

const bare = (name: string) => name.trim().toLowerCase().replace(/[_-]/g, '');
const KNOWN = new Set(OPTIONS.map(bare));

/** What the client's parser reports. */
interface ParseFault {
  readonly location: readonly [from: number, to: number];
  readonly expected: string;
}

const isParseFault = (error: unknown): error is ParseFault =>
  error instanceof Error && 'location' in error && 'expected' in error;

/**
 * A client for an address in any form that the client takes: `esdb://` with one host or several, `esdb+discover://`,
 * credentials and options. It connects at its first call.
 * @throws Error that names the wrong part, without user and password, or a certificate that can't be read
 */
export function clientOf(connectionString: string): EventStoreDBClient {
  // the client takes what follows a second @ for a host
  const [hosts = '', query] = connectionString.replace(/^[^:]+:\/\/(?:[^:@]+:[^@]+@)?/, '').split('?');
  if (hosts.includes('@')) {
    throw new Error('The password in the EventStoreDB address must be percent-encoded: %40 for @.');
  }
  const set = new URLSearchParams(query);
  for (const [name] of set) {
    if (!KNOWN.has(bare(name))) {
      throw new Error(
        `The EventStoreDB address has the option ${name}, which has no effect. Known options: ${OPTIONS.join(', ')}.`,
      );
    }
  }
  // the client's own 5 s for each node would delay finding another one; a faulty end is left for it to report
  const isSet =
    [...set.keys()].some((name) => bare(name) === 'gossiptimeout') || /[?&]$/.test(connectionString);
  const text = isSet
    ? connectionString
    : `${connectionString}${query === undefined ? '?' : '&'}gossipTimeout=1`;
  try {
    return EventStoreDBClient.connectionString(text);
  } catch (error) {
    if (isParseFault(error)) {
      const wrong = JSON.stringify(connectionString.slice(error.location[0]));
      throw new Error(`The EventStoreDB address is wrong at ${wrong}: expected ${error.expected}.`);
    }
    const files = [...set].filter(([name]) => bare(name).endsWith('file')).map((option) => option.join('='));
    if (files.length === 0 || !(error instanceof Error)) throw error;
    throw new Error(`The EventStoreDB address has ${files.join(', ')}: ${error.message}`);
  }
}

export async function closeClient(this: EventStoreDBClient): Promise<void> {
  // dispose() ends the streams only and leaves the socket open
  await this.dispose();
  (await this.getChannel()).close();
}

const CREDENTIALS = /^([^:]+:\/\/)(?:([^:@]+):[^@]+@)?/;

/** Whether the server has logins. Without TLS, EventStoreDB has none, and the client sends no credentials. */
export function hasLogins(connectionString: string): boolean {
  const set = new URLSearchParams(connectionString.split('?')[1]);
  return ![...set].some(([name, value]) => bare(name) === 'tls' && value === 'false');
}

/** The login's name; null without one. */
export function loginOf(connectionString: string): string | null {
  const name = CREDENTIALS.exec(connectionString)?.[2];
  return name === undefined ? null : decodeURIComponent(name);
}

/** The same servers with another login. */
export const withLogin = (connectionString: string, login: string, password: string): string =>
  connectionString.replace(
    CREDENTIALS,
    (_, scheme: string) => `${scheme}${encodeURIComponent(login)}:${encodeURIComponent(password)}@`,
  );

const PARTS = /^([^:]+):\/\/([^@]*@)?([^/?]*)\/?(.*)$/;

/** The nodes that the address names, `host:port`. Its cluster may have others. */
export const hostsOf = (connectionString: string): readonly string[] =>
  (PARTS.exec(connectionString)?.[3] ?? '').split(',');

/** Whether the client has to find the leader among several nodes. */
export const isCluster = (connectionString: string): boolean =>
  connectionString.startsWith('esdb+discover:') || hostsOf(connectionString).length > 1;

/** The address of one node, with the same login and options. */
export const withHost = (connectionString: string, host: string): string =>
  connectionString.replace(
    PARTS,
    (_, _scheme, login = '', _hosts, options) => `esdb://${login}${host}${options}`,
  );

/** The client's default in milliseconds. */
const KEEP_ALIVE_TIMEOUT = 10_000;

/**
 * An address whose client gets a connection of its own: without TLS, gRPC shares one between all clients with equal options. So it
 * has another `keepAliveTimeout`, by a millisecond.
 */
export function apart(connectionString: string): string {
  const [hosts = '', query = ''] = connectionString.split('?');
  const options = query.split('&').filter((option) => option !== '');
  const isTimeout = (option: string) => bare(option.split('=')[0] ?? '') === 'keepalivetimeout';
  const timeout = Number(options.find(isTimeout)?.split('=')[1] ?? KEEP_ALIVE_TIMEOUT);
  const others = options.filter((option) => !isTimeout(option));
  return `${hosts}?${[...others, `keepAliveTimeout=${timeout + 1}`].join('&')}`;
}
