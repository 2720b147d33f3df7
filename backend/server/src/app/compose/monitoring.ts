import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import type { Databases } from './databases.ts';
import type { Startup } from './startup.ts';

/** What tells operators how the portal works (docs: operations, Monitoring). */
export interface Monitoring {
  readonly metrics: Metrics;
  /** Null where no settings ask for traces. */
  readonly tracing: Tracing | null;
}

/** Opened before everything that is measured and traced, and so stopped after it. */
export async function openMonitoring(
  { settings, onStop }: Startup,
  { databases: { database, forProjections } }: { readonly databases: Databases },
): Promise<Monitoring> {
  const metrics = createMetrics();
  metrics.pool('requests', database.pool);
  metrics.pool('projections', forProjections.pool);
  if (settings.tracing === null) return { metrics, tracing: null };
  // loaded where somebody asked for it
  const { openTracing } = await import('../../platform/tracing/openTracing.ts');
  const tracing = openTracing(settings.tracing);
  onStop(() => tracing.stop());
  return { metrics, tracing };
}
