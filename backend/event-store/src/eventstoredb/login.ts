/** A login for the portal on EventStoreDB that only reads and appends (docs/operations.md, EventStoreDB login). */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Access, limitTo } from './accessLists.ts';
import { type Account, type Connection, connect, NEVER } from './connection.ts';
import { hasLogins, loginOf, withLogin } from './connectionString.ts';
import { refusalOf } from './failures.ts';

/** Group of the portal's logins, which access lists name. */
const GROUP = 'dealer-portal';

const TIMEOUT_MS = 10_000;
const SILENT_MS = 5_000;
/** Limit for asking which groups a login has: a server that keeps no logins itself may not answer. */
const GROUPS_MS = 2_000;

export interface LoginToPrepare {
  readonly login: string;
  /** Replaces the password of a login that exists. */
  readonly newPassword: boolean;
}

/**
 * Makes the login, or limits it again to what a portal needs. A second call changes nothing.
 * @param connectionString with an administrator's login
 * @returns the changes in words, and the address with the new login and its password; null if the password stays as it was
 * @throws Error that says why not: a server without logins, a login of somebody else, an address without administrator
 */
export async function prepareLogin(connectionString: string, wanted: LoginToPrepare) {
  return connected(connectionString, async (connection) => {
    if (!hasLogins(connectionString))
      throw new Error('EventStoreDB has no logins without TLS, so there is none to prepare.');
    const { changes, password } = await prepareOn(connection, wanted);
    return {
      changes,
      address: password === null ? null : withLogin(connectionString, wanted.login, password),
    };
  });
}

/** {@link prepareLogin} on a connection of an administrator. */
export async function prepareOn(connection: Connection, wanted: LoginToPrepare): Promise<Prepared> {
  try {
    return await prepare(connection, wanted);
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new Error('The address needs the login of an administrator of EventStoreDB (group $admins).', {
      cause: error,
    });
  }
}

interface Prepared {
  readonly changes: readonly string[];
  /** Null if it stays as it was. */
  readonly password: string | null;
}

async function prepare(connection: Connection, { login, newPassword }: LoginToPrepare): Promise<Prepared> {
  const accounts = await connection.accounts(null, TIMEOUT_MS);
  const present = accounts.find((account) => account.login === login);
  if (present !== undefined && !present.groups.includes(GROUP)) {
    throw new Error(
      `The login ${login} exists and was not made by this command (its groups: ${present.groups.join(', ') || 'none'}). Choose another name with --login.`,
    );
  }
  const own = accounts.filter(({ groups }) => groups.includes(GROUP)).map((account) => account.login);
  const changes: string[] = [...(await limitAccess(connection, [...own, login], accounts))];
  const account = { login, fullName: 'Dealer Portal', groups: [GROUP] };
  // 192 bits; none of its characters needs percent-encoding
  const password = randomBytes(24).toString('base64url');
  if (present === undefined) {
    await connection.createAccount(account, password, TIMEOUT_MS);
    return { changes: [...changes, `Login ${login} made, in group ${GROUP}`], password };
  }
  if (present.groups.length > 1) {
    await connection.updateAccount({ ...account, fullName: present.fullName }, TIMEOUT_MS);
    changes.push(`Login ${login}, groups: ${present.groups.join(', ')} → ${GROUP}`);
  }
  if (!newPassword) return { changes, password: null };
  await connection.setPassword(login, password, TIMEOUT_MS);
  return { changes: [...changes, `Login ${login} has a new password`], password };
}

/** @returns the changes in words */
async function limitAccess(
  connection: Connection,
  logins: readonly string[],
  accounts: readonly Account[],
): Promise<readonly string[]> {
  const settings = await lastOf<Access['settings']>(connection, '$settings');
  const logMetadata = await lastOf<Access['logMetadata']>(connection, '$$$all');
  const others = accounts
    .filter((account) => !logins.includes(account.login) && !account.groups.includes('$admins'))
    .map((account) => account.login);
  const limited = limitTo(
    { group: GROUP, logins, others },
    { settings: settings.data, logMetadata: logMetadata.data },
  );
  await replace(connection, settings, limited.settings);
  await replace(connection, logMetadata, limited.logMetadata);
  return limited.changes;
}

interface Last<Data> {
  readonly stream: string;
  readonly data: Data;
  readonly revision: bigint | 'no_stream';
}

/** What a system stream holds: its last event. */
async function lastOf<Data extends object>(connection: Connection, stream: string): Promise<Last<Data>> {
  const request = { stream, from: 'end', direction: 'backward', count: 1n } as const;
  const reading = await connection.read(request, TIMEOUT_MS);
  for await (const { data, revision } of reading) return { stream, data: JSON.parse(data), revision };
  return { stream, data: {} as Data, revision: 'no_stream' };
}

async function replace<Data>(connection: Connection, last: Last<Data>, data: Data): Promise<void> {
  const text = JSON.stringify(data);
  if (text === JSON.stringify(last.data)) return;
  const type = last.stream.startsWith('$$') ? '$metadata' : last.stream;
  const event = { id: randomUUID(), type, data: text, metadata: '' };
  const { kind } = await connection.append(last.stream, [event], last.revision, TIMEOUT_MS);
  if (kind !== 'appended')
    throw new Error(`Somebody changed ${last.stream} at the same moment. Please run the command again.`);
}

/** What the address's login can do that a portal does not need, e.g. `delete streams`; nothing is changed. */
export async function needlessRights(connectionString: string): Promise<readonly string[]> {
  if (!hasLogins(connectionString)) return [];
  return connected(connectionString, (connection) => needlessRightsOn(connection, loginOf(connectionString)));
}

/** {@link needlessRights} of a connection's login. */
export async function needlessRightsOn(
  connection: Connection,
  login: string | null,
): Promise<readonly string[]> {
  const own = login === null ? [] : await connection.accounts(login, GROUPS_MS).catch(() => []);
  const groups = own.flatMap((account) => account.groups);
  // at a revision that no stream has, so that the answer is a refusal in any case
  const stream = `dealer-portal-${randomUUID()}`;
  const metadata = { id: randomUUID(), type: '$metadata', data: '{}', metadata: '' };
  const [deletes, setsMetadata] = await Promise.all([
    connection.mayDelete(stream, TIMEOUT_MS),
    connection.append(`$$${stream}`, [metadata], NEVER, TIMEOUT_MS).then(
      () => true,
      (error) => {
        if (isDenied(error)) return false;
        throw error;
      },
    ),
  ]);
  return [
    ...(groups.includes('$admins') ? ['administer the server'] : []),
    ...(groups.includes('$ops') ? ['scavenge'] : []),
    ...(deletes ? ['delete streams'] : []),
    ...(setsMetadata ? ['set the metadata of streams'] : []),
  ];
}

const isDenied = (error: unknown) =>
  error instanceof Error && refusalOf(error.cause ?? error) === 'access-denied';

async function connected<Result>(
  connectionString: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = connect(connectionString, SILENT_MS);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
