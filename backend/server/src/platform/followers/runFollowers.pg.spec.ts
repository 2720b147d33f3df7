import { setTimeout as sleep } from 'node:timers/promises';
import { contactStream, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, createMemoryEventStore, createMemoryKeyRing } from '@portal/event-store';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { stuckFollowers } from './checkpoints.ts';
import { type Follower, runFollowers } from './runFollowers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('TRUNCATE process_checkpoints'));

/** A log with one contact message, and how a portal runs one follower of it. */
async function logOfOne() {
  const store = createMemoryEventStore();
  const codec = createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing: createMemoryKeyRing(),
  });
  const contactId = v7();
  const event: PortalEvent = {
    type: 'ContactMessageReceived',
    data: { contactId, name: 'V', email: 'v@example.com', phone: null, subject: 'other', message: 'Hello' },
  };
  const metadata = {
    v: 1,
    correlationId: 'test',
    causationId: null,
    actor: { kind: 'visitor' as const, id: null },
    commandId: 'test',
    recordedAt: '2026-03-01T10:00:00.000Z',
    accounts: [],
  };
  await store.append(contactStream(contactId), await codec.encode([event], [v7()], metadata), 'no_stream');
  return (handle: Follower['handle']) =>
    runFollowers([{ name: 'one', types: ['ContactMessageReceived'], handle }], {
      store,
      codec,
      pool: database.pool,
      log: pino({ level: 'silent' }),
    });
}

// Proves I8-stop
it('a follower that waits for something is broken off by the stop, and the event is told to the next one', async () => {
  const run = await logOfOne();
  /** Runs a follower until it has been told of the event. */
  const told = async (waitMs: number) => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const running = run(async (_envelope, signal) => {
      hear();
      await sleep(waitMs, undefined, { signal });
    });
    await heard;
    return running;
  };
  const first = await told(300_000);
  await first.stop();
  expect(await stuckFollowers(database.pool)).toEqual([]);
  const next = await told(0);
  await next.stop();
}, 60_000);

it('a follower that keeps failing is left to another portal', async () => {
  const run = await logOfOne();
  let tries = 0;
  const failing = run(async () => {
    tries += 1;
    throw new Error('no way');
  });
  await eventually(async () => tries > 0);
  let isHandled = false;
  const other = run(async () => {
    isHandled = true;
  });
  await eventually(async () => isHandled, 60);
  await other.stop();
  await failing.stop();
  expect(await stuckFollowers(database.pool)).toEqual([]);
  const held = await database.pool.query(
    'SELECT FROM process_checkpoints WHERE leased_until > clock_timestamp()',
  );
  expect(held.rowCount).toBe(0);
}, 90_000);
