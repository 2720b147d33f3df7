import type { AppendResult, EventStore, EventToAppend } from '@portal/event-store';

/** Put around each append; calls `append` once and answers what it answers. */
export type AroundAppend = (
  stream: string,
  events: readonly EventToAppend[],
  append: () => Promise<AppendResult>,
) => Promise<AppendResult>;

/** The same store, its appends seen by `around`. */
export const aroundAppend = (store: EventStore, around: AroundAppend): EventStore => ({
  append: (stream, events, expected) => around(stream, events, () => store.append(stream, events, expected)),
  read: (stream, options) => store.read(stream, options),
  readAll: (from, options) => store.readAll(from, options),
  subscribe: (options) => store.subscribe(options),
  head: () => store.head(),
  comparePositions: (a, b) => store.comparePositions(a, b),
  close: () => store.close(),
});
