/** What /metrics tells, as Prometheus reads it. */
export interface MetricValues {
  readonly names: ReadonlySet<string>;
  /** The first sample of this name that has these labels among its own; NaN for none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
}

const SAMPLE = /^([a-z_A-Z:][\w:]*)(?:\{(.*)\})? (\S+)$/;

export function readMetrics(text: string): MetricValues {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) throw new Error(`No sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
  return {
    names: new Set(samples.map(({ name }) => name)),
    value: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      )?.value ?? Number.NaN,
  };
}
