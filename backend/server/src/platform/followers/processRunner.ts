import type { Execute, Load } from '../../kernel/execute.ts';
import { follow } from '../../kernel/follow.ts';
import type { LookUp, Process } from '../../kernel/process.ts';
import type { Follower } from './follower.ts';
import {
  type FollowersOptions,
  type RunningFollowers,
  runFollowers,
  stuckFollowers,
} from './runFollowers.ts';

export interface ProcessRunnerOptions extends FollowersOptions {
  readonly processes: readonly Process[];
  readonly execute: Execute;
  readonly load: Load;
  readonly lookUp: LookUp;
}

export interface ProcessRunner extends RunningFollowers {
  /** What can't get past an event, notifications included, for /readyz. */
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
