import { useState } from 'react';
import { toast } from '../toast/toasts.ts';
import { call, problemOf } from './http.ts';

/** The name in `attachment; filename="…"`; `fallback` where there is none. */
function nameIn(header: string | null, fallback: string): string {
  return /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? fallback;
}

/** Hands a file to the browser, which keeps it where downloads go. */
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
 * Downloads a file that the portal makes, under the name the server gives it. Rejects with an HttpError where
 * the server refuses, with TypeError where the network fails.
 * @param fallback the file's name where the server gives none
 */
export async function download(path: string, fallback: string): Promise<void> {
  const response = await call(path, { headers: { Accept: '*/*' } });
  if (!response.ok) throw await problemOf(response);
  keep(await response.blob(), nameIn(response.headers.get('Content-Disposition'), fallback));
}

/** Downloads one file at a time; a failure shows as 'Export Error' (S2-8). */
export function useDownload() {
  const [busy, setBusy] = useState(false);
  const start = async (path: string, fallback: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await download(path, fallback);
    } catch {
      toast({
        title: 'Export Error',
        description: 'Failed to export report data.',
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}
