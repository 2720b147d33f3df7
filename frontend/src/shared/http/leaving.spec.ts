import { expect, it, onTestFinished } from 'vitest';
import { isLeaving, watchLeaving, whileLeaving } from '../http/leaving.ts';

it('counts as leaving during and after a sign-out, but not after a failed one', async () => {
  onTestFinished(watchLeaving(() => undefined));
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
