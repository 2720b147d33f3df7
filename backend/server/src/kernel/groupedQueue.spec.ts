import { describe, expect, it } from 'vitest';
import { groupedQueue, QueueFull, type Turn } from './groupedQueue.ts';

/** A queue of one slot that is taken; `order` says who ran, once `open` lets them. */
function taken(mostWaiting: number) {
  const queue = groupedQueue(1, mostWaiting);
  const order: string[] = [];
  let open = () => {};
  const first = queue({ place: ['before'] }, () => new Promise<void>((resolve) => (open = resolve)));
  const asked: Promise<unknown>[] = [first];
  const ask = (name: string, turn: Turn) => {
    const result = queue(turn, async () => void order.push(name)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFull);
      order.push(`${name} refused`);
    });
    asked.push(result);
  };
  const run = async () => {
    open();
    await Promise.all(asked);
    return order;
  };
  return { ask, run };
}

// Proves I35-15
describe('a queue of groups', () => {
  it('lets networks take turns, and the smaller networks within them', async () => {
    const { ask, run } = taken(32);
    for (const name of ['a1', 'a2', 'a3']) ask(name, { place: ['a', 'a-1'] });
    ask('a4', { place: ['a', 'a-2'] });
    ask('b1', { place: ['b', 'b-1'] });
    ask('c1', { place: ['c', 'c-1'] });
    expect(await run()).toEqual(['a1', 'b1', 'c1', 'a4', 'a2', 'a3']);
  });

  it('makes room in a full queue at the expense of the network that has most of it', async () => {
    const { ask, run } = taken(4);
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, { place: ['a', name] });
    ask('b1', { place: ['b', 'b-1'] });
    ask('a5', { place: ['a', 'a-5'] });
    const order = await run();
    expect(order.filter((name) => name.endsWith('refused'))).toHaveLength(2);
    expect(order).toContain('a5 refused');
    expect(order).toContain('b1');
  });

  it('has places of their own for those who come first, however full it is', async () => {
    const { ask, run } = taken(2);
    for (const name of ['a', 'b', 'c']) ask(name, { place: [name] });
    ask('known', { place: ['z'], first: true });
    expect(await run()).toEqual(['c refused', 'known', 'a', 'b']);
  });

  it('runs no more than its slots, and goes on after a failure', async () => {
    const queue = groupedQueue(2, 10);
    let running = 0;
    let most = 0;
    const work = async (fails: boolean) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      if (fails) throw new Error('no');
    };
    const all = [0, 1, 2, 3, 4, 5].map((n) => queue({ place: [String(n % 2)] }, () => work(n === 1)));
    const settled = await Promise.allSettled(all);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(most).toBe(2);
  });
});
