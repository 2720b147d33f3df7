import { type ChildProcess, fork } from 'node:child_process';
import { RUN } from '@portal/server/test/support/runProgram.ts';

/** What every program that does tasks may answer beside the answers of its tasks. */
export type CommonAnswer = { readonly did: 'open' } | { readonly did: 'fail'; readonly message: string };

/** A program in a process of its own that does the tasks it is sent, one after the other. */
export interface TaskProcess<Task, Answer extends { readonly did: string }> {
  /** @throws Error where it failed, ended, or answered another task */
  ask<Did extends Answer['did']>(task: Task, did: Did): Promise<Extract<Answer, { did: Did }>>;
  /** Ends it as it is. */
  end(): void;
}

/** Starts such a program and waits until it is open. @param file the module it works with, an absolute path */
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
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
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

/** The next answer of a child. @throws Error where it failed or ended */
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

/** The other end: does the tasks that the parent of this process sends, and tells it that it is open. */
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
