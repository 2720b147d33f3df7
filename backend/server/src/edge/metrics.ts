import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The portal's figures for Prometheus. */
export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  appended(count: number): void;
  /** Events a projection is behind the log. */
  projectionLag(name: string, events: number): void;
  /** Reads how many alerts are open of each kind, at each exposure. */
  alerts(kinds: readonly string[], read: () => Promise<ReadonlyMap<string, number>>): void;
  expose(): Promise<{ readonly type: string; readonly text: string }>;
}

/** One registry for each composed portal: tests compose several in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'portal_' });
  const registers = [registry];
  const requests = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time to answer, by route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const events = new Counter({
    name: 'portal_events_appended_total',
    help: 'Events appended by commands of this process',
    registers,
  });
  const lag = new Gauge({
    name: 'portal_projection_lag_events',
    help: 'Events the log is ahead of the projection',
    labelNames: ['projection'] as const,
    registers,
  });
  let countAlerts = async () => {};
  return {
    request: (method, route, status, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    appended: (count) => events.inc(count),
    projectionLag: (projection, count) => lag.set({ projection }, count),
    alerts(kinds, read) {
      const open = new Gauge({
        name: 'portal_alerts_open',
        help: 'Alerts that are open, by kind',
        labelNames: ['kind'] as const,
        registers,
      });
      countAlerts = async () => {
        const counts = await read();
        for (const kind of kinds) open.set({ kind }, counts.get(kind) ?? 0);
      };
    },
    async expose() {
      // without a database there is still the rest to tell
      await countAlerts().catch(() => {});
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
