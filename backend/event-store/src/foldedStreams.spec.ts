import { v5 as uuidv5 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { EventIds, FoldedStreams } from './foldedStreams.ts';

describe('FoldedStreams', () => {
  const evolve = () => 0;
  const folded = (revision: bigint, size: number) => ({
    state: revision,
    revision,
    position: '1',
    recordedAt: '',
    eventIds: new EventIds(),
    size: { measured: size, added: 0 },
  });

  it('evicts the least recently used', () => {
    const streams = new FoldedStreams(1_000);
    for (const name of ['a', 'b', 'c']) streams.keep(name, evolve, folded(1n, 300));
    streams.get('a', evolve);
    streams.keep('d', evolve, folded(1n, 300));
    expect(['a', 'b', 'c', 'd'].filter((name) => streams.get(name, evolve) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ]);
    streams.keep('long', evolve, folded(1n, 1_100));
    expect(streams.get('long', evolve)).toBeUndefined();
  });

  it('counts the ids of events too', () => {
    const streams = new FoldedStreams(1_000);
    const events = Array.from({ length: 60 }, (_, n) => ({ id: n.toString(16).padStart(7, '0') }));
    for (const name of ['a', 'b']) {
      streams.keep(name, evolve, { ...folded(1n, 0), eventIds: new EventIds().add(events) });
    }
    expect([streams.get('a', evolve), streams.count]).toEqual([undefined, 1]);
  });

  it('keeps the newer fold', () => {
    const streams = new FoldedStreams();
    streams.keep('a', evolve, folded(2n, 1));
    streams.keep('a', evolve, folded(1n, 1));
    expect(streams.get('a', evolve)?.revision).toBe(2n);
  });
});

it('EventIds knows every event it was given', () => {
  const events = Array.from({ length: 1_000 }, (_, n) => ({ id: uuidv5(String(n), uuidv5.URL) }));
  const ids = new EventIds().add(events.slice(1));
  expect(events.slice(1).every(({ id }) => ids.mayHave(id))).toBe(true);
  expect(ids.mayHave(events[0]?.id ?? '')).toBe(false);
});
