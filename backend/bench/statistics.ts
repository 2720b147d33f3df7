/** The value below which `fraction` of the values lie. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

const digits = (value: number) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

/** A number as people read it: thousands apart, as many decimals as mean something. */
export function figure(value: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits(value),
    maximumFractionDigits: digits(value),
  });
}

/** The median over the rounds, and between what they lay: `4.10 (3.90 to 4.40)`. */
export function spread(values: readonly number[]): string {
  return `${figure(median(values))} (${figure(Math.min(...values))} to ${figure(Math.max(...values))})`;
}

/** What callers measured: one latency a call, in milliseconds, and how long all of it took. */
export interface Measured {
  readonly latencies: readonly number[];
  readonly seconds: number;
}

export const perSecond = ({ latencies, seconds }: Measured) => latencies.length / seconds;

/** So many callers, each calling again as soon as it was answered, for so long. `once` is told which caller it is. */
export async function callersFor(
  callers: number,
  seconds: number,
  once: (caller: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  const calls = async (_: unknown, caller: number) => {
    for (let at = performance.now(); at < until; ) {
      await once(caller);
      const done = performance.now();
      latencies.push(done - at);
      at = done;
    }
  };
  await Promise.all(Array.from({ length: callers }, calls));
  return { latencies, seconds: (performance.now() - began) / 1_000 };
}
