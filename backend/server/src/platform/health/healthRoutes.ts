import { aliveSchema, readinessSchema } from '@portal/contract';
import { type Route, route } from '../http/route.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** One thing that must work for the portal to be ready. */
export interface Check {
  readonly name: string;
  /** Details such as lag and skew. Throws or returns `ok: false` if unhealthy. */
  run(): Promise<{ readonly ok: boolean; readonly [detail: string]: unknown }>;
}

/** A check that takes longer counts as failed. */
const CHECK_MS = 2_000;

/** GET /healthz (the process answers), /readyz (everything it needs answers) and /metrics for Prometheus. */
export function healthRoutes(checks: readonly Check[], metrics: Metrics): Route[] {
  return [
    route({
      method: 'GET',
      path: '/healthz',
      access: 'public',
      summary: 'The process answers',
      answers: { 200: aliveSchema },
      handler: async () => ({ body: { status: 'ok' } }),
    }),
    route({
      method: 'GET',
      path: '/readyz',
      access: 'public',
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
    route({
      method: 'GET',
      path: '/metrics',
      access: 'public',
      summary: 'Figures for Prometheus',
      answers: { 200: ['text/plain'] },
      handler: () => metrics.expose(),
    }),
  ];
}

async function runCheck(check: Check): Promise<[string, { readonly ok: boolean }]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ ok: false; problem: string }>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, problem: 'no answer' }), CHECK_MS);
  });
  // what went wrong is for the log; the path is public
  const result = await Promise.race([check.run().catch(() => ({ ok: false, problem: 'failed' })), late]);
  clearTimeout(timer);
  return [check.name, result];
}
