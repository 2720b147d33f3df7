import type { EventStore, LogPage, RecordedEvent } from '@portal/event-store';
import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { carryPositions, LogIsElsewhere } from './carryPositions.ts';

/** The same log in a store that calls its places by other names, as after a copy. */
function elsewhere(
  store: EventStore,
  change: (event: RecordedEvent) => RecordedEvent = (event) => event,
): EventStore {
  const out = (position: string) => `b-${position}`;
  const back = (position: string | null) => position?.slice(2) ?? null;
  const moved = (event: RecordedEvent) => change({ ...event, position: out(event.position) });
  const page = ({ events, next, end }: LogPage) => ({
    events: events.map(moved),
    next: next && out(next),
    end,
  });
  return {
    ...store,
    append: async (...to) => {
      const answer = await store.append(...to);
      return { ...answer, position: out(answer.position) };
    },
    read: async (...from) => (await store.read(...from)).map(moved),
    readAll: async (from, options) => page(await store.readAll(back(from), options)),
    head: async () => {
      const head = await store.head();
      return head && out(head);
    },
    async *subscribe(options) {
      for await (const one of store.subscribe({ ...options, from: back(options.from) })) yield page(one);
    },
  };
}

/** Seven sites of one company, counted, by a portal that has stopped. */
async function counted(options: Parameters<typeof bench>[0] = {}): Promise<Bench> {
  const test = await bench(options);
  const runtime = await test.start({ projections: [counts] });
  for (let n = 0; n < 7; n += 1) await test.history.site('acme', `s${n}`);
  await runtime.caughtUp();
  await runtime.stop();
  return test;
}
const requestsOf = async ({ pool }: Bench) => (await storedRows(counts, pool)).counts;
const placesOf = async ({ pool }: Bench): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ place: string }>(
    `SELECT checkpoint AS place FROM projection_generations UNION ALL SELECT position FROM log_index
     UNION ALL SELECT position FROM projection_parked UNION ALL SELECT position FROM projection_parked_events`,
  );
  return rows.map(({ place }) => place);
};

// Proves I8-move-3
it('lets read models and other followers continue in the new store without applying anything twice', async () => {
  const test = await counted();
  await test.pool.query('CREATE TABLE followers (position text)');
  const third = (await test.store.readAll(null, { limit: 3 })).next;
  await test.pool.query('INSERT INTO followers VALUES ($1), (NULL)', [third]);
  const store = elsewhere(test.store);
  let told = 0;
  const onMoved = () => {
    told += 1;
  };
  const alsoIn = [
    { table: 'followers', column: 'position' },
    { table: 'not_there', column: 'position' },
  ];
  // two portals that start at once
  const [one, other] = [test.newPool(), test.newPool()];
  const both = await Promise.all(
    [one, other].map((pool) => carryPositions(pool, store, { alsoIn, onMoved })),
  );
  expect(both.sort()).toEqual(['carried', 'stayed']);
  expect(told).toBe(1);
  expect((await placesOf(test)).every((place) => place.startsWith('b-'))).toBe(true);
  const { rows } = await test.pool.query('SELECT position FROM followers ORDER BY position NULLS LAST');
  expect(rows).toEqual([{ position: `b-${third}` }, { position: null }]);

  const before = await requestsOf(test);
  const runtime = await test.start({ projections: [counts], store });
  await runtime.caughtUp();
  expect(await requestsOf(test)).toEqual(before);
  await test.history.site('acme', 'one-more');
  await runtime.caughtUp();
  expect(await requestsOf(test)).toMatchObject([{ account_id: 'acme', requests: 8 }]);
});

it('translates positions of parked events', async () => {
  const test = await bench({ expectsTrouble: true });
  const runtime = await test.start({ projections: [counts] });
  await test.history.site('acme', 's1');
  const stored = (await test.store.readAll(null)).events[0] as RecordedEvent;
  await test.history.addRaw('site-broken', {
    ...stored,
    id: '00000000-0000-7000-8000-000000000001',
    data: '{',
  });
  await runtime.caughtUp();
  await runtime.stop();
  const { rows } = await test.pool.query('SELECT position FROM projection_parked_events');
  expect(rows).toHaveLength(1);
  expect(await carryPositions(test.pool, elsewhere(test.store))).toBe('carried');
  expect((await placesOf(test)).every((place) => place.startsWith('b-'))).toBe(true);
});

it('changes nothing if the log has not moved, or in an empty database', async () => {
  const test = await counted();
  const before = await placesOf(test);
  expect(await carryPositions(test.pool, test.store)).toBe('stayed');
  expect(await placesOf(test)).toEqual(before);
  const empty = await bench();
  expect(await carryPositions(empty.pool, empty.store)).toBe('stayed');
});

// Proves I8-move-4
it('refuses a store that lacks the last event, or has another log', async () => {
  const test = await counted();
  const before = await placesOf(test);
  const other = await bench();
  await expect(carryPositions(test.pool, other.store)).rejects.toThrow(LogIsElsewhere);
  const shorter: EventStore = {
    ...elsewhere(test.store),
    read: async (stream, options) =>
      stream === 'site-s6' ? [] : elsewhere(test.store).read(stream, options),
  };
  await expect(carryPositions(test.pool, shorter)).rejects.toThrow(
    /^The log does not hold event number 7 \(SiteRequested .*, site-s6@0\)\. .*check EVENTSTORE_URL/,
  );
  expect(await placesOf(test)).toEqual(before);
});

it('refuses a copy with one different event and changes nothing', async () => {
  const test = await counted();
  const before = await placesOf(test);
  const store = elsewhere(test.store, (event) =>
    event.stream === 'site-s3' ? { ...event, data: event.data.replace('{', '{"more":1,') } : event,
  );
  await expect(carryPositions(test.pool, store)).rejects.toThrow(
    /^Instead of event number 4 .* the log has SiteRequested .*, or the event has other content/,
  );
  expect(await placesOf(test)).toEqual(before);
});

it('refuses when a checkpoint is ahead of the log index', async () => {
  const test = await counted();
  await test.pool.query('DELETE FROM log_index WHERE seq = 7');
  await expect(carryPositions(test.pool, elsewhere(test.store))).rejects.toThrow('is ahead of the log index');
});
