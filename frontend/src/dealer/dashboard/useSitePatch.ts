import { paths } from '@portal/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { sitesKey } from './useSites.ts';

interface SitePatchTexts {
  readonly done: { readonly title: string; readonly description: string };
  readonly failed: { readonly title: string; readonly fallback: string };
}

/** PATCH /api/sites/{id} with its toasts; the sites are read again before it counts as done. */
export function useSitePatch(siteId: string, texts: SitePatchTexts) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: Readonly<Record<string, unknown>>) => request('PATCH', paths.site(siteId), patch),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: sitesKey });
      toast(texts.done);
    },
    onError(error) {
      const { title, fallback } = texts.failed;
      toast({ title, description: messageOf(error, fallback), variant: 'destructive' });
    },
  });
}
