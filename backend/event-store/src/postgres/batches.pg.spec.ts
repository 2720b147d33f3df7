import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordedEvent, WrongExpectedRevision } from '../port.ts';
import { anEvent, freshStream, readWholeLog, someEvents } from '../testing/events.ts';
import { APPENDED_CHANNEL } from './schema.ts';
import { type StoresUnderTest, storesUnderTest } from './testing/storesUnderTest.ts';

let stores: StoresUnderTest;
beforeAll(async () => {
  stores = await storesUnderTest();
});
afterAll(() => stores.stop());

describe('a batch', () => {
  it('is one transaction for concurrent appends', async () => {
    const store = stores.open();
    await store.append(freshStream(), [anEvent()], 'no_stream');
    const admin = await stores.admin();
    const before = await store.head();
    await Promise.all(
      Array.from({ length: 40 }, () => store.append(freshStream(), someEvents(2), 'no_stream')),
    );
    const { rows } = await admin.query<{ transactions: string; events: string }>(
      'SELECT count(DISTINCT xmin::text) AS transactions, count(*) AS events FROM es.events WHERE position > $1',
      [Number(before)],
    );
    expect(rows).toEqual([{ transactions: '1', events: '80' }]);
  });

  it('judges each append separately; refused and known ones do not affect others', async () => {
    const store = stores.open();
    const start = await store.head();
    const [old, moved, fresh, long, other] = Array.from({ length: 5 }, () => freshStream()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const known = someEvents(2);
    const first = await store.append(old, known, 'no_stream');
    await store.append(moved, someEvents(2), 'no_stream');
    const outcomes = await Promise.allSettled([
      store.append(old, known, 'no_stream'),
      store.append(moved, [anEvent()], 0n),
      store.append(fresh, someEvents(3), 'no_stream'),
      store.append(long, [anEvent()], 7n),
      store.append(other, [known[0] ?? anEvent(), anEvent()], 'no_stream'),
      store.append(freshStream(), [anEvent()], 'no_stream'),
    ]);
    const head = Number(first.position) + 2;
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: { ...first, known: true } },
      { status: 'rejected', reason: new WrongExpectedRevision(moved, 0n, 1n) },
      { status: 'fulfilled', value: { lastRevision: 2n, position: String(head + 3).padStart(20, '0') } },
      { status: 'rejected', reason: new WrongExpectedRevision(long, 7n, 'no_stream') },
      { status: 'rejected', reason: new WrongExpectedRevision(other, 'no_stream', 'no_stream') },
      { status: 'fulfilled', value: { lastRevision: 0n, position: String(head + 4).padStart(20, '0') } },
    ]);
    const log = await readWholeLog(store, start);
    expect(log.map((event) => Number(event.position))).toEqual(
      log.map((_, n) => Number(log[0]?.position) + n),
    );
    expect(log).toHaveLength(8);
  });

  it('delivers accepted events to subscribers as stored, and no refused ones', async () => {
    const store = stores.open();
    const [old, fresh] = [freshStream(), freshStream()];
    const known = someEvents(2);
    await store.append(old, known, 'no_stream');
    const start = await store.head();
    const stop = new AbortController();
    const followed: RecordedEvent[] = [];
    const following = (async () => {
      for await (const { events } of store.subscribe({ from: start, signal: stop.signal }))
        followed.push(...events);
    })();
    // from here on the end of the log is known, and appends of this store are not read again
    await store.append(freshStream(), [anEvent()], 'no_stream');
    await expect.poll(() => followed.length, { timeout: 10_000 }).toBe(1);
    await Promise.allSettled([
      store.append(old, [anEvent()], 7n),
      store.append(old, known, 'no_stream'),
      store.append(fresh, someEvents(3), 'no_stream'),
      store.append(freshStream(), [anEvent()], 4n),
      store.append(freshStream(), [anEvent()], 'no_stream'),
    ]);
    await store.append(fresh, [anEvent()], 2n);
    await expect.poll(() => followed.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6);
    stop.abort();
    await following;
    expect(followed).toEqual(await readWholeLog(store, start));
    await store.close();
  });

  it('leaves no gap in a stream: an append that is ahead is refused', async () => {
    const store = stores.open();
    const [there, ahead] = [freshStream(), freshStream()];
    await store.append(there, [anEvent()], 'no_stream');
    await store.append(ahead, [anEvent()], 'no_stream');
    const outcomes = await Promise.allSettled([
      store.append(there, [anEvent()], 0n),
      store.append(ahead, [anEvent()], 4n),
      store.append(freshStream(), [anEvent()], 3n),
      store.append(freshStream(), [anEvent()], 'no_stream'),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await store.read(ahead)).toHaveLength(1);
  });

  it('finds a known event even if the revision fits', async () => {
    const store = stores.open();
    const [one, two, three] = [freshStream(), freshStream(), freshStream()];
    const event = anEvent();
    const first = await store.append(one, [event], 'no_stream');
    const outcomes = await Promise.allSettled([
      store.append(one, [event], 0n),
      store.append(two, [anEvent()], 'no_stream'),
      store.append(three, [event], 'no_stream'),
    ]);
    expect(outcomes[0]).toEqual({ status: 'fulfilled', value: { ...first, known: true } });
    expect(outcomes[1]?.status).toBe('fulfilled');
    expect(outcomes[2]).toMatchObject({
      status: 'rejected',
      reason: new WrongExpectedRevision(three, 'no_stream', 'no_stream'),
    });
    expect(await store.read(one)).toHaveLength(1);
    expect(await store.read(three)).toEqual([]);
  });

  it('stores an event sent to two streams at once in one of them', async () => {
    const store = stores.open();
    const event = anEvent();
    const streams = [freshStream(), freshStream()];
    const outcomes = await Promise.allSettled(
      streams.map((stream) => store.append(stream, [event], 'no_stream')),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected']);
  });

  it('processes appends to one stream one after the other', async () => {
    const store = stores.open();
    const stream = freshStream();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        store.append(stream, [anEvent()], n === 0 ? 'no_stream' : BigInt(n - 1)),
      ),
    );
    expect(await store.read(stream)).toHaveLength(30);
  });

  it('accepts more appends than fit into one transaction', async () => {
    const store = stores.open();
    const start = await store.head();
    const huge = JSON.stringify('x'.repeat(900_000));
    await Promise.all([
      store.append(freshStream(), someEvents(2_500), 'no_stream'),
      ...Array.from({ length: 12 }, () =>
        store.append(freshStream(), [anEvent({ data: huge })], 'no_stream'),
      ),
      ...Array.from({ length: 1_500 }, () => store.append(freshStream(), [anEvent()], 'no_stream')),
    ]);
    expect(await readWholeLog(store, start)).toHaveLength(2_500 + 12 + 1_500);
  });

  it('refuses only the append whose text the server refuses', async () => {
    const store = stores.open();
    const admin = await stores.admin();
    const stream = freshStream();
    await admin.query(`ALTER TABLE es.events ADD CONSTRAINT no_evil CHECK (type <> 'Evil')`);
    const outcomes = await Promise.allSettled([
      store.append(stream, [anEvent()], 'no_stream'),
      store.append(freshStream(), [anEvent({ type: 'Evil' })], 'no_stream'),
      store.append(freshStream(), [anEvent()], 'no_stream'),
    ]);
    await admin.query('ALTER TABLE es.events DROP CONSTRAINT no_evil');
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.read(stream)).toHaveLength(1);
  });
});

it('acknowledges no append that fails at commit', async () => {
  const store = stores.open();
  const admin = await stores.admin();
  await admin.query(`
    CREATE FUNCTION public.fail_late() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''too late''; END';
    CREATE CONSTRAINT TRIGGER late AFTER INSERT ON es.events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.type = 'Late') EXECUTE FUNCTION public.fail_late()`);
  const late = anEvent({ type: 'Late' });
  const [one, two] = [freshStream(), freshStream()];
  await expect(store.append(one, [late], 'no_stream')).rejects.toThrow('too late');
  await expect(store.append(two, [anEvent(), anEvent({ type: 'Late' })], 'no_stream')).rejects.toThrow(
    'too late',
  );
  await admin.query('DROP FUNCTION public.fail_late CASCADE');
  expect(await store.read(one)).toEqual([]);
  await store.append(one, [late], 'no_stream');
  expect(await store.read(two)).toEqual([]);
});

describe('NOTIFY', () => {
  it('is sent once per batch while another session listens, and not otherwise', async () => {
    const writer = stores.open();
    const stop = new AbortController();
    const heard: string[] = [];
    const ear = await stores.admin();
    ear.on('notification', ({ channel }) => heard.push(channel));
    await ear.query(`LISTEN ${APPENDED_CHANNEL}`);
    const batch = () =>
      Promise.all(Array.from({ length: 20 }, () => writer.append(freshStream(), [anEvent()], 'no_stream')));

    await writer.append(freshStream(), [anEvent()], 'no_stream');
    const own = writer.subscribe({ from: await writer.head(), signal: stop.signal })[Symbol.asyncIterator]();
    await writer.append(freshStream(), [anEvent()], 'no_stream');
    await own.next();
    await batch();
    await ear.query('SELECT 1');
    expect(heard).toEqual([]);

    const other = stores.open({ pollMs: 60_000 });
    const others = other
      .subscribe({ from: await writer.head(), signal: stop.signal })
      [Symbol.asyncIterator]();
    const page = others.next();
    await expect.poll(stores.listeners, { timeout: 15_000 }).toHaveLength(2);
    await batch();
    expect((await page).value.events.length).toBe(20);
    await ear.query('SELECT 1');
    expect(heard).toEqual([APPENDED_CHANNEL]);
    stop.abort();
  });
});
