import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable, WrongExpectedRevision } from '../port.ts';
import { anEvent, collect, freshStream, readWholeLog, someEvents } from '../testing/events.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcpProxy.ts';
import { LISTENER_LOCK } from './schema.ts';
import { type StoresUnderTest, storesUnderTest } from './testing/storesUnderTest.ts';

/** Generous limit, for a busy machine. */
const PATIENCE = { timeout: 15_000 };

let stores: StoresUnderTest;
let proxy: TcpProxy;
let proxied: string;
beforeEach(async () => {
  stores = await storesUnderTest();
  const url = new URL(stores.connectionString);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) || 5432 });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  proxied = url.href;
});
afterEach(async () => {
  proxy.mode = 'pass';
  await stores.stop();
  await proxy.close();
});

/** A store behind the proxy whose writer is connected. */
async function connected(config: Parameters<StoresUnderTest['open']>[0] = {}): Promise<EventStore> {
  const store = stores.open({ connectionString: proxied, unavailableAfterMs: 1_000, ...config });
  const stream = freshStream('warm');
  const event = anEvent();
  // connecting may take longer than an append waits
  await expect.poll(() => store.append(stream, [event], 'no_stream').catch(() => null)).not.toBeNull();
  return store;
}

describe('an append whose connection is lost', () => {
  it('succeeds if the commit took place', async () => {
    const store = await connected();
    const stream = freshStream();
    proxy.dropNextAnswer();
    const answer = await store.append(stream, someEvents(2), 'no_stream');
    const recorded = await stores.open().read(stream);
    expect(answer).toEqual({ lastRevision: 1n, position: recorded[1]?.position, known: true });
  });

  it('succeeds for all of a batch except the refused one, which is unknown', async () => {
    const store = await connected();
    const streams = Array.from({ length: 5 }, () => freshStream());
    proxy.dropNextAnswer();
    const outcomes = await Promise.allSettled(
      streams.map((stream, n) => store.append(stream, [anEvent()], n === 2 ? 4n : 'no_stream')),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[2]).toMatchObject({ reason: expect.any(StoreUnavailable) });
  });

  it('has an unknown outcome while the store is unavailable', async () => {
    const store = await connected({ unavailableAfterMs: 300 });
    const stream = freshStream();
    const event = anEvent();
    proxy.dropNextAnswer('refuse');
    const refusal = await store.append(stream, [event], 'no_stream').catch((error: unknown) => error);
    proxy.mode = 'pass';
    expect(refusal).toBeInstanceOf(StoreUnavailable);
    expect(String(refusal)).toContain('it is unknown whether it took place');
    // it may take longer to connect again than an append waits
    await expect
      .poll(() => store.append(stream, [event], 'no_stream').catch(() => null))
      .toMatchObject({ lastRevision: 0n });
    expect(await store.read(stream)).toHaveLength(1);
  });

  it('has an unknown outcome if it never reached the server', async () => {
    const store = await connected();
    const stream = freshStream();
    proxy.mode = 'swallow';
    const appending = store.append(stream, [anEvent()], 'no_stream').catch((error: unknown) => error);
    await expect.poll(() => proxy.swallowed, PATIENCE).toBeGreaterThan(0);
    proxy.mode = 'refuse';
    proxy.mode = 'pass';
    expect(String(await appending)).toContain('it is unknown whether it took place');
    expect(await store.read(stream)).toEqual([]);
  });

  it('is aborted when the server does not answer', async () => {
    const store = await connected({ statementTimeoutMs: 100, cutOffMs: 400 });
    proxy.mode = 'swallow';
    const refusal = store.append(freshStream(), [anEvent()], 'no_stream').catch((error: unknown) => error);
    expect(await refusal).toBeInstanceOf(StoreUnavailable);
    proxy.mode = 'pass';
    await expect
      .poll(() => store.append(freshStream(), [anEvent()], 'no_stream').catch(() => null), PATIENCE)
      .toMatchObject({ lastRevision: 0n });
  });
});

describe('a read whose connection is lost', () => {
  it('is repeated', async () => {
    const store = await connected();
    const stream = freshStream();
    await store.append(stream, someEvents(3), 'no_stream');
    await store.read(stream);
    proxy.dropNextAnswer();
    expect(await store.read(stream)).toHaveLength(3);
  });

  it('is given up when the server does not answer', async () => {
    const store = await connected({ statementTimeoutMs: 100, cutOffMs: 200, unavailableAfterMs: 300 });
    await store.head();
    proxy.mode = 'swallow';
    const began = Date.now();
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    // a default would wait 15 s
    expect(Date.now() - began).toBeLessThan(8_000);
    proxy.mode = 'refuse';
    proxy.mode = 'pass';
    await expect.poll(() => store.head().catch(() => null), PATIENCE).not.toBeNull();
  });
});

describe('an unavailable store', () => {
  it('refuses appends and reads after a while, and recovers automatically', async () => {
    const store = await connected({ unavailableAfterMs: 300 });
    proxy.mode = 'refuse';
    const began = Date.now();
    await expect(store.append(freshStream(), [anEvent()], 'no_stream')).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    await expect(store.readAll(null)).rejects.toBeInstanceOf(StoreUnavailable);
    // the default of 5 s each would be 10 s
    expect(Date.now() - began).toBeLessThan(8_000);
    proxy.mode = 'pass';
    const stream = freshStream();
    await expect
      .poll(
        () =>
          store.append(stream, [anEvent()], 'no_stream').then(
            () => true,
            (error: unknown) => error instanceof WrongExpectedRevision,
          ),
        PATIENCE,
      )
      .toBe(true);
    expect(await store.read(stream)).toHaveLength(1);
  });

  it('keeps its subscribers without loss', async () => {
    const store = await connected({ pollMs: 100, unavailableAfterMs: 200 });
    const stop = new AbortController();
    const from = await store.head();
    const seen = collect(store.subscribe({ from, signal: stop.signal }), (events) => events.length >= 30);
    const direct = stores.open();
    for (let n = 0; n < 30; n += 1) {
      if (n % 10 === 5) {
        proxy.mode = 'refuse';
        await pause(n === 15 ? 1_200 : 30);
        proxy.mode = 'pass';
      }
      await direct.append(freshStream(), [anEvent()], 'no_stream');
      await pause(5);
    }
    const whole = await readWholeLog(direct, from);
    expect((await seen).map((event) => event.id)).toEqual(whole.map((event) => event.id));
    stop.abort();
  });

  it("is notified of other processes' appends again after its session was terminated", async () => {
    const store = stores.open({ pollMs: 60_000 });
    const stop = new AbortController();
    const from = await store.head();
    const seen = collect(store.subscribe({ from, signal: stop.signal }), (events) => events.length >= 2);
    const direct = stores.open();
    await expect.poll(stores.listeners, PATIENCE).toHaveLength(1);
    await direct.append(freshStream(), [anEvent()], 'no_stream');
    const before = await stores.listeners();
    const admin = await stores.admin();
    await admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [before]);
    await expect.poll(stores.listeners, PATIENCE).toEqual([expect.not.toBeOneOf([...before])]);
    await direct.append(freshStream(), [anEvent()], 'no_stream');
    expect(await seen).toHaveLength(2);
    stop.abort();
  });
});

describe('a session that can append but not listen', () => {
  it('is closed before the next attempt', async () => {
    const admin = await stores.admin();
    await admin.query(`SELECT pg_advisory_lock(${LISTENER_LOCK})`);
    const troubles: string[] = [];
    const store = stores.open({ statementTimeoutMs: 50, onTrouble: ({ message }) => troubles.push(message) });
    const from = await store.head();
    const stop = new AbortController();
    const seen = collect(store.subscribe({ from, signal: stop.signal }), (events) => events.length >= 1);
    await expect
      .poll(() => troubles.filter((message) => message.includes('timeout')).length, { timeout: 10_000 })
      .toBeGreaterThan(4);
    const sessions = async () => {
      const { rows } = await admin.query<{ sessions: number }>(
        `SELECT count(*)::integer AS sessions FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'portal event store (append)'`,
      );
      return rows[0]?.sessions;
    };
    // one that is connecting, and one that the server is closing; a leaked session would remain
    await expect.poll(sessions, { timeout: 5_000 }).toBeLessThanOrEqual(2);
    await admin.query(`SELECT pg_advisory_unlock(${LISTENER_LOCK})`);
    // an append of the store itself may take longer than its 50 ms
    await stores.open().append(freshStream(), [anEvent()], 'no_stream');
    expect(await seen).toHaveLength(1);
    stop.abort();
  });
});

describe('appends while sessions are terminated repeatedly', () => {
  it('acknowledge only events that are in the log, once', async () => {
    const store = stores.open();
    const admin = await stores.admin();
    const acknowledged: string[] = [];
    const unknown: string[] = [];
    let running = true;
    const killing = (async () => {
      for (let turn = 1; turn <= 12; turn += 1) {
        const enough = turn * 5;
        await pause(40 + turn * 3);
        for (let tries = 0; tries < 200 && acknowledged.length < enough; tries += 1) await pause(10);
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'portal event store (append)'`,
        );
      }
      running = false;
    })();
    const caller = async () => {
      while (running) {
        const event = anEvent();
        await store.append(freshStream(), [event], 'no_stream').then(
          () => acknowledged.push(event.id),
          (error: unknown) => {
            if (!(error instanceof StoreUnavailable)) throw error;
            unknown.push(event.id);
          },
        );
      }
    };
    await Promise.all([killing, ...Array.from({ length: 16 }, caller)]);
    const inLog = (await readWholeLog(store)).map((event) => event.id);
    expect(new Set(inLog).size).toBe(inLog.length);
    const there = new Set(inLog);
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(50);
    const expected = new Set([...acknowledged, ...unknown]);
    expect(inLog.filter((id) => !expected.has(id))).toEqual([]);
  });
});
