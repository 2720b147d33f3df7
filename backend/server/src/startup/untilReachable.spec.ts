import { describe, expect, it } from 'vitest';
import { untilReachable } from './untilReachable.ts';

const withCode = (code: string) => Object.assign(new Error('no'), { code });

/** Work that fails with these errors first, one a try, and what became of it. */
async function tried(failures: readonly Error[], options: { forMs?: number; stoppedAfter?: number } = {}) {
  let tries = 0;
  let undone = 0;
  const outcome = await untilReachable(
    async () => {
      const failure = failures[tries];
      tries += 1;
      if (failure !== undefined) throw failure;
      return 'started';
    },
    {
      undo: async () => {
        undone += 1;
      },
      isOver: () => tries === options.stoppedAfter,
      log: { warn: () => undefined },
      pauseMs: 1,
      forMs: options.forMs ?? 60_000,
    },
  ).catch((error: unknown) => error);
  return { outcome, tries, undone };
}

describe('a start', () => {
  it.each([
    new Error('timeout expired'),
    new Error('timeout exceeded when trying to connect'),
    withCode('57P03'),
    new Error('the store is away', { cause: withCode('ECONNREFUSED') }),
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
  ])('goes on trying while the database is out of reach: %s', async (failure) => {
    expect(await tried([failure, failure])).toEqual({ outcome: 'started', tries: 3, undone: 2 });
  });

  it.each([new Error('no such role'), withCode('28P01'), withCode('ENOENT')])(
    'says at once what no waiting mends: %s',
    async (failure) => {
      expect(await tried([failure])).toEqual({ outcome: failure, tries: 1, undone: 1 });
    },
  );

  it('gives up when the time is over, and when somebody stops it', async () => {
    const away = Array.from({ length: 500 }, () => withCode('ECONNREFUSED'));
    const late = await tried(away, { forMs: 20 });
    expect([late.outcome, late.tries < 100]).toEqual([away[late.tries - 1], true]);
    expect(await tried(away, { stoppedAfter: 2 })).toMatchObject({ outcome: away[1], tries: 2 });
  });
});
