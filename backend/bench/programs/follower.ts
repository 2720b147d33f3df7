import path from 'node:path';
import type { FollowerModule } from '../contenders/follower.ts';
import type { FollowerAnswer, FollowerTask } from '../followerProcess.ts';
import { answerTasks, isPeer, openedFor } from '../taskProcess.ts';

// Runs the tasks of a follower, which its parent sends.
const [, , file = ''] = process.argv;
const name = path.basename(file, '.ts');
const follower = await openedFor(async () => {
  // both folders are named, for the bundle to hold their modules
  const { default: module } = (await (isPeer(file)
    ? import(`../peers/${name}.ts`)
    : import(`../contenders/${name}.ts`))) as {
    readonly default: FollowerModule;
  };
  return module.open(process.env.DATABASE_URL ?? '');
});

async function answerTo(task: FollowerTask): Promise<FollowerAnswer> {
  switch (task.do) {
    case 'writeSites':
      return { did: 'writeSites', events: await follower.writeSites(task.sites, task.atOnce) };
    case 'catchUp':
      return { did: 'catchUp', ...(await follower.catchUp(task.tuning)) };
    case 'visible':
      return { did: 'visible', latencies: await follower.visible(task.tuning, task.seconds) };
  }
}

answerTasks(answerTo);
