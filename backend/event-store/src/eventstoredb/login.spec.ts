import { randomUUID } from 'node:crypto';
import {
  type EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToAllSettingsFromDefaults,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventStore } from '../port.ts';
import { anEvent, freshStream, someEvents } from '../testing/events.ts';
import { type AccessList, limitTo } from './accessLists.ts';
import { type Connection, connect } from './connection.ts';
import { clientOf, hasLogins, loginOf, withLogin } from './connectionString.ts';
import { createEventStoreDbEventStore } from './eventStoreDbEventStore.ts';
import { needlessRights, needlessRightsOn, prepareLogin, prepareOn } from './login.ts';
import { EventStoreDbDouble } from './testing/eventStoreDbDouble.ts';

const wanted = { login: 'portal', newPassword: false };

describe('the address of an EventStoreDB', () => {
  it('has logins unless TLS is off', () => {
    const address = 'esdb://ann:secret@a:2113,b:2113?tls=true&tlsCaFile=ca.crt';
    expect(hasLogins(address)).toBe(true);
    expect(hasLogins('esdb://a:2113')).toBe(true);
    expect(hasLogins('esdb://ann:secret@a:2113?TLS=false')).toBe(false);
    expect(loginOf(address)).toBe('ann');
    expect(loginOf('esdb://a%40b:secret@a:2113')).toBe('a@b');
    expect(loginOf('esdb://a:2113')).toBeNull();
    const other = 'esdb://bob:%24%26@a:2113,b:2113?tls=true&tlsCaFile=ca.crt';
    expect(withLogin(address, 'bob', '$&')).toBe(other);
    expect(withLogin('esdb+discover://a:2113', 'bob', 'x')).toBe('esdb+discover://bob:x@a:2113');
  });
});

describe("EventStoreDB's access lists", () => {
  const concerned = { group: 'portals', logins: ['portal'], others: ['ops', 'reports'] };
  const limited = (user?: AccessList, system?: AccessList, log?: AccessList) =>
    limitTo(concerned, {
      settings: { ...(user && { $userStreamAcl: user }), ...(system && { $systemStreamAcl: system }) },
      logMetadata: { ...(log && { $acl: log }) },
    });

  it('of a new server let the group read the log, and all logins but the group delete as before', () => {
    expect(limited()).toEqual({
      settings: {
        $userStreamAcl: { $d: ['$admins', 'ops', 'reports'], $mw: ['$admins', 'ops', 'reports'] },
      },
      logMetadata: { $acl: { $r: ['$admins', 'portals'] } },
      changes: [
        'Streams, delete: $all → $admins, ops, reports (the other logins; add later ones yourself)',
        'Streams, set metadata: $all → $admins, ops, reports (the other logins; add later ones yourself)',
        'The log $all, read: $admins → $admins, portals',
      ],
    });
  });

  it('are left as they are where they suffice, also with what else the streams hold', () => {
    const access = {
      settings: {
        $userStreamAcl: { $r: '$all', $w: ['portals'], $d: 'team', $mw: [] },
        $systemStreamAcl: { $r: ['$admins', 'audit'], $w: '$admins' },
        other: 1,
      },
      logMetadata: { $acl: { $r: ['portals', 'audit'], $mw: 'audit' }, $cacheControl: 3 },
    };
    expect(limitTo(concerned, access)).toEqual({ ...access, changes: [] });
  });

  it('that keep others out let in the group only', () => {
    const { settings, logMetadata } = limited({ $r: 'team', $w: ['team'], $d: [], $mr: 'team', $mw: 'team' });
    expect(settings.$userStreamAcl).toEqual({
      $r: ['team', 'portals'],
      $w: ['team', 'portals'],
      $d: [],
      $mr: ['team', 'portals'],
      $mw: 'team',
    });
    expect(settings.$systemStreamAcl).toBeUndefined();
    expect(logMetadata.$acl).toEqual({ $r: ['$admins', 'portals'] });
  });

  it('that name the group or its login for more no longer do', () => {
    const { settings, logMetadata } = limited(
      { $d: ['portals', 'team'], $mw: ['portal'] },
      { $r: ['$admins', 'audit'], $w: ['$admins', 'portals'], $d: '$all' },
      { $mw: '$all' },
    );
    expect(settings).toEqual({
      $userStreamAcl: { $d: ['$admins', 'team'], $mw: ['$admins'] },
      $systemStreamAcl: { $r: ['$admins', 'audit'], $w: ['$admins'], $d: ['$admins', 'ops', 'reports'] },
    });
    expect(logMetadata.$acl).toEqual({
      $r: ['$admins', 'audit', 'portals'],
      $mw: ['$admins', 'ops', 'reports'],
    });
  });
});

describe('a login for the portal, on the test double', () => {
  let double: EventStoreDbDouble;
  let connection: Connection;
  beforeEach(async () => {
    double = await EventStoreDbDouble.start();
    double.accounts.set('admin', { fullName: 'Admin', groups: ['$admins'], password: 'changeit' });
    double.accounts.set('ops', { fullName: 'Ops', groups: ['$ops'], password: 'changeit' });
    connection = connect(double.connectionString, 10_000);
  });
  afterEach(async () => {
    await connection.close();
    await double.stop();
  });
  const last = (stream: string) =>
    JSON.parse(Buffer.from(double.log.stream(stream).at(-1)?.data ?? []).toString());

  // Proves X-1b
  it('is made once, with its access lists', async () => {
    const { password, changes } = await prepareOn(connection, wanted);
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(double.accounts.get('portal')).toMatchObject({ groups: ['dealer-portal'], password });
    expect(last('$settings')).toEqual({
      $userStreamAcl: { $d: ['$admins', 'ops'], $mw: ['$admins', 'ops'] },
    });
    expect(last('$$$all')).toEqual({ $acl: { $r: ['$admins', 'dealer-portal'] } });
    expect(changes).toContain('Login portal made, in group dealer-portal');
    expect(changes.join()).not.toContain(password);

    const events = double.log.events.length;
    expect(await prepareOn(connection, wanted)).toEqual({ changes: [], password: null });
    expect(double.log.events).toHaveLength(events);
    expect(double.accounts.get('portal')).toMatchObject({ password });
  });

  it('gets a new password on request, and loses groups that somebody added', async () => {
    const { password } = await prepareOn(connection, wanted);
    const present = double.accounts.get('portal');
    if (present !== undefined)
      double.accounts.set('portal', { ...present, groups: ['dealer-portal', '$ops'] });
    const again = await prepareOn(connection, { ...wanted, newPassword: true });
    expect(again.changes).toEqual([
      'Login portal, groups: dealer-portal, $ops → dealer-portal',
      'Login portal has a new password',
    ]);
    expect(again.password).not.toBe(password);
    expect(double.accounts.get('portal')).toMatchObject({
      groups: ['dealer-portal'],
      password: again.password,
    });
  });

  it('is not taken from somebody else', async () => {
    double.accounts.set('portal', { fullName: 'Bob', groups: ['team'], password: 'x' });
    const events = double.log.events.length;
    await expect(prepareOn(connection, wanted)).rejects.toThrow(
      'The login portal exists and was not made by this command (its groups: team).',
    );
    expect(double.log.events).toHaveLength(events);
    expect(double.accounts.get('portal')).toMatchObject({ groups: ['team'], password: 'x' });
  });

  it('is not prepared by a login that may not set access lists', async () => {
    double.isLimited = true;
    await expect(prepareOn(connection, wanted)).rejects.toThrow('of an administrator');
    expect(double.accounts.has('portal')).toBe(false);
  });

  // Proves X-1b
  it('is known to have more rights than needed, and nothing is changed to know it', async () => {
    const events = double.log.events.length;
    const all = ['delete streams', 'set the metadata of streams'];
    expect(await needlessRightsOn(connection, 'admin')).toEqual(['administer the server', ...all]);
    expect(await needlessRightsOn(connection, 'ops')).toEqual(['scavenge', ...all]);
    expect(await needlessRightsOn(connection, null)).toEqual(all);
    double.isLimited = true;
    expect(await needlessRightsOn(connection, 'ops')).toEqual(['scavenge']);
    expect(await needlessRightsOn(connection, 'portal')).toEqual([]);
    expect(double.log.events).toHaveLength(events);
  });

  it('does not exist without TLS', async () => {
    expect(await needlessRights(double.connectionString)).toEqual([]);
    await expect(prepareLogin(double.connectionString, wanted)).rejects.toThrow(
      'EventStoreDB has no logins without TLS',
    );
  });
});

const administrator = process.env.EVENTSTORE_TEST_URL ?? '';
const hasServer = administrator !== '' && hasLogins(administrator);
const server = hasServer
  ? 'the server of EVENTSTORE_TEST_URL'
  : 'skipped: EVENTSTORE_TEST_URL names no server with TLS, which has logins';

describe.skipIf(!hasServer)(`a login for the portal (${server})`, () => {
  const login = `portal-${randomUUID()}`;
  const [name, secret] = [`reports-${randomUUID()}`, 'other secret'];
  let admin: Connection;
  let address: string;
  let client: EventStoreDBClient;
  let store: EventStore;
  let written: string;

  beforeAll(async () => {
    admin = connect(administrator, 10_000);
    await admin.createAccount({ login: name, fullName: 'Reports', groups: ['reports'] }, secret, 10_000);
    // as on a new server
    const asAdmin = clientOf(administrator);
    for (const [stream, type] of [
      ['$settings', '$settings'],
      ['$$$all', '$metadata'],
    ] as const)
      await asAdmin.appendToStream(stream, jsonEvent({ type, data: {} }));
    await asAdmin.dispose();
    address = (await prepareLogin(administrator, { login, newPassword: false })).address ?? '';
    client = clientOf(address);
    store = createEventStoreDbEventStore({ connectionString: address });
    written = freshStream();
    await store.append(written, someEvents(3), 'no_stream');
  });
  afterAll(async () => {
    await store.close();
    await client.dispose();
    await admin.close();
  });

  it('appends, reads the streams, their metadata and the log, and follows it', async () => {
    const from = await store.head();
    await store.append(written, [anEvent({ type: written })], 2n);
    expect(await store.read(written)).toHaveLength(4);
    expect(await store.damagedStreams([written])).toEqual([]);
    // other specs append at the same time
    const own = { types: [written] };
    expect((await store.readAll(from, own)).events).toMatchObject([{ stream: written, revision: 3n }]);
    const stopping = new AbortController();
    for await (const { events } of store.subscribe({ ...own, from, signal: stopping.signal })) {
      expect(events).toMatchObject([{ stream: written, revision: 3n }]);
      stopping.abort();
    }
  });

  const event = jsonEvent({ type: 'x', data: {} });
  const other = { login: name, fullName: 'Reports', groups: ['$admins'] };
  it.each<[string, (connection: Connection) => Promise<unknown>]>([
    ['deletes no stream', () => client.deleteStream(written)],
    ['deletes no stream for good', () => client.tombstoneStream(written)],
    ['sets no limit of a stream', () => client.setStreamMetadata(written, { maxCount: 1 })],
    [
      'sets no access list of a stream',
      () => client.setStreamMetadata(written, { acl: { deleteRoles: ['$all'] } }),
    ],
    ['sets no access list of the log', () => client.setStreamMetadata('$all', {})],
    ['appends nothing to the settings', () => client.appendToStream('$settings', event)],
    ['appends nothing to the logins', () => client.appendToStream('$user-admin', event)],
    ['deletes no system stream', () => client.deleteStream('$settings')],
    ['reads no settings', () => store.read('$settings')],
    ['makes no login', (own) => own.createAccount({ ...other, login: randomUUID() }, 'x', 10_000)],
    ['changes no login', (own) => own.updateAccount(other, 10_000)],
    ['gets into no group', (own) => own.updateAccount({ ...other, login }, 10_000)],
    ['sets no password of another login', (own) => own.setPassword(name, 'x', 10_000)],
    ['deletes no login', () => http.call(client, 'DELETE', `/users/${name}`)],
    ['starts no scavenge', () => http.call(client, 'POST', '/admin/scavenge')],
    ['merges no indexes', () => http.call(client, 'POST', '/admin/mergeindexes')],
    [
      'makes no persistent subscription',
      () => client.createPersistentSubscriptionToAll('x', persistentSubscriptionToAllSettingsFromDefaults()),
    ],
  ])('%s', async (_, attempt) => {
    const own = connect(address, 10_000);
    const answer = await attempt(own).then(
      () => 'allowed',
      (error) => `${error.type} ${error.message}`,
    );
    expect(answer).toMatch(/access-denied|PERMISSION_DENIED/);
    await own.close();
    expect((await store.read(written)).length).toBeGreaterThan(2);
  });

  // Proves X-1b
  it('has no more rights than needed, unlike other logins, which keep theirs', async () => {
    expect(await needlessRights(address)).toEqual([]);
    const both = ['delete streams', 'set the metadata of streams'];
    expect(await needlessRights(withLogin(administrator, name, secret))).toEqual(both);
    expect(await needlessRights(administrator)).toEqual(['administer the server', ...both]);
  });

  it('is prepared again without a change, or gets a new password', async () => {
    expect(await prepareLogin(administrator, { login, newPassword: false })).toEqual({
      changes: [],
      address: null,
    });
    const again = await prepareLogin(administrator, { login, newPassword: true });
    expect(again.changes).toEqual([`Login ${login} has a new password`]);
    const next = createEventStoreDbEventStore({ connectionString: again.address ?? '' });
    // the server remembers a password that it has checked, for a moment
    await vi.waitFor(() => next.read(written), 30_000);
    await next.close();
    await expect(store.read(written)).rejects.toThrow(/UNAUTHENTICATED/);
  });

  it('is not prepared with the login of somebody else', async () => {
    const reports = withLogin(administrator, name, secret);
    await expect(prepareLogin(reports, { login, newPassword: true })).rejects.toThrow('of an administrator');
  });
});

/** A call of the server's HTTP API. */
function http(this: EventStoreDBClient, method: 'POST' | 'DELETE', path: string): Promise<unknown> {
  return this.HTTPRequest(method, path, {});
}
