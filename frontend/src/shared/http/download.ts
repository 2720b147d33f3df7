import { useMutation } from '@tanstack/react-query';
import { toast } from '../toast/toasts.ts';
import { sessionExpired } from './askedPage.ts';
import { call, problemOf } from './http.ts';
import { isLeaving } from './leaving.ts';

/** Saves a file as a browser download. */
export function keep(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

/**
 * Downloads a file under the name the server gives it. Rejects with HttpError, after an expired session with UserError,
 * when the network fails with TypeError.
 * @param fallback the file's name where the server gives none
 */
export async function download(path: string, fallback: string): Promise<void> {
  const response = await call(path, { headers: { Accept: '*/*' } });
  if (response.status === 401) await sessionExpired();
  if (!response.ok) throw await problemOf(response);
  const [, name = fallback] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  keep(await response.blob(), name);
}

/** Downloads one file at a time; a failure shows as 'Export Error' (S2-8). */
export function useDownload() {
  const { isPending: busy, mutate } = useMutation({
    mutationFn: ({ path, fallback }: { readonly path: string; readonly fallback: string }) =>
      download(path, fallback),
    onError() {
      // the next page shows that the session has expired
      if (isLeaving()) return;
      toast({
        title: 'Export Error',
        description: 'Failed to export report data.',
        variant: 'destructive',
      });
    },
  });
  const start = (path: string, fallback: string) => {
    if (!busy) mutate({ path, fallback });
  };
  return { busy, start };
}
