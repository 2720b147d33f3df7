import type { WaitsForApproval } from '@portal/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ToastText, toast } from '../toast/toasts.ts';
import { causeOf, HttpError, messageOf } from './http.ts';

type Done = Pick<ToastText, 'title' | 'description' | 'subject'>;

export interface Command<Body, Answer = unknown> {
  readonly send: (body: Body) => Promise<Answer>;
  /** Reads again what changed; the command is pending until it is done. */
  readonly refresh?: (client: QueryClient) => Promise<unknown>;
  /** Also after a failure, which others' changes may have caused. */
  readonly refreshRefused?: boolean;
  /** The toast of success. */
  readonly done?: Done | ((body: Body, answer: Answer) => Done);
  /** The toast of a failure; `fallback` where the server gave no text, by default the cause. */
  readonly failed: { readonly title: string; readonly fallback?: string };
  /** Called before the toast of success. */
  readonly onDone?: ((answer: Answer) => void) | undefined;
}

/** A user's change, with its toasts. A conflict (412) is left to the form. */
export function useCommand<Body = void, Answer = unknown>(command: Command<Body, Answer>) {
  const { send, refresh, refreshRefused = false, done, failed, onDone } = command;
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    async onSuccess(answer, body) {
      await refresh?.(client);
      onDone?.(answer);
      const waits = waitingOf(answer);
      if (waits !== null) toast(waits);
      else if (done !== undefined) toast(typeof done === 'function' ? done(body, answer) : done);
    },
    async onError(error) {
      if (error instanceof HttpError && error.status === 412) return;
      const { title, fallback } = failed;
      const description = fallback === undefined ? causeOf(error) : messageOf(error, fallback);
      toast({ title, description, variant: 'destructive' });
      if (refreshRefused) await refresh?.(client);
    },
  });
}

/** The toast of a change that waits for a second member of staff; null for one that is made. */
export function waitingOf(answer: unknown): ToastText | null {
  if (typeof answer !== 'object' || answer === null) return null;
  // an edit's answer comes with its revision
  if ('record' in answer) return waitingOf(answer.record);
  if (!('approval_id' in answer)) return null;
  const { approval_id: id, message } = answer as WaitsForApproval;
  const to = `/admin-dashboard/approvals/${id}/show`;
  return { title: 'Waits for approval', description: message, subject: { text: 'the request', to } };
}

/** The answer's `message`; undefined where it has none. */
export function wordsOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
  return typeof answer.message === 'string' ? answer.message : undefined;
}
