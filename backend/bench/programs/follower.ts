import path from 'node:path';
import type { FollowerAnswer, FollowerTask } from '../followerProcess.ts';
import { answerTasks } from '../taskProcess.ts';
import type { FollowerModule } from '../ways/follower.ts';

// Runs the tasks of a follower, which its parent sends.
const [, , file = ''] = process.argv;
const { default: module } = (await import(`../ways/${path.basename(file, '.ts')}.ts`)) as {
  readonly default: FollowerModule;
};
const follower = await module.open(process.env.DATABASE_URL ?? '');

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
