import type { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedStream, type EventStore } from '../port.ts';
import { anEvent, freshStream, someEvents } from '../testing/events.ts';
import { clientOf } from './connectionString.ts';
import { createEventStoreDbEventStore } from './eventStoreDbEventStore.ts';
import { serverForTests } from './testing/serverForTests.ts';

const server = await serverForTests();
let connectionString: string;
let client: EventStoreDBClient;
let store: EventStore;
let dispose: () => Promise<void>;
let stream: string;

beforeEach(async () => {
  ({ connectionString, dispose } = await server.forOneTest());
  client = clientOf(connectionString);
  store = createEventStoreDbEventStore({ connectionString });
  stream = freshStream();
  await store.append(stream, someEvents(4), 'no_stream');
});
afterEach(async () => {
  await store.close();
  await client.dispose();
  await dispose();
});
afterAll(() => server.stop());

const limit = (metadata: { maxCount?: number; truncateBefore?: number; maxAge?: number }) => async () => {
  await client.setStreamMetadata(stream, metadata);
};

describe(`a stream on EventStoreDB (${server.kind})`, () => {
  it.each([
    ['lost all but its last event', limit({ maxCount: 1 })],
    ['lost its first event', limit({ truncateBefore: 1 })],
    ['lost all its events', limit({ truncateBefore: 4 })],
    ['was deleted', () => client.deleteStream(stream)],
    ['was deleted for good', () => client.tombstoneStream(stream)],
  ])('that %s is refused as damaged', async (_, damage) => {
    await damage();
    await expect(store.read(stream)).rejects.toMatchObject({ name: 'DamagedStream', stream });
    await expect(store.readStreams([freshStream(), stream])).rejects.toBeInstanceOf(DamagedStream);
    expect(await store.damagedStreams()).toMatchObject([{ stream }]);
  });

  it('that was deleted is refused after an append, too', async () => {
    await client.deleteStream(stream);
    await store.append(stream, [anEvent()], 3n);
    await expect(store.read(stream)).rejects.toBeInstanceOf(DamagedStream);
  });

  it('that was deleted for good takes no append', async () => {
    await client.tombstoneStream(stream);
    await expect(store.append(stream, [anEvent()], 3n)).rejects.toMatchObject({
      name: 'DamagedStream',
      stream,
    });
  });

  it('is whole again once a limit is gone that has not been scavenged', async () => {
    await client.setStreamMetadata(stream, { maxCount: 1 });
    await expect(store.read(stream)).rejects.toBeInstanceOf(DamagedStream);
    await client.setStreamMetadata(stream, {});
    expect(await store.read(stream)).toHaveLength(4);
    expect(await store.damagedStreams([stream])).toEqual([]);
  });

  it.each([
    ['limit, though it drops nothing yet,', limit({ maxCount: 9 })],
    ['limit', limit({ maxCount: 1 })],
    ['deletion', () => client.deleteStream(stream)],
    ['deletion for good', () => client.tombstoneStream(stream)],
  ])('whose %s has passed in the log is found without having been read', async (_, damage) => {
    const isFound = async () => (await store.damagedStreams()).some((damaged) => damaged.stream === stream);
    const from = await store.head();
    const stopping = new AbortController();
    const following = (async () => {
      for await (const page of store.subscribe({ from, signal: stopping.signal })) void page;
    })();
    await store.append(freshStream(), [anEvent()], 'no_stream');
    expect(await isFound()).toBe(false);
    await damage();
    await expect.poll(isFound).toBe(true);
    stopping.abort();
    await following;
    await store.close();

    store = createEventStoreDbEventStore({ connectionString });
    expect(await isFound()).toBe(false);
    await store.readAll(from);
    expect(await isFound()).toBe(true);
  });

  it('that was never written is empty', async () => {
    expect(await store.read(freshStream())).toEqual([]);
  });
});
