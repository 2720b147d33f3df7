import { type AppendResult, WrongExpectedRevision } from '@portal/event-store';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RELEASE } from '../database/release.ts';
import type { Job } from '../jobs/jobs.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const FAST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];

/** Interval of the event loop's measurement, and its least value; the default of 10 ms takes half of an idle portal's time. */
const EVENT_LOOP_MS = 200;

/** Metrics for Prometheus (docs/operations.md, Metrics), in a registry of their own: tests compose several portals in one process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: 'portal_',
    eventLoopMonitoringPrecision: EVENT_LOOP_MS,
  });
  const registers = [registry];
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, buckets, labelNames, registers });
  const requests = histogram(
    'portal_http_request_duration_seconds',
    'Duration of requests, by route pattern and status',
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    'method',
    'route',
    'status',
  );
  const events = new Counter({
    name: 'portal_events_appended_total',
    help: 'Events appended by commands of this process',
    registers,
  });
  const appends = histogram(
    'portal_append_duration_seconds',
    'Duration of one append to the event store, by result',
    FAST_SECONDS,
    'outcome',
  );
  const batches = histogram(
    'portal_projection_batch_duration_seconds',
    'Time from a batch of events to its rows, by projection',
    FAST_SECONDS,
    'projection',
  );
  const projected = new Counter({
    name: 'portal_projection_events_total',
    help: 'Events that this process has projected, by projection',
    labelNames: ['projection'] as const,
    registers,
  });
  const jobs = histogram(
    'portal_duty_duration_seconds',
    'Duration of a job, by result',
    SLOW_SECONDS,
    'duty',
    'outcome',
  );
  const succeeded = new Gauge({
    name: 'portal_duty_last_success_timestamp_seconds',
    help: 'Last success of a job in this process',
    labelNames: ['duty'] as const,
    registers,
  });
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of a pool that are open or idle, and callers that wait for one',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  const pools = new Map<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>();
  new Gauge({
    name: 'portal_build_info',
    help: '1, with the version of the portal and of Node.js',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version: RELEASE.name, node: process.version }, 1);
  const beforeExposure: (() => Promise<void>)[] = [];
  return {
    request: (method: string, route: string, status: number, seconds: number): void =>
      requests.observe({ method, route, status: String(status) }, seconds),
    appended: (count: number): void => events.inc(count),
    async append(append: () => Promise<AppendResult>): Promise<AppendResult> {
      const ended = appends.startTimer();
      try {
        const result = await append();
        ended({ outcome: 'done' });
        return result;
      } catch (error) {
        ended({ outcome: error instanceof WrongExpectedRevision ? 'conflict' : 'failed' });
        throw error;
      }
    },
    batch(projection: string, count: number, seconds: number): void {
      batches.observe({ projection }, seconds);
      projected.inc({ projection }, count);
    },
    /** The job, measured unless it is interrupted by the portal's stop. */
    timed: (job: Job): Job => ({
      ...job,
      async run(signal) {
        const ended = jobs.startTimer({ duty: job.name });
        try {
          const result = await job.run(signal);
          ended({ outcome: 'done' });
          succeeded.set({ duty: job.name }, Date.now() / 1_000);
          return result;
        } catch (error) {
          if (!signal.aborted) ended({ outcome: 'failed' });
          throw error;
        }
      },
    }),
    pool: (name: string, pool: Pool): void => void pools.set(name, pool),
    /** Adds metrics: `register` creates them in the registry and returns a function that refreshes them before each exposure. */
    add: (register: (registry: Registry) => () => Promise<void>): void =>
      void beforeExposure.push(register(registry)),
    async expose(): Promise<{ readonly type: string; readonly content: string }> {
      // other metrics are served without a database
      await Promise.allSettled(beforeExposure.map((read) => read()));
      return { type: registry.contentType, content: await registry.metrics() };
    },
  };
}
