import { useState } from 'react';
import { toast } from '../toast/toasts.ts';
import { download } from './download.ts';

/** Downloads one file at a time; a failure shows as 'Export Error' (spec 2, section 8). */
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
