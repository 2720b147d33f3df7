import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../shared/http/http.ts';
import { userKey } from '../../shared/session/session.ts';
import { toast } from '../../shared/toast/toasts.ts';

interface SettingCall {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
  readonly done: { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly fallback: string };
}

/** Saves one of the settings, with its toasts; the user is read again before it counts as done. */
export function useSetting({ method, path, done, failed }: SettingCall) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: unknown) => request(method, path, body),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: userKey });
      toast(done);
    },
    onError(error) {
      toast({ title: failed.title, description: messageOf(error, failed.fallback), variant: 'destructive' });
    },
  });
}
