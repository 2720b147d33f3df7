import { describe, expect, it } from 'vitest';
import { timeLeft, withRequestTime } from './requestTime.ts';

describe('the time of a request', () => {
  it('limits its calls, but not below 1 s, nor above their own limit', async () => {
    const limits = (ms: number) => withRequestTime(ms, async () => [timeLeft(600_000), timeLeft(500)]);
    const [left, own] = await limits(300_000);
    expect(left).toBeGreaterThan(200_000);
    expect(left).toBeLessThanOrEqual(300_000);
    expect(own).toBe(500);
    expect(await limits(0)).toEqual([1_000, 500]);
  });

  it('limits neither calls outside of it nor what goes on after it', async () => {
    expect(timeLeft(600_000)).toBe(600_000);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let later: Promise<number> | undefined;
    await withRequestTime(2_000, async () => {
      later = answered.then(() => timeLeft(600_000));
    });
    answer();
    expect(await later).toBe(600_000);
  });
});
