import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { logOfOne } from '../../../test/support/logOfOne.ts';
import { testDatabase } from '../../../test/testDatabase.ts';
import { stuckFollowers } from './checkpoints.ts';

it('leaves a follower that keeps failing to another portal', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const run = await logOfOne(database.pool);
  let tries = 0;
  const failing = run(async () => {
    tries += 1;
    throw new Error('no way');
  });
  await eventually(async () => tries > 0);
  let isHandled = false;
  const other = run(async () => {
    isHandled = true;
  });
  await eventually(async () => isHandled, 60);
  await other.stop();
  await failing.stop();
  expect(await stuckFollowers(database.pool)).toEqual([]);
  const held = await database.pool.query(
    'SELECT FROM process_checkpoints WHERE leased_until > clock_timestamp()',
  );
  expect(held.rowCount).toBe(0);
}, 90_000);
