import { expect, it } from 'vitest';
import { isLeaving, whileLeaving } from '../http/leaving.ts';

it('counts as leaving while one signs out and after it, and not any more where that failed', async () => {
  expect(isLeaving()).toBe(false);
  await expect(
    whileLeaving(async () => {
      expect(isLeaving()).toBe(true);
      throw new Error('no network');
    }),
  ).rejects.toThrow('no network');
  expect(isLeaving()).toBe(false);
  await whileLeaving(async () => undefined);
  expect(isLeaving()).toBe(true);
});
