import { setTimeout as sleep } from 'node:timers/promises';
import { contactStream, eventMetadataSchema, type PortalEvent, portalEvents } from '@portal/domain';
import { createCodec, createMemoryEventStore, createMemoryKeyRing } from '@portal/event-store';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { stuckFollowers } from './checkpoints.ts';
import { runFollowers } from './runFollowers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

// Proves I8-stop
it('a follower that waits for something is broken off by the stop, and the event is told to the next one', async () => {
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

  /** Runs a follower until it has been told of the event. */
  const told = async (waitMs: number) => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const running = runFollowers(
      [
        {
          name: 'waiting',
          types: ['ContactMessageReceived'],
          handle: async (_envelope, signal) => {
            hear();
            await sleep(waitMs, undefined, { signal });
          },
        },
      ],
      { store, codec, pool: database.pool, log: pino({ level: 'silent' }) },
    );
    await heard;
    return running;
  };
  const first = await told(300_000);
  await first.stop();
  expect(await stuckFollowers(database.pool)).toEqual([]);
  const next = await told(0);
  await next.stop();
}, 60_000);
