import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barsOf, shortDollars, ticksOf } from './MonthChart.tsx';

// Proves S2-7-reports-3
it('has round whole figures that reach the highest value', () => {
  expect(ticksOf(0)).toEqual([0, 1]);
  expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(23)).toEqual([0, 10, 20, 30]);
  expect(ticksOf(1_204)).toEqual([0, 500, 1_000, 1_500]);
});

it('never draws more than six lines, nor a bar beyond the last', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (highest) => {
      const ticks = ticksOf(highest);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    }),
  ));

it('keeps the bars of a month apart and within it', () => {
  const bars = barsOf(100, 40, 2);
  expect(bars).toHaveLength(2);
  const [first, second] = bars;
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(second?.x ?? 0);
  expect(first?.x).toBeGreaterThan(100);
  expect((second?.x ?? 0) + (second?.width ?? 0)).toBeLessThan(140);
});

// Proves S5-admin-home-4
it.each([
  [0, '$0'],
  [500, '$500'],
  [10_000, '$10k'],
  [2_500_000, '$2.5M'],
])('shortens %d dollars to %s', (dollars, text) => {
  expect(shortDollars(dollars)).toBe(text);
});
