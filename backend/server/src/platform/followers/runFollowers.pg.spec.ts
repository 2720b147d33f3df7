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
it('a stop interrupts a waiting follower, and the next one handles the event again', async () => {
  const run = await logOfOne(database.pool);
  /** Runs a follower until it handles the event. */
  const handling = async (waitMs: number) => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const running = run(async (_envelope, signal) => {
      begin();
      await sleep(waitMs, undefined, { signal });
    });
    await begun;
    return running;
  };
  const first = await handling(300_000);
  await first.stop();
  expect(await stuckFollowers(database.pool)).toEqual([]);
  const next = await handling(0);
  await next.stop();
}, 60_000);
