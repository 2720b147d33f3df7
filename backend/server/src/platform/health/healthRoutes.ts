import { setTimeout as sleep } from 'node:timers/promises';
import { aliveSchema, readinessSchema } from '@portal/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { takePoint } from '../http/rateLimit.ts';
import { type Route, route } from '../http/route.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { problemOf } from './problemOf.ts';

/** A condition of readiness. */
export interface Check {
  readonly name: string;
  /** Details such as lag and skew. Throws or returns `ok: false` if unhealthy. */
  run(): Promise<{ readonly ok: boolean; readonly [detail: string]: unknown }>;
}

/** More than several Prometheus servers ask for; each answer takes milliseconds. */
const SCRAPES_PER_SECOND = 20;
/** Time limit of a check. */
const CHECK_MS = 2_000;

/** GET /healthz (liveness), /readyz (readiness) and /metrics (Prometheus). */
export function healthRoutes(checks: readonly Check[], metrics: Metrics): Route[] {
  const scrapes = new RateLimiterMemory({ points: SCRAPES_PER_SECOND, duration: 1 });
  return [
    route('GET', '/healthz', 'public', {
      summary: 'The process answers',
      answers: { 200: aliveSchema },
      handler: async () => ({ body: { status: 'ok' } }),
    }),
    route('GET', '/readyz', 'public', {
      summary: 'All required services answer',
      answers: { 200: readinessSchema, 503: readinessSchema },
      handler: async ({ http }) => {
        const results = await Promise.all(checks.map(runCheck));
        const ok = results.every(([, result]) => result.ok);
        if (!ok) http.set('Retry-After', '2');
        return {
          status: ok ? 200 : 503,
          body: { status: ok ? 'ready' : 'not ready', checks: Object.fromEntries(results) },
        };
      },
    }),
    route('GET', '/metrics', 'public', {
      summary: 'Metrics for Prometheus',
      answers: { 200: ['text/plain'] },
      limit: () => takePoint(scrapes, 'metrics', 'Metrics are read too often.'),
      handler: () => metrics.expose(),
    }),
  ];
}

async function runCheck(check: Check): Promise<[string, { readonly ok: boolean }]> {
  const result = await Promise.race([
    check.run().catch((error: unknown) => ({ ok: false, problem: problemOf(error) })),
    sleep(CHECK_MS, { ok: false, problem: 'no answer' }, { ref: false }),
  ]);
  return [check.name, result];
}
