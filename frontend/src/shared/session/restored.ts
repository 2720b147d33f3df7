import type { QueryClient } from '@tanstack/react-query';
import { leaveFor } from '../http/leaving.ts';
import { mayBeSignedIn } from '../mayBeSignedIn.ts';
import { userKey } from './session.ts';

/**
 * A page that the browser brings back from memory (Back after Logout) shows what a user saw. Without that session it is
 * hidden and loaded anew; with one, whose it is is asked.
 */
export function watchRestored(client: QueryClient): () => void {
  const check = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !client.getQueryData(userKey)) return;
    if (mayBeSignedIn()) {
      void client.invalidateQueries({ queryKey: userKey });
      return;
    }
    document.body.hidden = true;
    leaveFor(location.pathname + location.search);
  };
  window.addEventListener('pageshow', check);
  return () => window.removeEventListener('pageshow', check);
}
