import { useEffect, useRef } from 'react';

/** Calls `dismiss` once after `ms`, not counting the time in which `paused` was true. */
export function useAutoDismiss(ms: number, paused: boolean, dismiss: () => void): void {
  const left = useRef(ms);
  const onEnd = useRef(dismiss);
  useEffect(() => {
    onEnd.current = dismiss;
  });
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => onEnd.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [paused]);
}
