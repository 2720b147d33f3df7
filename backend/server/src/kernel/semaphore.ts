/** Thrown where too many wait already; the edge answers it with 503 and Retry-After. */
export class QueueFull extends Error {
  constructor() {
    super('Too much of this work is waiting already');
    this.name = 'QueueFull';
  }
}

/**
 * Lets at most `slots` pieces of work run at a time; up to `mostWaiting` others wait in the order they came, any number
 * where it is left out.
 * @throws QueueFull where `mostWaiting` wait already
 */
export function semaphore(
  slots: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = slots;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= mostWaiting) throw new QueueFull();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
