import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../toast/toasts.ts';
import { HttpError, messageOf } from './http.ts';

interface Told {
  readonly title: string;
  readonly description?: string;
}

export interface Command<Body, Answer = unknown> {
  readonly send: (body: Body) => Promise<Answer>;
  /** What is read again before it counts as done. */
  readonly refresh?: (client: QueryClient) => Promise<unknown>;
  /** So also after a refusal, which may come of what others did. */
  readonly refreshRefused?: boolean;
  /** The toast of success, where there is one. */
  readonly done?: Told | ((body: Body, answer: Answer) => Told);
  /** The toast of a failure; `fallback` where the server gave no words. */
  readonly failed: { readonly title: string; readonly fallback: string };
  /** Called before the toast of success. */
  readonly onDone?: (answer: Answer) => void;
}

/** A change that a person makes, with its toasts. That somebody else was faster (412) is the form's to tell. */
export function useCommand<Body = void, Answer = unknown>(command: Command<Body, Answer>) {
  const { send, refresh, refreshRefused = false, done, failed, onDone } = command;
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    async onSuccess(answer, body) {
      await refresh?.(client);
      onDone?.(answer);
      if (done !== undefined) toast(typeof done === 'function' ? done(body, answer) : done);
    },
    async onError(error) {
      if (error instanceof HttpError && error.status === 412) return;
      toast({ title: failed.title, description: messageOf(error, failed.fallback), variant: 'destructive' });
      if (refreshRefused) await refresh?.(client);
    },
  });
}

/** The answer's own words about what was done; undefined where it has none. */
export function wordsOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
  return typeof answer.message === 'string' ? answer.message : undefined;
}
