import type { AppendResult, EventStore, EventToAppend } from '@portal/event-store';

/** Wraps an append: calls `append` once and returns its result. */
export type AroundAppend = (
  stream: string,
  events: readonly EventToAppend[],
  append: () => Promise<AppendResult>,
) => Promise<AppendResult>;

/** The store with its appends wrapped. */
export const aroundAppend = (store: EventStore, around: AroundAppend): EventStore => ({
  append: (stream, events, expected, until) =>
    around(stream, events, () => store.append(stream, events, expected, until)),
  read: (stream, options) => store.read(stream, options),
  readStreams: (streams) => store.readStreams(streams),
  damagedStreams: (also) => store.damagedStreams(also),
  readAll: (from, options) => store.readAll(from, options),
  subscribe: (options) => store.subscribe(options),
  head: () => store.head(),
  comparePositions: (a, b) => store.comparePositions(a, b),
  close: () => store.close(),
});
