/** The value below which `fraction` of the values lie. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

const digits = (value: number) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

/** A number with thousands separators and up to two decimals. */
export function figure(value: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits(value),
    maximumFractionDigits: digits(value),
  });
}

/** Median, lowest and highest of the rounds: `4.10 (3.90 to 4.40)`. */
export function spread(values: readonly number[]): string {
  return `${figure(median(values))} (${figure(Math.min(...values))} to ${figure(Math.max(...values))})`;
}

/** Latency of each call in milliseconds, and the duration of all. */
export interface Measured {
  readonly latencies: readonly number[];
  readonly seconds: number;
}

export const perSecond = ({ latencies, seconds }: Measured) => latencies.length / seconds;

/** Runs callers that each call `once` with their number again and again for some seconds. */
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
