import { QueueFull } from './groupedQueue.ts';

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

interface Waiting {
  start(): Promise<void>;
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
  /** By user; the first user's turn is next. */
  const waiting = new Map<string, Waiting[]>();
  let isBusy = false;

  async function startNext(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let next = take(); next !== undefined; next = take()) await next.start();
    isBusy = false;
  }

  function take(): Waiting | undefined {
    const [user, queue = []] = waiting.entries().next().value ?? [];
    if (user === undefined) return undefined;
    const next = queue.shift();
    waiting.delete(user);
    if (queue.length > 0) waiting.set(user, queue);
    return next;
  }

  return ({ user, signal, isBounded = true, run }) => {
    const queue = waiting.get(user) ?? [];
    if (isBounded && queue.length >= limits.byUser) return Promise.reject(new TooMuchWaiting());
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (isBounded && all >= limits.all) return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const leave = () => {
        const rest = waiting.get(user)?.filter((other) => other !== entry) ?? [];
        if (rest.length > 0) waiting.set(user, rest);
        else waiting.delete(user);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        async start() {
          signal?.removeEventListener('abort', leave);
          try {
            resolve(await run());
          } catch (error) {
            reject(error);
          }
        },
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', leave);
      waiting.set(user, [...queue, entry]);
      void startNext();
    });
  };
}
