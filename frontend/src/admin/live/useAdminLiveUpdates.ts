import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onTopic } from '../../shared/live/liveUpdates.ts';
import { isVerbUnderWay } from './duringVerb.ts';
import { refreshResources } from './refreshResources.ts';

/** The first change shows at once; what follows within this time (an import, a bulk approval) shows together. */
const TOGETHER_MS = 400;

/**
 * Keeps the admin pages fresh after anybody's change: each topic of the event stream refetches what is shown. While
 * one's own verb is under way nothing is: it reads everything again when it is done.
 */
export function useAdminLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    let more = false;
    const refresh = () => {
      more = false;
      if (!isVerbUnderWay(queryClient)) void refreshResources(queryClient);
      timer = window.setTimeout(() => {
        timer = undefined;
        if (more) refresh();
      }, TOGETHER_MS);
    };
    const stop = onTopic(() => {
      if (timer === undefined) refresh();
      else more = true;
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [queryClient]);
}
