import { useEffect } from 'react';
import { useBlocker } from 'react-router';

interface LeaveGuard {
  /** True while somebody is leaving for another page and has to be asked. */
  readonly leaving: boolean;
  leave(): void;
  stay(): void;
}

/** Keeps a page from being left while `unsaved`: links and Back wait for an answer, closing the tab asks the browser's own question. */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const blocker = useBlocker(unsaved);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return {
    leaving: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
