import { describe, expect, it } from 'vitest';
import { Waker } from './catchUp.ts';
import type { RecordedEvent } from './port.ts';
import { toPosition } from './positions.ts';

const event = (type: string): RecordedEvent => ({
  id: '00000000-0000-4000-8000-000000000000',
  stream: 'a',
  revision: 0n,
  position: toPosition(1),
  type,
  data: '{}',
  metadata: '{}',
});

/** A sleeper that wants events of type `Wanted`, and whether it woke. */
function sleeper(waker: Waker, seen = waker.count) {
  let awake = false;
  const asleep = waker.sleep(seen, new AbortController().signal, ({ type }) => type === 'Wanted');
  void asleep.then(() => {
    awake = true;
  });
  return {
    async isAwake() {
      await new Promise((resolve) => setImmediate(resolve));
      return awake;
    },
  };
}

describe('a sleeping subscriber', () => {
  it('wakes for events it wants only', async () => {
    const waker = new Waker();
    const { isAwake } = sleeper(waker);
    waker.wake([event('Other')]);
    expect(await isAwake()).toBe(false);
    waker.wake([event('Other'), event('Wanted')]);
    expect(await isAwake()).toBe(true);
  });

  it('wakes if it is not known what is new', async () => {
    const waker = new Waker();
    const { isAwake } = sleeper(waker);
    waker.wake();
    expect(await isAwake()).toBe(true);
  });

  it('does not fall asleep if anything came since its read', async () => {
    const waker = new Waker();
    const seen = waker.count;
    waker.wake([event('Other')]);
    expect(await sleeper(waker, seen).isAwake()).toBe(true);
  });
});
