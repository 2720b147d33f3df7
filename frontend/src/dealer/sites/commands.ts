import { paths } from '@portal/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { readSitesAgain } from './queries.ts';

interface SitePatchTexts {
  readonly done: { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly fallback: string };
}

interface SitePatch {
  readonly changes: Readonly<Record<string, unknown>>;
  /** The revision that was read; null for whatever there is by now. */
  readonly etag: string | null;
}

/**
 * PATCH /api/sites/{id} with its toasts; the sites are read again before it counts as done. That somebody else was
 * faster (412) is the caller's to tell.
 */
export function useSitePatch(siteId: string, texts: SitePatchTexts) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, etag }: SitePatch) =>
      request('PATCH', paths.site(siteId), changes, { ifMatch: etag }),
    async onSuccess() {
      await readSitesAgain(client);
      toast(texts.done);
    },
    onError(error) {
      if (error instanceof HttpError && error.status === 412) return;
      const { title, fallback } = texts.failed;
      toast({ title, description: messageOf(error, fallback), variant: 'destructive' });
    },
  });
}

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
