import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { logOfOne } from '../../../test/support/logOfOne.ts';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { stuckFollowers } from './checkpoints.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('TRUNCATE process_checkpoints'));

// Proves I8-stop
it('a follower that waits for something is broken off by the stop, and the event is told to the next one', async () => {
  const run = await logOfOne(database.pool);
  /** Runs a follower until it has been told of the event. */
  const told = async (waitMs: number) => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const running = run(async (_envelope, signal) => {
      hear();
      await sleep(waitMs, undefined, { signal });
    });
    await heard;
    return running;
  };
  const first = await told(300_000);
  await first.stop();
  expect(await stuckFollowers(database.pool)).toEqual([]);
  const next = await told(0);
  await next.stop();
}, 60_000);
