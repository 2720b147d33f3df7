import {
  createMemoryEventStore,
  type EventStore,
  MemoryLog,
  type RecordedEvent,
  StoreUnavailable,
  writeThroughPort,
} from '@portal/event-store';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CopyOrder,
  type CopyProgress,
  copyLog,
  SourceWentOn,
  TargetHoldsSomethingElse,
} from './copyLog.ts';
import { logOf } from './log.ts';

let source: MemoryLog;
let target: MemoryLog;

/** Appends to streams in turn, so that order between streams and revisions both matter. */
async function append(log: MemoryLog, events: number, streams = 7): Promise<void> {
  const store = createMemoryEventStore(log);
  for (let n = 0; n < events; n += 1) {
    const stream = `site-${n % streams}`;
    const there = log.streams.get(stream)?.length ?? 0;
    const event = { id: v7(), type: 'SiteApproved', data: ` {"n": ${n}.0}`, metadata: '{"é":1}' };
    await store.append(stream, [event], there === 0 ? 'no_stream' : BigInt(there - 1));
  }
}

const copy = (more: Partial<CopyOrder> = {}) => {
  const store = createMemoryEventStore(target);
  return copyLog({
    source: logOf(createMemoryEventStore(source)),
    target: store,
    writer: writeThroughPort(store),
    retryMs: 1,
    ...more,
  });
};

/** What is kept of each event. */
const kept = (log: MemoryLog) =>
  log.events.map(({ position, ...event }) => ({ ...event, place: Number(position) }));

beforeEach(async () => {
  source = new MemoryLog();
  target = new MemoryLog();
  await append(source, 2_300);
});

describe('a copy of a log', () => {
  // Proves I8-move-1
  it('keeps order, ids, bytes and revisions, and returns the last number and hash', async () => {
    const progress: CopyProgress[] = [];
    const copied = await copy({ onProgress: (step) => progress.push(step) });
    expect(copied).toEqual({
      end: { seq: 2_300, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      written: 2_300,
    });
    expect(kept(target)).toEqual(kept(source));
    const last = Object.fromEntries(progress.map(({ phase, done }) => [phase, done]));
    expect(last).toEqual({ comparing: 0, copying: 2_300, verifying: 2_300 });
  });

  // Proves I8-move-1
  it('continues after an interruption, and writes nothing when repeated', async () => {
    const whole = await copy();
    target = new MemoryLog();
    const stop = new AbortController();
    const stopped = copy({
      signal: stop.signal,
      onProgress: ({ phase, done }) => phase === 'copying' && done >= 1_000 && stop.abort(),
    });
    await expect(stopped).rejects.toThrow('aborted');
    expect(target.events.length).toBeGreaterThan(0);
    expect(target.events.length).toBeLessThan(2_300);
    const there = target.events.length;
    expect(await copy()).toEqual({ ...whole, written: 2_300 - there });
    expect(kept(target)).toEqual(kept(source));
    expect(await copy()).toEqual({ ...whole, written: 0 });
    expect(target.events).toHaveLength(2_300);
  });

  // Proves I8-move-1
  it('writes nothing twice if an append fails, stored or not', async () => {
    let appends = 0;
    const store = createMemoryEventStore(target);
    const flaky: EventStore = {
      ...store,
      append: async (...append) => {
        appends += 1;
        if (appends % 40 === 10) throw new StoreUnavailable('did not land');
        const answer = await store.append(...append);
        if (appends % 40 === 30) throw new StoreUnavailable('landed all the same');
        return answer;
      },
    };
    expect((await copy({ target: flaky, writer: writeThroughPort(flaky) })).written).toBe(2_300);
    expect(kept(target)).toEqual(kept(source));
  });

  it('gives up if the target stays unavailable', async () => {
    const writer = {
      ...writeThroughPort(createMemoryEventStore(target)),
      write: async () => Promise.reject(new StoreUnavailable('gone')),
    };
    await expect(copy({ writer })).rejects.toThrow('gone');
    expect(target.events).toEqual([]);
  });

  // Proves I8-move-2
  it('refuses a target with another log, and does not change it', async () => {
    await append(target, 3);
    await expect(copy()).rejects.toThrow(TargetHoldsSomethingElse);
    await expect(copy()).rejects.toThrow(
      `The target holds something else: its event 1 is SiteApproved ${target.events[0]?.id} (site-0, revision 0), where the log that is copied has SiteApproved ${source.events[0]?.id}`,
    );
    expect(target.events).toHaveLength(3);
  });

  it.each([
    ['data', { data: '{"n":1}' }],
    ['metadata', { metadata: '{"é":1.0}' }],
    ['type', { type: 'SiteDeactivated' }],
  ])('refuses a target in which the %s of one event differs', async (_, change: Partial<RecordedEvent>) => {
    await copy();
    target.events[1_234] = { ...(target.events[1_234] as RecordedEvent), ...change };
    target.events.length = 2_000;
    await expect(copy()).rejects.toThrow(/its event 1235 is .* with another content/);
    expect(target.events).toHaveLength(2_000);
  });

  it("refuses a target with events after the log's end", async () => {
    await copy();
    await append(target, 1, 1_000);
    await expect(copy()).rejects.toThrow(
      'The target goes on behind the log that is copied: its event 2301 is',
    );
  });

  // Proves I8-move-2
  it('fails if the source grew meanwhile; the next copy adds the rest', async () => {
    const once = copy({
      onProgress: ({ phase, done }) => {
        if (phase === 'verifying' && done === 2_300 && source.events.length === 2_300)
          void append(source, 2, 1_000);
      },
    });
    await expect(once).rejects.toThrow(SourceWentOn);
    await expect(copy()).resolves.toMatchObject({ end: { seq: source.events.length } });
    expect(kept(target)).toEqual(kept(source));
  });

  // Proves I8-move-2
  it('fails if something else wrote to the target meanwhile', async () => {
    const store = createMemoryEventStore(target);
    const lying: EventStore = {
      ...store,
      readAll: async (from, options) => {
        const page = await store.readAll(from, options);
        const [first, ...rest] = page.events;
        const changed = target.events.length === 2_300 && from === null && first !== undefined;
        return changed ? { ...page, events: [{ ...first, data: '{"n":9}' }, ...rest] } : page;
      },
    };
    await expect(copy({ target: lying, writer: writeThroughPort(store) })).rejects.toThrow(
      'The copy is not the log',
    );
  });
});
