import { contactStream, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, createMemoryEventStore, createMemoryKeyRing } from '@portal/event-store';
import type pg from 'pg';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { notifications } from '../src/app/reactions.ts';
import { storedIdOf } from '../src/kernel/storedIds.ts';
import { startAfter, stuckFollowers } from '../src/platform/followers/checkpoints.ts';
import { runFollowers } from '../src/platform/followers/runFollowers.ts';
import { createOutbox, type Outbox } from '../src/platform/mail/outbox.ts';
import { listMails, type OutboxRow } from '../src/platform/mail/outboxQuery.ts';
import { sealedBodies } from '../src/platform/mail/sealedBodies.ts';
import type { Notification, NotificationPorts } from '../src/platform/notifications/notification.ts';
import { NOTIFICATIONS, notificationsFollower } from '../src/platform/notifications/notificationFollower.ts';
import { eventually } from './support/eventually.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const log = pino({ level: 'silent' });
const NOW = new Date('2026-03-01T10:00:00.000Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('TRUNCATE process_checkpoints, mail_outbox'));

const admin = {
  id: 'admin-1',
  name: 'Ada',
  email: 'ada@example.com',
  email_preferences: {
    site_created: true,
    site_approved: true,
    site_inactive: true,
    site_deleted: true,
    invoice_created: true,
    invoice_paid: true,
    admin_site_created: true,
    admin_dealer_registration: true,
    contact_form: true,
  },
};
const ports: NotificationPorts = {
  load: async (_stream, decider) => decider.initialState,
  stateBefore: async (_envelope, decider) => decider.initialState,
  stateAt: async (_envelope, _stream, decider) => decider.initialState,
  administrators: async () => [admin],
  usersOfAccount: async () => [],
  get db() {
    return database.pool;
  },
  billingDay: (instant) => instant.slice(0, 10),
  page: (path) => `http://127.0.0.1${path}`,
  supportEmail: 'help@example.com',
};

/** A log of its own, to which contact messages are written. */
function setUp() {
  const store = createMemoryEventStore();
  const codec = createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing: createMemoryKeyRing(),
  });
  const outbox = createOutbox({
    pool: database.pool,
    now: () => NOW,
    sender: { name: 'S', address: 'A', phone: 'P', email: 'c@example.com' },
    sends: true,
    posted: () => {},
    bodies: sealedBodies(Buffer.alloc(32)),
  });
  async function message(name: string, recordedAt = NOW.toISOString()): Promise<void> {
    const contactId = v7();
    const event: PortalEvent = {
      type: 'ContactMessageReceived',
      data: { contactId, name, email: 'v@example.com', phone: null, subject: 'other', message: 'Hello' },
    };
    const metadata = {
      v: 1,
      correlationId: 'test',
      causationId: null,
      actor: { kind: 'visitor' as const, id: null },
      commandId: 'test',
      recordedAt,
      accounts: [],
    };
    await store.append(contactStream(contactId), await codec.encode([event], [v7()], metadata), 'no_stream');
  }
  const start = (
    part: {
      pool?: pg.Pool;
      outbox?: Outbox;
      notifications?: readonly Notification[];
      isOutage?: boolean;
    } = {},
  ) =>
    runFollowers(
      [
        notificationsFollower({
          notifications: part.notifications ?? notifications,
          ports,
          outbox: part.outbox ?? outbox,
          now: () => NOW,
          log,
          caughtUp: async () => {},
          isOutage: () => part.isOutage ?? false,
        }),
      ],
      { store, codec, pool: part.pool ?? database.pool, log },
    );
  return { store, outbox, message, start };
}

const mails = async (): Promise<readonly OutboxRow[]> => (await listMails(database.pool, {})).rows;
const position = async () => {
  const { rows } = await database.pool.query<{ position: string | null }>(
    'SELECT position FROM process_checkpoints WHERE process = $1',
    [storedIdOf(NOTIFICATIONS)],
  );
  return rows[0]?.position ?? null;
};
const freed = () =>
  database.pool.query("UPDATE process_checkpoints SET leased_until = '-infinity' WHERE process = $1", [
    storedIdOf(NOTIFICATIONS),
  ]);

/** The pool of a portal that is killed whenever it wants to move a checkpoint. */
function poolWithoutCheckpoints(): pg.Pool {
  return new Proxy(database.pool, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name, pool) as unknown;
      return (query: string | pg.QueryConfig, values?: unknown[]) =>
        JSON.stringify(query).includes('SET position')
          ? Promise.reject(new Error('killed'))
          : pool.query(query, values);
    },
  });
}

it('writes one mail although it is killed repeatedly between outbox and checkpoint', async () => {
  const { store, message, start } = setUp();
  await message('One');
  for (let kill = 0; kill < 3; kill += 1) {
    const dying = start({ pool: poolWithoutCheckpoints() });
    await eventually(async () => (await mails()).length > 0);
    await dying.stop();
    await freed();
    expect(await position()).toBeNull();
  }
  const last = start();
  await eventually(async () => (await position()) === (await store.head()));
  await last.stop();
  expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['contactMessage', 'ada@example.com'],
  ]);
});

it('writes nothing new when it reads the whole log again', async () => {
  const { store, message, start } = setUp();
  for (const name of ['One', 'Two', 'Three']) await message(name);
  for (let time = 0; time < 2; time += 1) {
    const running = start();
    await eventually(async () => (await position()) === (await store.head()));
    await running.stop();
    await database.pool.query('UPDATE process_checkpoints SET position = NULL');
    expect(await mails()).toHaveLength(3);
  }
});

it('sends nothing about old events or those before its first start', async () => {
  const { store, message, start } = setUp();
  await message('Before');
  await startAfter(database.pool, NOTIFICATIONS, await store.head());
  await message('Long ago', new Date(NOW.getTime() - 73 * 60 * 60_000).toISOString());
  await message('News', new Date(NOW.getTime() - 71 * 60 * 60_000).toISOString());
  await startAfter(database.pool, NOTIFICATIONS, await store.head());
  const running = start();
  await eventually(async () => (await position()) === (await store.head()));
  await running.stop();
  expect(await mails()).toHaveLength(1);
});

it('leaves a dead mail with the reason when a letter fails, and continues', async () => {
  const { store, message, start } = setUp();
  const broken: Notification = {
    name: 'breakOnContactMessage',
    types: ['ContactMessageReceived'],
    write: async () => {
      throw new Error('no such letter');
    },
  };
  await message('One');
  const running = start({ notifications: [broken, ...notifications] });
  await eventually(async () => (await position()) === (await store.head()));
  await running.stop();
  const all = [...(await mails())].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  expect(all).toMatchObject([
    { kind: 'breakOnContactMessage', status: 'dead', last_error: 'no such letter' },
    { kind: 'contactMessage', status: 'queued' },
  ]);
});

it('waits while the database is unavailable, logs it, and continues', async () => {
  const { store, outbox, message, start } = setUp();
  let away = true;
  const flaky: Outbox = {
    ...outbox,
    post: async (posting) => {
      if (away) throw new Error('database is away');
      await outbox.post(posting);
    },
  };
  await message('One');
  const running = start({ outbox: flaky, isOutage: true });
  await eventually(async () => (await stuckFollowers(database.pool)).length === 1);
  expect(await stuckFollowers(database.pool)).toMatchObject([
    { process: NOTIFICATIONS, problem: 'database is away' },
  ]);
  expect([await mails(), await position()]).toEqual([[], null]);
  away = false;
  await eventually(async () => (await position()) === (await store.head()));
  expect(await mails()).toHaveLength(1);
  expect(await stuckFollowers(database.pool)).toEqual([]);
  await running.stop();
});
