import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Goes to a page of the portal after some time; null stays. */
export function useLeaveAfter(to: string | null, milliseconds: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), milliseconds);
    return () => clearTimeout(timer);
  }, [to, milliseconds, navigate]);
}
