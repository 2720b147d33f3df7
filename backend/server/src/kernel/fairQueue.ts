import { groupedQueue, QueueFull } from './groupedQueue.ts';

/** One user has too much waiting; answered with 429 and Retry-After. */
export class TooMuchWaiting extends Error {
  constructor() {
    super('You have asked for several files already. Please try again when they are there.');
    this.name = 'TooMuchWaiting';
  }
}

/** Whose work it is. */
export interface Turn {
  /** Users take turns. */
  readonly user: string;
  /** Aborted where nobody waits for the result any more, e.g. because the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** False for work whose amount something else bounds: it always waits. */
  readonly isBounded?: boolean | undefined;
}

/** Work of one user. */
export interface Work<Result> extends Turn {
  run(): Promise<Result>;
}

/**
 * Does one piece of work at a time. Users take turns, so one who asks for much delays others by one piece at most. Work that is
 * aborted while it waits is never started.
 * @param limits how many pieces may wait, of one user and of all
 * @throws TooMuchWaiting where one user has more, QueueFull where all have, the signal's reason if it was aborted
 */
export function fairQueue(limits: {
  readonly byUser: number;
  readonly all: number;
}): <Result>(work: Work<Result>) => Promise<Result> {
  const inTurn = groupedQueue(1, Number.POSITIVE_INFINITY);
  const waiting = new Set<Work<unknown>>();
  return async (work) => {
    const { user, signal, isBounded = true } = work;
    const ofUser = [...waiting].filter((other) => other.user === user).length;
    if (isBounded && ofUser >= limits.byUser) throw new TooMuchWaiting();
    if (isBounded && waiting.size >= limits.all) throw new QueueFull();
    signal?.throwIfAborted();
    waiting.add(work);
    const run = () => {
      waiting.delete(work);
      signal?.throwIfAborted();
      return work.run();
    };
    return inTurn({ place: [user], signal }, run).finally(() => waiting.delete(work));
  };
}
