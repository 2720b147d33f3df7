import { createMetrics } from '../../platform/metrics/metrics.ts';
import type { Monitoring, Parts } from './parts.ts';
import type { Startup } from './startup.ts';

/** Opened first and stopped last, so that everything else is measured. */
export async function openMonitoring(
  { settings, onStop }: Startup,
  { databases: { database, forProjections } }: Pick<Parts, 'databases'>,
): Promise<Monitoring> {
  const metrics = createMetrics();
  metrics.pool('requests', database.pool);
  metrics.pool('projections', forProjections.pool);
  if (settings.tracing === null) return { metrics, tracing: null };
  // loaded only if configured
  const { openTracing } = await import('../../platform/tracing/openTracing.ts');
  const tracing = openTracing(settings.tracing);
  onStop(() => tracing.stop());
  return { metrics, tracing };
}
