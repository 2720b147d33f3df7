import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { readSitesAgain } from './useSites.ts';

interface SiteCommand<Body> {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly done: (body: Body) => { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly fallback: string };
}

/** A command about a site, with its toasts; what is shown of sites is read again before it counts as done. */
export function useSiteCommand<Body>({ method, path, done, failed }: SiteCommand<Body>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(method, path, body),
    async onSuccess(_answer, body) {
      await readSitesAgain(client);
      toast(done(body));
    },
    onError(error) {
      toast({ title: failed.title, description: messageOf(error, failed.fallback), variant: 'destructive' });
    },
  });
}
