import type { Bench } from '../bench.ts';
import { appends } from './appends.ts';
import { books } from './books.ts';
import { crud } from './crud.ts';
import { eventStoreDb } from './eventStoreDb.ts';
import { growth } from './growth.ts';
import { idle } from './idle.ts';
import { invoiceRun } from './invoiceRun.ts';
import { lists } from './lists.ts';
import { readModels } from './readModels.ts';
import { replay } from './replay.ts';
import { sameTime } from './sameTime.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { verify } from './verify.ts';
import { visible } from './visible.ts';

/** Every bench, in the order of the goals. */
export const BENCHES: readonly Bench[] = [
  appends,
  readModels,
  visible,
  crud,
  eventStoreDb,
  soak,
  lists,
  books,
  invoiceRun,
  replay,
  verify,
  growth,
  start,
  idle,
  sameTime,
];
