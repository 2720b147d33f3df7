import { type AppendResult, WrongExpectedRevision } from '@portal/event-store';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RELEASE } from '../database/release.ts';

/** Metrics for Prometheus (docs/operations.md, Metrics). */
export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  appended(count: number): void;
  /** Measures an append. */
  append(append: () => Promise<AppendResult>): Promise<AppendResult>;
  batch(projection: string, events: number, seconds: number): void;
  job(name: string, ok: boolean, seconds: number): void;
  pool(name: string, pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void;
  /** Adds metrics: `register` creates them in the registry and returns a function that refreshes them before each exposure. */
  add(register: (registry: Registry) => () => Promise<void>): void;
  expose(): Promise<{ readonly type: string; readonly text: string }>;
}

const FAST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];

/** Interval of the event loop's measurement, and its least value; the default of 10 ms takes half of an idle portal's time. */
const EVENT_LOOP_MS = 200;

/** With its own registry: tests compose several portals in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: 'portal_',
    eventLoopMonitoringPrecision: EVENT_LOOP_MS,
  });
  const registers = [registry];
  const requests = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Duration of requests, by route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const events = new Counter({
    name: 'portal_events_appended_total',
    help: 'Events appended by commands of this process',
    registers,
  });
  const appends = new Histogram({
    name: 'portal_append_duration_seconds',
    help: 'Duration of one append to the event store, by result',
    labelNames: ['outcome'] as const,
    buckets: FAST_SECONDS,
    registers,
  });
  const batches = new Histogram({
    name: 'portal_projection_batch_duration_seconds',
    help: 'Time from a batch of events to its rows, by projection',
    labelNames: ['projection'] as const,
    buckets: FAST_SECONDS,
    registers,
  });
  const projected = new Counter({
    name: 'portal_projection_events_total',
    help: 'Events that this process has projected, by projection',
    labelNames: ['projection'] as const,
    registers,
  });
  const jobs = new Histogram({
    name: 'portal_duty_duration_seconds',
    help: 'Duration of a job, by result',
    labelNames: ['duty', 'outcome'] as const,
    buckets: SLOW_SECONDS,
    registers,
  });
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
  const pools = new Map<string, Parameters<Metrics['pool']>[1]>();
  new Gauge({
    name: 'portal_build_info',
    help: '1, with the version of the portal and of Node.js',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version: RELEASE.name, node: process.version }, 1);
  const beforeExposure: (() => Promise<void>)[] = [];
  return {
    request: (method, route, status, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    appended: (count) => events.inc(count),
    async append(append) {
      const started = performance.now();
      const ended = (outcome: string) => appends.observe({ outcome }, (performance.now() - started) / 1_000);
      try {
        const result = await append();
        ended('done');
        return result;
      } catch (error) {
        ended(error instanceof WrongExpectedRevision ? 'conflict' : 'failed');
        throw error;
      }
    },
    batch(projection, count, seconds) {
      batches.observe({ projection }, seconds);
      projected.inc({ projection }, count);
    },
    job(name, ok, seconds) {
      jobs.observe({ duty: name, outcome: ok ? 'done' : 'failed' }, seconds);
      if (ok) succeeded.set({ duty: name }, Date.now() / 1_000);
    },
    pool: (name, pool) => void pools.set(name, pool),
    add: (register) => void beforeExposure.push(register(registry)),
    async expose() {
      // other metrics are served without a database
      await Promise.allSettled(beforeExposure.map((read) => read()));
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
