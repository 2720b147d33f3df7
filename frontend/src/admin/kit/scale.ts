const STEPS = [1, 2, 5, 10];

/** Ticks from 0 to at least `highest`: at most six round whole numbers. */
export function ticksOf(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (STEPS.find((candidate) => power * candidate >= rough) ?? 10));
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The bars of one month, side by side. */
export function barsOf(
  left: number,
  room: number,
  count: number,
): readonly { readonly x: number; readonly width: number }[] {
  const width = (room * 0.72) / count;
  return Array.from({ length: count }, (_, index) => ({
    x: left + room * 0.14 + index * width,
    width: width * 0.94,
  }));
}

const SHORT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** Dollars on an axis: `$500`, `$10k`, `$2.5M`. */
export const shortDollars = (dollars: number): string => SHORT.format(dollars).replace('K', 'k');
