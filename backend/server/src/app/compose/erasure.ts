import { createErasure, type Erasure } from '../../modules/erasure/module.ts';
import { KEY_CACHE_MS } from '../../platform/keyRing/cachedKeyRing.ts';
import type { Parts } from './parts.ts';
import type { Startup } from './startup.ts';

export const composeErasure = (
  { overrides, today, log }: Startup,
  {
    databases: { database },
    eventLog: { keyRing, keys, readStream, readStreams, compare },
    readModels: { upToDate, dropReplaced },
    commands,
    signIn,
  }: Pick<Parts, 'databases' | 'eventLog' | 'readModels' | 'commands' | 'signIn'>,
): Erasure =>
  createErasure({
    commands,
    pool: database.pool,
    keyRing,
    secret: keys.commands,
    sessions: signIn.sessionStore,
    readStream,
    readStreams,
    upToDate,
    keysKeptMs: overrides.keysKeptMs ?? KEY_CACHE_MS,
    dropReplaced,
    compare,
    today,
    log,
  });
