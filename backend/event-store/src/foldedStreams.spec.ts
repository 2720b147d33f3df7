import { describe, expect, it } from 'vitest';
import { FoldedStreams, KEEP_MS } from './foldedStreams.ts';

describe('FoldedStreams', () => {
  const evolve = () => 0;
  const folded = (revision: bigint, ids: number) => ({
    state: revision,
    revision,
    position: '1',
    recordedAt: '',
    eventIds: new Set(Array.from({ length: ids }, (_, index) => `${revision} ${index}`)),
    decodedAt: 0,
    forgets: 0,
    size: 0,
  });

  it('evicts the least recently used', () => {
    const streams = new FoldedStreams(() => 0, 1_000);
    for (const name of ['a', 'b', 'c']) streams.keep(name, evolve, folded(1n, 3));
    streams.get('a', evolve);
    streams.keep('d', evolve, folded(1n, 3));
    expect(['a', 'b', 'c', 'd'].filter((name) => streams.get(name, evolve) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ]);
    streams.keep('long', evolve, folded(1n, 11));
    expect(streams.get('long', evolve)).toBeUndefined();
  });

  it('counts the size of events, not only their number', () => {
    const streams = new FoldedStreams(() => 0, 1_000);
    for (const name of ['a', 'b', 'c']) streams.keep(name, evolve, { ...folded(1n, 1), size: 300 });
    expect(['a', 'b', 'c'].map((name) => streams.get(name, evolve)?.size)).toEqual([undefined, 300, 300]);
    streams.keep('d', evolve, { ...folded(1n, 1), size: 950 });
    expect([streams.get('d', evolve), streams.count]).toEqual([undefined, 2]);
  });

  it('evicts expired streams without a call', async () => {
    let now = 0;
    const streams = new FoldedStreams(() => now, 1_000, 5);
    streams.keep('a', evolve, folded(1n, 1));
    now = KEEP_MS;
    streams.keep('b', evolve, { ...folded(1n, 1), decodedAt: now });
    await expect.poll(() => streams.count, { timeout: 10_000 }).toBe(1);
    expect(streams.get('b', evolve)).toBeDefined();
  });

  it('counts a stream as expired when the clock was set back', () => {
    let now = KEEP_MS;
    const streams = new FoldedStreams(() => now);
    streams.keep('a', evolve, { ...folded(1n, 1), decodedAt: now });
    expect(streams.get('a', evolve)).toBeDefined();
    now = 0;
    expect(streams.get('a', evolve)).toBeUndefined();
  });

  it('keeps the newer fold', () => {
    const streams = new FoldedStreams(() => 0);
    streams.keep('a', evolve, folded(2n, 1));
    streams.keep('a', evolve, folded(1n, 1));
    expect(streams.get('a', evolve)?.revision).toBe(2n);
  });
});
