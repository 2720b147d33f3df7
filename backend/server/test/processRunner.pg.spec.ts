import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Actor,
  accountDecider,
  accountStream,
  eventMetadataSchema,
  portalEvents,
  userDecider,
  userStream,
} from '@portal/domain';
import {
  createCodec,
  createCommandHandler,
  createMemoryEventStore,
  createMemoryKeyRing,
} from '@portal/event-store';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processes } from '../src/app/reactions.ts';
import { newCommand } from '../src/kernel/commandContext.ts';
import type { PortalEnvelope } from '../src/kernel/execute.ts';
import { createExecutor } from '../src/kernel/executor.ts';
import { followInline } from '../src/kernel/inline.ts';
import { InlineRuns } from '../src/kernel/inlineRuns.ts';
import type { LookUp, Process } from '../src/kernel/process.ts';
import { openAccountOnDealerRegistered } from '../src/modules/companies/processes.ts';
import { stuckFollowers } from '../src/platform/followers/checkpoints.ts';
import { processFollower, runFollowers } from '../src/platform/followers/runFollowers.ts';
import { eventually } from './support/eventually.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

let database: TestDatabase;

/** Registrations alone ask for nothing. */
const lookUp: LookUp = {
  billingDay: (instant) => instant.slice(0, 10),
  usersOfAccount: async () => [],
  sitesOfAccount: async () => [],
  invoicesToSettle: async () => [],
  invoicesLeavingOver: async () => [],
};

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A log of its own; the checkpoints are emptied, because they belong to the log before. */
async function setUp() {
  await database.pool.query('TRUNCATE process_checkpoints');
  const store = createMemoryEventStore();
  const codec = createCodec({
    definitions: portalEvents,
    metadataSchema: eventMetadataSchema,
    keyRing: createMemoryKeyRing(),
  });
  const handler = createCommandHandler<never, Actor>({
    store,
    codec: codec as never,
    clock: { now: () => new Date() },
  });
  const { execute, load } = createExecutor(handler as never, () => {});
  const runs = new InlineRuns();
  const byCommand = runs.expecting(execute, new Set(processes.flatMap(({ types }) => types)));
  const register = async (id: string, executing = execute) => {
    const context = newCommand(new Date(), { kind: 'visitor', id: null }, 'request-1');
    const { appended } = await executing({
      stream: userStream(id),
      decider: userDecider,
      command: {
        type: 'RegisterDealer',
        userId: id,
        accountId: `of-${id}`,
        username: id,
        profile: {
          name: 'N',
          email: 'e@x.y',
          company: 'C',
          phone: '7185550100',
          address: 'A',
          city: 'C',
          state: 'NY',
          zip: '10311',
        },
        experience: null,
        agreement: { version: '1', acceptedAt: '2026-03-01T10:00:00.000Z' },
      },
      context,
      accounts: [`of-${id}`],
    });
    return appended;
  };
  const isOpen = async (id: string) =>
    (await load(accountStream(`of-${id}`), accountDecider)).status === 'open';
  const log = pino({ level: 'silent' });
  const start = (list: readonly Process[] = processes) =>
    runFollowers(
      list.map((process) => processFollower(process, { execute, load, lookUp }, runs)),
      { store, codec, pool: database.pool, log },
    );
  const inline = (appended: readonly PortalEnvelope[], list: readonly Process[]) =>
    followInline(appended, {
      processes: list,
      execute,
      load,
      lookUp,
      log,
      compare: store.comparePositions,
      runs,
    });
  return { store, register, byCommand, isOpen, start, inline };
}

/** Records the events that it decides; fails for the first `failures` of them. */
function recording(failures = 0) {
  const seen: string[] = [];
  const process: Process = {
    ...openAccountOnDealerRegistered,
    decide: async (envelope, load, lookUp) => {
      seen.push(envelope.stream);
      if (seen.length <= failures) throw new Error('not yet');
      return openAccountOnDealerRegistered.decide(envelope, load, lookUp);
    },
  };
  return { seen, process };
}

describe('the runner of processes', () => {
  it('handles events left over by a crash, then new ones', async () => {
    const { register, isOpen, start } = await setUp();
    await register('before');
    const runner = start();
    await eventually(() => isOpen('before'));
    await register('live');
    await eventually(() => isOpen('live'));
    await runner.stop();
  });

  it('continues from its checkpoint after a restart and repeats nothing', async () => {
    const { store, register, isOpen, start } = await setUp();
    await register('one');
    const first = start();
    await eventually(() => isOpen('one'));
    await eventually(
      async () =>
        (await database.pool.query('SELECT 1 FROM process_checkpoints WHERE position IS NOT NULL'))
          .rowCount === processes.length,
    );
    await first.stop();
    const before = (await store.readAll(null)).events.length;
    const { seen, process } = recording();
    const second = start([process]);
    await register('two');
    await eventually(() => isOpen('two'));
    await second.stop();
    expect(seen).toEqual(['user-two']);
    expect((await store.readAll(null)).events.length).toBe(before + 2);
  });

  // Proves I36-once
  it('does not decide again what was decided inline, and decides what failed there', async () => {
    const { register, byCommand, isOpen, start, inline } = await setUp();
    const { seen, process } = recording(1);
    const runner = start([process]);
    const failed = await register('failed', byCommand);
    await inline(failed, [process]);
    await eventually(() => isOpen('failed'));
    const done = await register('done', byCommand);
    // as a command that does other work in between
    await sleep(300);
    await inline(done, [process]);
    expect(await isOpen('done')).toBe(true);
    // by the next event the follower has passed that one
    await register('next');
    await eventually(() => isOpen('next'));
    await runner.stop();
    expect(seen).toEqual(['user-failed', 'user-failed', 'user-done', 'user-next']);
  });

  it('runs a process in one of two portals, and lets the other take over', async () => {
    const { store, register, isOpen, start } = await setUp();
    const [one, two] = [start(), start()];
    await register('ann');
    await eventually(() => isOpen('ann'));
    await one.stop();
    await register('bob');
    await eventually(() => isOpen('bob'));
    await two.stop();
    const opened = (await store.readAll(null)).events.filter((event) => event.type === 'AccountOpened');
    expect(opened).toHaveLength(2);
  });

  it('stops at a failing event, logs it, and continues once it is fixed', async () => {
    const { register, isOpen, start } = await setUp();
    let broken = true;
    const failing: Process = {
      ...openAccountOnDealerRegistered,
      decide: async (envelope, load, lookUp) => {
        if (broken) throw new Error('no way');
        return openAccountOnDealerRegistered.decide(envelope, load, lookUp);
      },
    };
    await register('xen');
    const runner = start([failing]);
    await eventually(async () => (await stuckFollowers(database.pool)).length === 1);
    expect(await stuckFollowers(database.pool)).toMatchObject([
      { process: 'openAccountOnDealerRegistered', problem: 'no way' },
    ]);
    expect(await isOpen('xen')).toBe(false);
    broken = false;
    await eventually(() => isOpen('xen'));
    await eventually(async () => (await stuckFollowers(database.pool)).length === 0);
    await runner.stop();
  });
});
