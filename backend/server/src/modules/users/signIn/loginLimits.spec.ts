import { expect, test } from 'vitest';
import { slowDownMs } from './loginLimits.ts';

test('sign-in is slowed down after ten failures: 250 ms, then twice as long each time, 4 s at most', () => {
  const waits = [1, 10, 11, 12, 13, 15, 16, 1_000].map(slowDownMs);
  expect(waits).toEqual([0, 0, 250, 500, 1_000, 4_000, 4_000, 4_000]);
});
