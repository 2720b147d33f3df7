import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  type EventStore,
  EventTooLarge,
  type LogPage,
  type RecordedEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../port.ts';
import { anEvent, collect, freshStream, readWholeLog, someEvents } from '../testing/events.ts';
import { connect } from './connection.ts';
import { createEventStoreDbEventStore } from './eventStoreDbEventStore.ts';
import { EventStoreDbDouble } from './testing/eventStoreDbDouble.ts';

/** A key and its X.509 certificate, which no authority signed. */
function selfSigned() {
  const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const { length } = content;
    return Buffer.concat([
      Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]),
      content,
    ]);
  };
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('127.0.0.1')));
  const name = der(0x30, der(0x31, commonName));
  const valid = der(0x30, ...['200101000000Z', '491231000000Z'].map((time) => der(0x17, Buffer.from(time))));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = der(0x30, der(0x02, Buffer.of(1)), ecdsaWithSha256, name, valid, name, spki);
  const signature = der(0x03, Buffer.of(0), sign('sha256', signed, privateKey));
  const certificate = der(0x30, signed, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

describe('the EventStoreDB adapter after a failure', () => {
  let double: EventStoreDbDouble;
  let store: EventStore;
  let dropped: unknown[];
  let stop: AbortController;
  let hasty: EventStore[] = [];

  const open = (connectionString: string, timeoutMs = 10_000) =>
    createEventStoreDbEventStore({
      connectionString,
      appendTimeoutMs: timeoutMs,
      readTimeoutMs: timeoutMs,
      backOff: { firstMs: 5, longestMs: 20 },
      onDropped: (error) => dropped.push(error),
    });

  beforeEach(async () => {
    dropped = [];
    stop = new AbortController();
    double = await EventStoreDbDouble.start();
    store = open(double.connectionString);
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all([store, ...hasty].map((each) => each.close()));
    hasty = [];
    await double.stop();
  });

  /** A store with short time limits, for hanging calls. */
  function hastyStore(timeoutMs = 400): EventStore {
    const store = open(double.connectionString, timeoutMs);
    hasty.push(store);
    return store;
  }

  /** Follows the log in the background; `until` waits for that many events. */
  function follow(pageSize = 100, followed = store) {
    const events: RecordedEvent[] = [];
    const pages: LogPage[] = [];
    const done = (async () => {
      for await (const page of followed.subscribe({ from: null, signal: stop.signal, pageSize })) {
        pages.push(page);
        events.push(...page.events);
      }
    })();
    const until = (count: number) =>
      expect.poll(() => events.length, { timeout: 5_000, interval: 10 }).toBeGreaterThanOrEqual(count);
    return { events, pages, done, until };
  }

  const ids = (events: readonly { id: string }[]) => events.map((event) => event.id);
  /** The subscription alone is open. */
  const noReadsLeft = () => expect.poll(() => double.openReads, { timeout: 5_000, interval: 5 }).toBe(1);
  const noOpenReads = () => expect.poll(() => double.openReads, { timeout: 5_000, interval: 5 }).toBe(0);

  describe('append', () => {
    it.each(['hangs', 'lands and hangs', 'fails as unavailable', 'lands and fails as unavailable'] as const)(
      'that %s is of unknown outcome, and the same events again are stored once',
      async (fault) => {
        const stream = freshStream();
        const events = someEvents(3);
        double.failNextAppend(fault);
        const begun = Date.now();
        const sending = hastyStore().append(stream, events, 'no_stream');
        await expect(sending).rejects.toBeInstanceOf(StoreUnavailable);
        expect(Date.now() - begun).toBeLessThan(5_000);

        const again = await store.append(stream, events, 'no_stream');
        const there = await store.read(stream);
        expect(ids(there)).toEqual(ids(events));
        expect(again).toMatchObject({ lastRevision: 2n, position: there[2]?.position });
      },
    );

    it.each(['times out in the prepare phase', 'is not sent to the leader'] as const)(
      'that %s is sent again with the same ids',
      async (fault) => {
        const stream = freshStream();
        const events = someEvents(2);
        double.failNextAppend(fault, fault);
        await expect(store.append(stream, events, 'no_stream')).resolves.toMatchObject({ lastRevision: 1n });
        expect(ids(await store.read(stream))).toEqual(ids(events));
      },
    );

    it('that finds no leader elected is sent again', async () => {
      double.failNextAppend('knows no leader', 'knows no leader');
      await expect(store.append(freshStream(), [anEvent()], 'no_stream')).resolves.toMatchObject({
        lastRevision: 0n,
      });
    });

    it('that no leader takes in time is of unknown outcome', async () => {
      double.failNextAppend(...Array<'knows no leader'>(20).fill('knows no leader'));
      const sending = hastyStore(1_000).append(freshStream(), [anEvent()], 'no_stream');
      // on a busy machine the last try may have no time for its answer
      await expect(sending).rejects.toThrow(/No leader info available|not answer within/);
      await expect(sending).rejects.toBeInstanceOf(StoreUnavailable);
    });

    it('that was stored before a later one returns its own revision and position', async () => {
      const stream = freshStream();
      const first = someEvents(2);
      double.failNextAppend('lands and hangs');
      const sending = hastyStore().append(stream, first, 'no_stream');
      await expect(sending).rejects.toBeInstanceOf(StoreUnavailable);
      await store.append(stream, someEvents(2), 1n);
      const again = await store.append(stream, first, 'no_stream');
      expect(again).toMatchObject({ lastRevision: 1n, position: (await store.read(stream))[1]?.position });
    });

    it('with events that are too large together is refused, and nothing is stored', async () => {
      const stream = freshStream();
      const data = JSON.stringify('x'.repeat(600_000));
      const events = [anEvent({ data }), anEvent({ data })];
      await expect(store.append(stream, events, 'no_stream')).rejects.toBeInstanceOf(EventTooLarge);
      expect(await store.read(stream)).toEqual([]);
    });

    it.each([
      ['a system stream', '$settings', 'ThingHappened'],
      ['a system event', 'thing-1', '$ThingHappened'],
    ])('to %s is a mistake of the caller: it could not be read again', async (_, stream, type) => {
      await expect(store.append(stream, [anEvent({ type })], 'no_stream')).rejects.toBeInstanceOf(TypeError);
    });

    it('is not held up by reads, of which 100 fill a connection', async () => {
      double.failNextRead(...Array<'hangs'>(120).fill('hangs'));
      for (let read = 0; read < 120; read += 1) store.head().catch(() => undefined);
      await expect.poll(() => double.openReads, { interval: 5 }).toBe(100);
      await expect(hastyStore(2_000).append(freshStream(), [anEvent()], 'no_stream')).resolves.toMatchObject({
        lastRevision: 0n,
      });
    });

    it('finds a server by gossip', async () => {
      const found = open(double.discoveryString);
      const stream = freshStream();
      await found.append(stream, [anEvent()], 'no_stream');
      expect(await store.read(stream)).toHaveLength(1);
      await found.close();
    });

    it.each([
      ['no node answers', 'no node answers', async () => double.stop()],
      [
        'nodes answer',
        'there is no leader',
        async () => {
          double.hasLeader = false;
        },
      ],
    ])('says why no node is found: %s', async (_, reason, fail) => {
      await fail();
      const address = `${double.connectionString.replace('?', `,127.0.0.1:${double.port}?`)}&maxDiscoverAttempts=1`;
      const found = open(address);
      hasty.push(found);
      await expect(found.head()).rejects.toThrow(
        new RegExp(`^The event store could not be read: ${reason}$`),
      );
    });

    it('names the certificate where one was refused', async () => {
      await double.stop();
      const server = createServer(selfSigned()).listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const found = open(`esdb://127.0.0.1:${double.port},127.0.0.1:${port}?tls=true&maxDiscoverAttempts=1`);
      hasty.push(found);
      await expect(found.head()).rejects.toThrow(
        /certificate not accepted \(tlsCaFile\): self-signed certificate$/,
      );
    });

    it('is unavailable while the server is down and works again afterwards', async () => {
      const stream = freshStream();
      await store.append(stream, [anEvent()], 'no_stream');
      await double.stop();
      await expect(store.append(stream, [anEvent()], 0n)).rejects.toBeInstanceOf(StoreUnavailable);
      await double.listen();
      await expect
        .poll(() => store.append(stream, [anEvent()], 0n).catch((error: unknown) => error), {
          timeout: 5_000,
        })
        .toMatchObject({ lastRevision: 1n });
      await expect(store.append(stream, [anEvent()], 0n)).rejects.toBeInstanceOf(WrongExpectedRevision);
    });
  });

  describe('read', () => {
    it.each(['hangs', 'fails as unavailable'] as const)(
      'that %s is unavailable, not empty',
      async (fault) => {
        const stream = freshStream();
        await store.append(stream, someEvents(2), 'no_stream');
        const asked = hastyStore();
        for (const reading of [() => asked.read(stream), () => asked.readAll(null), () => asked.head()]) {
          double.failNextRead(fault);
          await expect(reading()).rejects.toBeInstanceOf(StoreUnavailable);
        }
        expect(await store.read(stream)).toHaveLength(2);
        await noOpenReads();
      },
    );

    it('leaves no call open on the server, however early it stops', async () => {
      const stream = freshStream();
      for (let at = 0; at < 900; at += 300) {
        await store.append(stream, someEvents(300), at === 0 ? 'no_stream' : BigInt(at - 1));
      }
      for (let turn = 0; turn < 150; turn += 1) {
        await store.readAll(null, { limit: 1 });
        await store.read(stream, { from: 889n });
        await store.head();
      }
      await noOpenReads();
    });

    it('lets the store close after an abandoned read that had received everything', async () => {
      const stream = freshStream();
      await store.append(stream, someEvents(5), 'no_stream');
      const connection = connect(double.connectionString, 2_000);
      const reading = await connection.read(
        { stream, from: 'start', direction: 'forward', count: 5n },
        10_000,
      );
      for await (const event of reading) {
        await pause(100);
        expect(event.revision).toBe(0n);
        break;
      }
      const closing = connection.close().then(() => 'closed');
      expect(await Promise.race([closing, pause(1_500, 'still closing')])).toBe('closed');
    });

    it("leaves out the server's own events and does not count them", async () => {
      double.appendSystemEvent();
      const stream = freshStream();
      const stored = someEvents(4);
      for (const [at, event] of stored.entries()) {
        await store.append(stream, [event], at === 0 ? 'no_stream' : BigInt(at - 1));
        double.appendSystemEvent();
        double.appendSystemEvent();
      }
      expect(ids(await readWholeLog(store, null, 1))).toEqual(ids(stored));
      const page = await store.readAll(null, { limit: 4 });
      expect({ events: page.events.length, end: page.end }).toEqual({ events: 4, end: true });
      expect(page.next).toBe(await store.head());
      expect((await store.read(stream)).at(-1)?.position).toBe(page.next);
    });
  });

  describe('subscribe', () => {
    it.each(['error', 'end'] as const)(
      'continues after drops by %s without loss or repetition',
      async (how) => {
        const stream = freshStream();
        const stored = someEvents(60);
        const following = follow(7);
        for (const [at, event] of stored.entries()) {
          await store.append(stream, [event], at === 0 ? 'no_stream' : BigInt(at - 1));
          if (at % 15 === 14) {
            await following.until(at);
            await expect.poll(() => double.dropSubscriptions(how), { timeout: 5_000, interval: 5 }).toBe(1);
          }
        }
        await following.until(60);
        await pause(30);
        expect(ids(following.events)).toEqual(ids(stored));
        expect(dropped.length).toBeGreaterThan(0);
        expect(double.subscribed).toBeGreaterThan(1);
        stop.abort();
        await following.done;
        await noOpenReads();
      },
    );

    it('is one call for all subscribers of a store, and ends with the last', async () => {
      const stream = freshStream();
      await store.append(stream, [anEvent({ type: 'Noticed' })], 'no_stream');
      const received = ['Noticed', 'Ignored', 'Noticed'].map((type) => {
        const events: RecordedEvent[] = [];
        void (async () => {
          const pages = store.subscribe({ from: null, signal: stop.signal, types: [type] });
          for await (const page of pages) events.push(...page.events);
        })();
        return events;
      });
      await expect.poll(() => double.subscribed, { interval: 5 }).toBe(1);
      await store.append(stream, [anEvent({ type: 'Noticed' }), anEvent({ type: 'Ignored' })], 0n);
      await expect.poll(() => received.map((events) => events.length), { interval: 5 }).toEqual([2, 1, 2]);
      expect(double.subscribed).toBe(1);
      expect(double.openReads).toBe(1);
      stop.abort();
      await noOpenReads();
    });

    it('lets followers read nothing themselves while it delivers', async () => {
      const first = await store.append(freshStream(), [anEvent()], 'no_stream');
      const followers = [follow(), follow()];
      for (const { until } of followers) await until(1);
      await expect.poll(() => double.subscribed, { interval: 5 }).toBe(1);
      await store.append(freshStream(), [anEvent()], 'no_stream');
      for (const { until } of followers) await until(2);
      await noReadsLeft();
      const before = double.logReads;
      const appendSome = async () => {
        const stream = freshStream();
        for (let revision = -1n; revision < 19n; revision += 1n)
          await store.append(stream, [anEvent()], revision === -1n ? 'no_stream' : revision);
      };
      await Promise.all(Array.from({ length: 10 }, appendSome));
      for (const { until } of followers) await until(202);
      // also when all are woken for what they did not want
      await pause(1_100);
      expect(double.logReads).toBe(before);
      for (const { pages } of followers) {
        const positions = pages.flatMap(({ events }) => events.map(({ position }) => position));
        expect(positions[0]).toBe(first.position);
        expect(positions).toEqual([...new Set(positions)].toSorted());
      }
    });

    it('passes on what is appended at once in few pages, and waits for no append that hangs', async () => {
      const { events, pages, until } = follow();
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await until(1);
      const before = pages.length;
      const appends = Array.from({ length: 50 }, () => store.append(freshStream(), [anEvent()], 'no_stream'));
      await Promise.all(appends);
      await until(51);
      expect(pages.length - before).toBeLessThan(10);

      double.failNextAppend('hangs');
      const hanging = store.append(freshStream(), [anEvent()], 'no_stream');
      const late = expect(hanging).rejects.toBeInstanceOf(StoreUnavailable);
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await until(52);
      expect(events).toHaveLength(52);
      await store.close();
      await late;
    });

    it('resumes after the last page delivered, also with a slow consumer', async () => {
      const stream = freshStream();
      const stored = someEvents(40);
      await store.append(stream, stored.slice(0, 1), 'no_stream');
      const seen: RecordedEvent[] = [];
      const slow = (async () => {
        for await (const page of store.subscribe({ from: null, signal: stop.signal, pageSize: 5 })) {
          seen.push(...page.events);
          await pause(5);
          if (seen.length >= 40) return;
        }
      })();
      await expect.poll(() => double.subscribed, { interval: 2 }).toBe(1);
      await store.append(stream, stored.slice(1), 0n);
      double.dropSubscriptions('error');
      await slow;
      expect(ids(seen)).toEqual(ids(stored));
      await noOpenReads();
    });

    it('retries while the server refuses or hangs, and reports each attempt', async () => {
      double.failNextRead('fails as unavailable', 'hangs', 'fails as unavailable');
      const following = follow(100, hastyStore());
      await expect.poll(() => dropped.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await following.until(1);
      expect(dropped.every((error) => error instanceof StoreUnavailable)).toBe(true);
    });

    it('gives up a subscription that the server does not confirm', async () => {
      const following = follow(100, hastyStore());
      await expect.poll(() => double.dropSubscriptions('error'), { timeout: 5_000 }).toBe(1);
      // the catch-up read succeeds, the subscription hangs
      double.failNextRead('ends early', 'hangs');
      await expect.poll(() => String(dropped), { timeout: 5_000 }).toContain('confirm');
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await following.until(1);
    });

    it('that breaks while no node is found does not end the process', async () => {
      const unhandled: unknown[] = [];
      const note = (error: unknown) => unhandled.push(error);
      process.on('unhandledRejection', note);
      const connection = connect(double.discoveryString, 10_000);
      const stream = freshStream();
      const read = () => connection.read({ stream, from: 'start', direction: 'forward', count: 5n }, 10_000);
      const all = async (reading: AsyncIterable<RecordedEvent>) => {
        const events: RecordedEvent[] = [];
        for await (const event of reading) events.push(event);
        return events;
      };
      const broken = all(await connection.subscribe(null, 10_000)).catch((error: unknown) => error);
      await expect.poll(() => double.subscribed, { interval: 5 }).toBe(1);
      // the client drops its channel, on which the subscription stays open
      double.failNextAppend('fails as unavailable');
      await expect(connection.append(stream, [anEvent()], 'no_stream', 10_000)).rejects.toThrow(
        'Server Is Not Ready',
      );
      double.freeze();
      const reading = read();
      reading.catch(() => undefined);
      await double.stop();
      expect(await broken).toBeInstanceOf(StoreUnavailable);
      await expect(reading).rejects.toThrow('no node answers');
      await nextTurn();
      process.off('unhandledRejection', note);
      expect(unhandled).toEqual([]);
      await double.listen();
      expect(await all(await read())).toEqual([]);
      await connection.close();
    });

    it('survives a restart of the server', async () => {
      const stream = freshStream();
      const following = follow();
      await store.append(stream, [anEvent()], 'no_stream');
      await following.until(1);
      await double.stop();
      await pause(30);
      await double.listen();
      await expect
        .poll(() => store.append(stream, [anEvent()], 0n).catch((error: unknown) => error), {
          timeout: 5_000,
        })
        .toMatchObject({ lastRevision: 1n });
      await following.until(2);
      expect(following.events.map((event) => event.revision)).toEqual([0n, 1n]);
    });

    it('leaves no call open on the server when the consumer stops', async () => {
      await store.append(freshStream(), someEvents(20), 'no_stream');
      for (let turn = 0; turn < 120; turn += 1) {
        await collect(store.subscribe({ from: null, signal: stop.signal, pageSize: 3 }), () => true);
      }
      await noOpenReads();
      const live = collect(store.subscribe({ from: await store.head(), signal: stop.signal }), () => true);
      await expect.poll(() => double.openReads, { interval: 2 }).toBe(1);
      await store.append(freshStream(), someEvents(5), 'no_stream');
      await live;
      await noOpenReads();
    });

    it("shows no page for the server's own events", async () => {
      const following = follow();
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await following.until(1);
      for (let turn = 0; turn < 5; turn += 1) double.appendSystemEvent();
      await store.append(freshStream(), [anEvent()], 'no_stream');
      await following.until(2);
      expect(following.pages.every((page) => page.events.length > 0)).toBe(true);
    });

    it('does not retry with a position of another store', async () => {
      const strange = store.subscribe({ from: '00000000000000000007', signal: stop.signal });
      await expect(collect(strange, () => true)).rejects.toBeInstanceOf(TypeError);
      await expect(store.readAll('00000000000000000007')).rejects.toBeInstanceOf(TypeError);
    });
  });

  describe('a frozen node', () => {
    /** Time limits are far beyond a test's: only the missing sign of life can end a call. */
    const watchful = (connectionString: string) => {
      const opened = createEventStoreDbEventStore({
        connectionString,
        appendTimeoutMs: 600_000,
        readTimeoutMs: 600_000,
        silentMs: 200,
        backOff: { firstMs: 5, longestMs: 20 },
        onDropped: (error) => dropped.push(error),
      });
      hasty.push(opened);
      return opened;
    };
    const silence = 'EventStoreDB did not answer within 200 ms';

    it('ends appends, reads and subscriptions under way; they succeed when it runs again', async () => {
      const watched = watchful(double.connectionString);
      const stream = freshStream();
      await watched.append(stream, [anEvent()], 'no_stream');
      const following = follow(100, watched);
      await following.until(1);
      await expect.poll(() => double.subscribed, { timeout: 5_000, interval: 5 }).toBe(1);
      double.freeze();
      const second = anEvent();
      await Promise.all(
        [watched.append(stream, [second], 0n), watched.read(stream), watched.head()].map((call) =>
          expect(call).rejects.toThrow(silence),
        ),
      );
      await expect.poll(() => String(dropped), { timeout: 5_000 }).toContain(silence);
      double.thaw();
      await expect
        .poll(() => watched.append(stream, [second], 0n).catch(String), { timeout: 10_000 })
        .toMatchObject({ lastRevision: 1n });
      await following.until(2);
      expect(ids(await watched.read(stream)).at(-1)).toBe(second.id);
    });

    it('is looked for only while calls wait for an answer', async () => {
      const watched = watchful(double.connectionString);
      await watched.append(freshStream(), [anEvent()], 'no_stream');
      await watched.head();
      await pause(1_000);
      expect(double.gossips).toBe(0);
      await follow(100, watched).until(1);
      await expect.poll(() => double.gossips, { timeout: 5_000 }).toBeGreaterThan(0);
    });

    it('is not silent while this process is busy, whose answers may wait unread', async () => {
      const watched = watchful(double.connectionString);
      await watched.head();
      double.freeze();
      let isEnded = false;
      const reading = watched.read(freshStream()).finally(() => {
        isEnded = true;
      });
      const busyUntil = performance.now() + 1_000;
      while (performance.now() < busyUntil) {
        const turnEnds = performance.now() + 50;
        while (performance.now() < turnEnds);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(isEnded).toBe(false);
      await expect(reading).rejects.toThrow(silence);
      double.thaw();
    });

    it('ends an append and a read at the time that they are given', async () => {
      // no other limit can end them
      const patient = createEventStoreDbEventStore({
        connectionString: double.connectionString,
        appendTimeoutMs: 600_000,
        readTimeoutMs: 600_000,
        silentMs: 600_000,
      });
      hasty.push(patient);
      await patient.append(freshStream(), [anEvent()], 'no_stream');
      double.freeze();
      const until = performance.now();
      const calls = Promise.allSettled([
        patient.append(freshStream(), [anEvent()], 'no_stream', until),
        patient.read(freshStream(), { until }),
      ]);
      for (const outcome of await calls) {
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringMatching(/within \d{3,4} ms|Deadline exceeded/) },
        });
      }
      double.thaw();
    });

    /** A cluster of three, led by the double. `append` returns its event's id. */
    const inCluster = async (
      test: (cluster: {
        readonly other: EventStoreDbDouble;
        /** Both others name these as leaders. */
        readonly name: (...leaders: readonly EventStoreDbDouble[]) => void;
        readonly append: () => Promise<string>;
        readonly watched: EventStore;
      }) => Promise<void>,
    ) => {
      const others = await Promise.all([EventStoreDbDouble.start(), EventStoreDbDouble.start()]);
      onTestFinished(async () => void (await Promise.all(others.map((each) => each.stop()))));
      const name = (...leaders: readonly EventStoreDbDouble[]) => {
        for (const each of others) each.leaders = leaders.map(({ port }) => port);
      };
      name(double);
      const hosts = [double, ...others].map(({ port }) => `127.0.0.1:${port}`).join(',');
      const watched = watchful(`esdb://${hosts}?tls=false`);
      const append = async () => {
        const event = anEvent();
        await watched.append(freshStream(), [event], 'no_stream');
        return event.id;
      };
      await append();
      expect(double.log.events).toHaveLength(2);
      await test({ other: others[0], name, append, watched });
    };

    it('is left for the leader that the others elect, and not asked again before', () =>
      inCluster(async ({ other, name, append }) => {
        double.freeze();
        await expect(append()).rejects.toThrow(silence);
        const waiting = append();
        await pause(1_500);
        name(other);
        expect(await waiting).toBe(other.log.events.at(-1)?.id);
      }));

    it('is the leader again if it goes on before another is elected', () =>
      inCluster(async ({ append }) => {
        double.freeze();
        await expect(append()).rejects.toThrow(silence);
        const waiting = append();
        await pause(1_500);
        double.thaw();
        expect(await waiting).toBe(double.log.events.at(-1)?.id);
      }));

    it('is taken last if it goes on and is named beside the new leader', () =>
      inCluster(async ({ other, name, append }) => {
        name(double, other);
        double.failNextAppend('fails as unavailable');
        await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
        expect(await append()).toBe(other.log.events.at(-1)?.id);
      }));

    it('lets a read fail after 5 s without a leader that answers', () =>
      inCluster(async ({ append, watched }) => {
        double.freeze();
        await expect(append()).rejects.toThrow(silence);
        await expect(watched.head()).rejects.toThrow('EventStoreDB did not answer within 5000 ms');
      }));

    it('is found by the subscription: the first append afterwards goes to the new leader', () =>
      inCluster(async ({ other, name, append, watched }) => {
        await follow(100, watched).until(1);
        await expect.poll(() => double.subscribed, { interval: 5 }).toBe(1);
        double.freeze();
        await expect.poll(() => String(dropped), { timeout: 5_000 }).toContain(silence);
        await pause(1_000);
        name(other);
        expect(await append()).toBe(other.log.events.at(-1)?.id);
      }));
  });
});
