import type { Execute, Load } from '../commands/execute.ts';
import type { Follower } from '../followers/follower.ts';
import {
  type FollowersOptions,
  type RunningFollowers,
  runFollowers,
  stuckFollowers,
} from '../followers/runFollowers.ts';
import { follow } from './follow.ts';
import type { LookUp, Process } from './process.ts';

export interface ProcessRunnerOptions extends FollowersOptions {
  readonly processes: readonly Process[];
  readonly execute: Execute;
  readonly load: Load;
  readonly lookUp: LookUp;
}

export interface ProcessRunner extends RunningFollowers {
  /** What can't get past an event, reactions included, for /readyz. */
  stuck(): ReturnType<typeof stuckFollowers>;
}

/** The safety net of the processes: follows the log and runs what the inline way left over. */
export function startProcessRunner(options: ProcessRunnerOptions): ProcessRunner {
  const followers = options.processes.map(
    (process): Follower => ({
      name: process.name,
      types: process.types,
      async handle(envelope) {
        await follow(process, envelope, options);
      },
    }),
  );
  return { ...runFollowers(followers, options), stuck: () => stuckFollowers(options.pool) };
}
