import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { guardSignOut, isLeaving } from '../http/leaving.ts';

/**
 * While `unsaved`: navigation and sign-out wait for an answer, and closing the tab asks the browser's question. The
 * portal's own full navigations, as after a sign-out, are not asked about.
 */
export function useLeaveGuard(unsaved: boolean) {
  const blocker = useBlocker(unsaved);
  const [signOut, setSignOut] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const unguard = guardSignOut((go) => setSignOut(() => go));
    return () => {
      window.removeEventListener('beforeunload', ask);
      unguard();
    };
  }, [unsaved]);
  return {
    /** A navigation or a sign-out waits for the answer. */
    leaving: blocker.state === 'blocked' || signOut !== null,
    leave() {
      blocker.proceed?.();
      setSignOut(null);
      signOut?.();
    },
    stay() {
      blocker.reset?.();
      setSignOut(null);
    },
  };
}
