import { expect, it } from 'vitest';
import { fairQueue, TooMuchWaiting } from './fairQueue.ts';
import { QueueFull } from './groupedQueue.ts';

/** A queue, and work that notes its name and waits until it is let go. */
function setUp(limits = { byUser: 10, all: 20 }) {
  const queue = fairQueue(limits);
  const done: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const add = (user: string, name: string, signal?: AbortSignal) =>
    queue({
      user,
      signal,
      run: async () => {
        await gate;
        done.push(name);
        return name;
      },
    });
  return { queue, add, done, open: () => open() };
}

// Proves I35-14
it('lets users take turns: much of one delays another by one piece', async () => {
  const { add, done, open } = setUp();
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('b', 'b2')];
  open();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  expect(done.indexOf('b1')).toBeLessThan(done.indexOf('a3'));
});

it('never starts what was aborted while it waited', async () => {
  const { add, done, open } = setUp();
  const gone = new AbortController();
  const first = add('a', 'a1');
  const second = add('a', 'a2', gone.signal);
  const third = add('a', 'a3');
  gone.abort(new Error('The caller is gone'));
  await expect(second).rejects.toThrow('The caller is gone');
  open();
  await Promise.all([first, third]);
  expect(done).toEqual(['a1', 'a3']);
  await expect(add('a', 'a4', gone.signal)).rejects.toThrow('The caller is gone');
});

it('passes on the turn of work that was aborted', async () => {
  const { add, done, open } = setUp();
  const gone = new AbortController();
  const all = [add('x', 'x'), add('a', 'gone', gone.signal), add('b', 'b1'), add('a', 'a2')];
  gone.abort(new Error('The caller is gone'));
  open();
  await Promise.allSettled(all);
  expect(done).toEqual(['x', 'a2', 'b1']);
});

it('bounds what waits, of one user and of all', async () => {
  const { add, open, queue } = setUp({ byUser: 2, all: 3 });
  const running = [add('a', 'running'), add('a', '1'), add('a', '2')];
  await expect(add('a', '3')).rejects.toThrow(TooMuchWaiting);
  running.push(add('b', '1'));
  await expect(add('c', '1')).rejects.toThrow(QueueFull);
  running.push(queue({ user: 'a', isBounded: false, run: async () => 'mail' }));
  open();
  await Promise.all(running);
});

it('goes on after work that fails', async () => {
  const { add, open } = setUp();
  open();
  const queue = fairQueue({ byUser: 1, all: 1 });
  await expect(queue({ user: 'a', run: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
  expect(await queue({ user: 'a', run: async () => 'yes' })).toBe('yes');
  expect(await add('a', 'x')).toBe('x');
});
