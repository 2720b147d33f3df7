import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamagedStream } from '../port.ts';
import { anEvent, freshStream, someEvents } from '../testing/events.ts';
import { type StoresUnderTest, storesUnderTest } from './testing/storesUnderTest.ts';

let stores: StoresUnderTest;
beforeAll(async () => {
  stores = await storesUnderTest();
});
afterAll(() => stores.stop());

describe('a stream in PostgreSQL', () => {
  it.each([
    ['its first event', 0, {}],
    ['its first event, up to the second', 0, { to: 1n }],
    ['an event in between', 1, {}],
    ['the next event wanted', 2, { from: 1n }],
  ])('without %s is refused as damaged, until that is back', async (_, revision, options) => {
    const store = stores.open();
    const stream = freshStream();
    await store.append(stream, someEvents(4), 'no_stream');
    const admin = await stores.admin();
    await admin.query('SET session_replication_role = replica');
    await admin.query(
      'CREATE TEMP TABLE gone AS SELECT * FROM es.events WHERE stream = $1 AND revision = $2',
      [stream, revision],
    );
    await admin.query('DELETE FROM es.events WHERE event_id IN (SELECT event_id FROM gone)');
    await expect(store.read(stream, options)).rejects.toMatchObject({ name: 'DamagedStream', stream });
    await expect(store.readStreams([freshStream(), stream])).rejects.toBeInstanceOf(DamagedStream);
    expect(await store.damagedStreams()).toMatchObject([{ stream }]);
    await admin.query('INSERT INTO es.events SELECT * FROM gone');
    expect(await store.damagedStreams()).toEqual([]);
    expect(await store.read(stream)).toHaveLength(4);
  });

  it('that is whole is read in parts', async () => {
    const store = stores.open();
    const stream = freshStream();
    await store.append(stream, [anEvent(), anEvent(), anEvent()], 'no_stream');
    expect(await store.read(stream, { from: 0n, to: 1n })).toHaveLength(1);
    expect(await store.read(stream, { from: 2n })).toEqual([]);
  });
});
