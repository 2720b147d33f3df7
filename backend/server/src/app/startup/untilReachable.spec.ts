import { StoreUnavailable } from '@portal/event-store';
import { describe, expect, it } from 'vitest';
import { OwnerLoginFailed } from '../../platform/eventStore/openEventStore.ts';
import { untilReachable } from './untilReachable.ts';

const withCode = (code: string) => Object.assign(new Error('no'), { code });

/** Work that fails with these errors first, one a try, and what became of it. */
async function tried(
  failures: readonly Error[],
  options: { forMs?: number; stoppedAfter?: number; eventStoreUrl?: string } = {},
) {
  let tries = 0;
  let undone = 0;
  const told: string[] = [];
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
      settings: {
        databaseUrl: 'postgres://portal:p%40ss@db.example:5432/portal',
        databaseOwnerUrl: 'postgres://owner:secret@owner.example:5433/portal',
        eventStoreUrl: options.eventStoreUrl ?? null,
      },
      log: { warn: (_: unknown, text?: string) => void told.push(text ?? '') },
      pauseMs: 1,
      forMs: options.forMs ?? 60_000,
    },
  ).catch((error: unknown) => error);
  return { outcome, tries, undone, told };
}

describe('a start', () => {
  it.each([
    new Error('timeout expired'),
    new Error('timeout exceeded when trying to connect'),
    withCode('57P03'),
    new Error('the store is away', { cause: withCode('ECONNREFUSED') }),
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
    withCode('ENOTFOUND'),
    withCode('EAI_AGAIN'),
  ])('retries while the database is unreachable, and logs that once: %s', async (failure) => {
    expect(await tried([failure, failure])).toEqual({
      outcome: 'started',
      tries: 3,
      undone: 2,
      told: ['PostgreSQL at db.example:5432 (DATABASE_URL) is unreachable; retrying'],
    });
  });

  // Proves I8-start-1
  it.each([
    new StoreUnavailable('reading broke off', { cause: Object.assign(new Error('no'), { code: 14 }) }),
    new StoreUnavailable('EventStoreDB did not answer within 10000 ms'),
    new StoreUnavailable('no', { cause: new Error('Failed to discover after 10 attempts.') }),
  ])('retries while EventStoreDB is unreachable: %s', async (failure) => {
    const eventStoreUrl = 'esdb://admin:changeit@n1.example:2113,n2.example:2113?tls=true';
    expect(await tried([failure, failure], { eventStoreUrl })).toMatchObject({
      outcome: 'started',
      told: ['EventStoreDB at n1.example:2113,n2.example:2113 (EVENTSTORE_URL) is unreachable; retrying'],
    });
  });

  // Proves I8-start
  it.each([new Error('no such role'), withCode('3D000'), withCode('ENOENT')])(
    'fails at once if waiting does not help: %s',
    async (failure) => {
      expect(await tried([failure])).toEqual({ outcome: failure, tries: 1, undone: 1, told: [] });
    },
  );

  it.each([
    [withCode('28P01'), 'PostgreSQL at db.example:5432 (DATABASE_URL)'],
    [new OwnerLoginFailed(withCode('28P01')), 'PostgreSQL at owner.example:5433 (DATABASE_OWNER_URL)'],
    [
      new StoreUnavailable('no', { cause: Object.assign(new Error('changeit'), { code: 16 }) }),
      'EventStoreDB at n1.example:2113 (EVENTSTORE_URL)',
    ],
  ])('names the setting whose login is refused, without its password: %s', async (failure, place) => {
    const eventStoreUrl = 'esdb://admin:changeit@n1.example:2113?tls=true';
    const { outcome, tries } = await tried([failure], { eventStoreUrl });
    expect(outcome).toEqual(
      new Error(`${place} refused the login. Correct user, password (@ is written %40) or rights.`),
    );
    expect(tries).toBe(1);
  });

  it('gives up after the time limit, and when stopped', async () => {
    const away = Array.from({ length: 500 }, () => withCode('ECONNREFUSED'));
    const late = await tried(away, { forMs: 20 });
    expect(late.outcome).toEqual(
      new Error('PostgreSQL at db.example:5432 (DATABASE_URL) is unreachable: no'),
    );
    expect(late.tries).toBeLessThan(100);
    expect(await tried(away, { stoppedAfter: 2 })).toMatchObject({ outcome: away[1], tries: 2 });
  });
});
