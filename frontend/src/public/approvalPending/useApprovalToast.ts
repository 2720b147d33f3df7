import { useEffect, useRef } from 'react';
import { toast, useToast } from '../../shared/toast/toasts.ts';

/**
 * Says 'Approval Required' once per visit. It waits until an earlier toast has gone: at most one is shown, and
 * 'Registration Successful' brought most people here.
 */
export function useApprovalToast(): void {
  const shown = useRef(false);
  const waiting = useToast()?.open === true;
  useEffect(() => {
    if (shown.current || waiting) return;
    shown.current = true;
    toast({
      title: 'Approval Required',
      description: 'Your account needs the approval of an administrator before you can use the portal.',
    });
  }, [waiting]);
}
