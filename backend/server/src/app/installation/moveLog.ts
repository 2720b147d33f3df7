import { chainEnd } from '@portal/projections';
import type { Logger } from 'pino';
import { takeDatabaseAlone } from '../../platform/database/portalPresence.ts';
import { isSamePlace, type LogPlace, nameOfPlace } from '../../platform/eventStore/place.ts';
import { composePortal, type Installation } from '../compose.ts';
import type { Settings } from '../settings.ts';
import { type CopiedLog, type CopyProgress, copyLog } from './copyLog.ts';
import { logOf } from './log.ts';

export interface MoveOrder {
  readonly settings: Settings;
  readonly installation: Installation;
  readonly from: LogPlace;
  readonly to: LogPlace;
  readonly log: Logger;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

/**
 * Copies the portal's log to another store while no portal can start. The log index is completed first, so that the next
 * start can map every checkpoint to the new store, and is compared with the copy.
 * @throws PortalsRunning, and what {@link copyLog} throws
 */
export async function moveLog(order: MoveOrder): Promise<CopiedLog> {
  const { installation, from, to, signal, onProgress } = order;
  if (isSamePlace(from, to)) throw new Error(`The log lies in ${nameOfPlace(to)} already.`);
  const { databaseUrl, database } = installation;
  const isOwn = from.kind !== 'postgres';
  await (await takeDatabaseAlone(databaseUrl)).leave();
  if (isOwn) await bringIndexToTheEnd(order);
  const alone = await takeDatabaseAlone(databaseUrl);
  try {
    const [source, target] = [await installation.openLog(from), await installation.openLog(to)];
    const indexed = isOwn ? await chainEnd(database.pool) : null;
    const copied = await copyLog({
      source: logOf(source.store),
      target: target.store,
      writer: target.writer,
      total: indexed?.seq ?? 0,
      signal,
      onProgress,
    });
    if (indexed !== null && (indexed.seq !== copied.end.seq || indexed.hash !== copied.end.hash)) {
      throw new Error(
        `The log does not match its index: it ends with event ${copied.end.seq}, hash ${copied.end.hash}, its index with ${indexed.seq}, ${indexed.hash}. npm run audit -- verify names the events.`,
      );
    }
    return copied;
  } finally {
    await alone.leave();
  }
}

/** Runs a portal without pages and jobs until the index is complete. */
async function bringIndexToTheEnd({ settings, installation, from, log }: MoveOrder): Promise<void> {
  const portal = composePortal(
    {
      ...settings,
      databaseUrl: installation.databaseUrl,
      eventStoreUrl: from.kind === 'eventstoredb' ? from.url : null,
      host: '127.0.0.1',
      port: 0,
      roles: ['projections'],
    },
    { log },
  );
  await portal.start();
  await portal.stop();
}
