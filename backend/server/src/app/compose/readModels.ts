import os from 'node:os';
import { dropReplaced, portalProjections, startProjections, verifyLog } from '@portal/projections';
import { ReadModelsBehind } from '../../modules/billing/module.ts';
import { OWNER_IS_GONE } from '../../platform/database/portalPresence.ts';
import { FOLLOWER_POSITIONS } from '../../platform/followers/checkpoints.ts';
import type { Parts, ReadModels } from './parts.ts';
import type { Startup } from './startup.ts';

/** How long billing waits for lagging read models. */
const UP_TO_DATE_MS = 30_000;

/** Starts the projections. With the role `projections` it returns once they have caught up. */
export async function startReadModels(
  { settings, log, progress, onStop }: Startup,
  { databases, monitoring, eventLog }: Pick<Parts, 'databases' | 'monitoring' | 'eventLog'>,
): Promise<ReadModels> {
  const { pool } = databases.forProjections;
  const { metrics, tracing } = monitoring;
  const { store, codec } = eventLog;
  const projections = await startProjections({
    store,
    codec,
    pool,
    projections: portalProjections,
    log,
    owner: `${os.hostname()} ${process.pid}`,
    ownerIsGone: OWNER_IS_GONE,
    run: settings.roles.includes('projections'),
    onBatch: (projection, events, startedAt) => {
      metrics.batch(projection, events.length, (Date.now() - startedAt) / 1_000);
      tracing?.batch(projection, events, startedAt);
    },
  });
  onStop(() => projections.stop());
  if (settings.roles.includes('projections')) {
    progress.step('bringing read models up to date');
    await projections.caughtUp(({ done, total }) => progress.replaying(done, total));
  }
  return {
    projections,
    async upToDate(names) {
      const head = await store.head();
      if (head === null) return;
      const freshness = await projections.waitForProjections(names, head, { timeoutMs: UP_TO_DATE_MS });
      if (freshness !== 'fresh') throw new ReadModelsBehind();
    },
    verifyLog: (options) => verifyLog(store, pool, { ...options, alsoIn: FOLLOWER_POSITIONS }),
    dropReplaced: () => dropReplaced(pool, portalProjections),
  };
}
