import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isLeaving } from '../http/leaving.ts';

interface LeaveGuard {
  /** A navigation waits for the answer. */
  readonly leaving: boolean;
  leave(): void;
  stay(): void;
}

/**
 * While `unsaved`: navigation waits for an answer, and closing the tab asks the browser's question. The portal's own full
 * navigations, as after a sign-out, are not asked about.
 */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const blocker = useBlocker(unsaved);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return {
    leaving: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
