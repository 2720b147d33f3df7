/** Too much work is queued; answered with 503 and Retry-After. */
export class QueueFull extends Error {
  constructor() {
    super('Too much of this work is waiting already');
    this.name = 'QueueFull';
  }
}

/** Runs at most `slots` pieces of work at a time; others wait in order. */
export function semaphore(slots: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = slots;
  return async (work) => {
    if (free > 0) free -= 1;
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
