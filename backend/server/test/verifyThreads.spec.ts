import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { verifyThreads } from '../src/app/verifyThreads.ts';

it('verifies ranges in a thread', async () => {
  const thread = verifyThreads.start();
  onTestFinished(async () => {
    await thread.terminate();
  });
  expect(await once(thread, 'message')).toEqual([null]);
  const bytes = () => new Uint8Array(new ArrayBuffer(0));
  const before = { seq: 3, hash: 'ab'.repeat(32) };
  thread.postMessage({ log: bytes(), index: bytes(), before });
  expect(await once(thread, 'message')).toEqual([{ ...before, quoted: [] }]);
});
