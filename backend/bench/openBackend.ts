import type { Projections } from '@portal/projections';
import { type OpenLog, openLog } from './openLog.ts';

/** The portal below its commands: log, codec and projections, wired as compose.ts does. */
export interface Backend extends Omit<OpenLog, 'follow'> {
  readonly projections: Projections;
}

/** @param key wraps the personal-data keys, 32 bytes */
export async function openBackend(databaseUrl: string, key: Buffer): Promise<Backend> {
  const { follow, ...log } = await openLog(databaseUrl, key);
  const projections = await follow();
  return {
    ...log,
    projections,
    async close() {
      await projections.stop();
      await log.close();
    },
  };
}
