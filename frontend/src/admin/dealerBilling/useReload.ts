import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { refreshResources } from '../live/refreshResources.ts';

/** After a rate or promotion was saved (spec 2, sections 4 and 9). */
const RELOAD_MS = 500;

/** Reads what the page shows again, half a second after a saved change. */
export function useReload(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refreshResources(client), RELOAD_MS);
  }, [client]);
}
