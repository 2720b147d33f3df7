import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { RUN } from '@portal/server/test/support/runProgram.ts';
import { killAtExit } from './portalProcess.ts';

/** Answers of every task program. */
export type CommonAnswer = { readonly did: 'open' } | { readonly did: 'fail'; readonly message: string };

/** A program in its own process that does tasks in order. */
export interface TaskProcess<Task, Answer extends { readonly did: string }> {
  /** @throws Error if it failed, ended, or answered another task */
  ask<Did extends Answer['did']>(task: Task, did: Did): Promise<Extract<Answer, { did: Did }>>;
  /** Kills it. */
  end(): void;
}

/** Starts a program and waits until it is ready. @param file absolute path of the module it works with */
export async function startTaskProcess<Task extends object, Answer extends { readonly did: string }>(
  program: string,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<TaskProcess<Task, Answer>> {
  const child = fork(RUN, [program, file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const kill = killAtExit(child);
  await answerOf<CommonAnswer, 'open'>(child, 'open', file);
  return {
    ask: (task, did) => {
      const answer = answerOf<Answer, typeof did>(child, did, file);
      child.send(task);
      return answer;
    },
    end: kill,
  };
}

/** The next answer of a child. @throws Error if it failed or ended */
function answerOf<Answer extends { readonly did: string }, Did extends Answer['did']>(
  child: ChildProcess,
  did: Did,
  file: string,
): Promise<Extract<Answer, { did: Did }>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(new Error(`${file} ended with ${code}.`));
    };
    const onMessage = (answer: Answer | CommonAnswer) => {
      child.off('exit', onExit);
      if (answer.did === did) resolve(answer as Extract<Answer, { did: Did }>);
      else reject(new Error(`${file}: ${'message' in answer ? answer.message : answer.did}`));
    };
    child.once('exit', onExit);
    child.once('message', onMessage);
  });
}

/** Whether a module is one of another event store, in the folder `peers`. */
export const isPeer = (file: string): boolean => path.basename(path.dirname(file)) === 'peers';

/** In the child: loads and opens what it works with. A failure is told to the parent. */
export async function openedFor<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    process.send?.({ did: 'fail', message: String(error) } satisfies CommonAnswer);
    throw error;
  }
}

/** In the child: does the tasks that the parent sends. */
export function answerTasks<Task extends object, Answer extends { readonly did: string }>(
  answerTo: (task: Task) => Promise<Answer>,
): void {
  process.on('message', (task: Task) => {
    answerTo(task)
      .catch((error: unknown): CommonAnswer => ({ did: 'fail', message: String(error) }))
      .then((answer) => {
        process.send?.(answer);
      });
  });
  process.send?.({ did: 'open' } satisfies CommonAnswer);
}
