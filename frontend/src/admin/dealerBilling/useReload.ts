import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { onTopic } from '../../shared/live/liveUpdates.ts';
import { refreshDealerBilling } from './reads.ts';

/** After a rate or promotion was saved (spec 2, sections 4 and 9). */
const RELOAD_MS = 500;
/** Others' changes within this time are read together. */
const TOGETHER_MS = 400;

/**
 * Keeps the page true: answers what reads it again half a second after a saved change, and reads it again when
 * somebody else changes something.
 */
export function useReload(): () => void {
  const client = useQueryClient();
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const readIn = useCallback(
    (ms: number) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        void refreshDealerBilling(client);
      }, ms);
      timers.current.add(timer);
    },
    [client],
  );
  useEffect(() => {
    const pending = timers.current;
    const stop = onTopic(() => {
      if (pending.size === 0) readIn(TOGETHER_MS);
    });
    return () => {
      stop();
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    };
  }, [readIn]);
  return useCallback(() => readIn(RELOAD_MS), [readIn]);
}
