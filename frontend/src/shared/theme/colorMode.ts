import { useSyncExternalStore } from 'react';
import { type ColorMode, DARK, storeColorMode, storedColorMode } from './storedColorMode.ts';

const listeners = new Set<() => void>();

/** The stored choice, else the system's mode. */
export const currentColorMode = (): ColorMode =>
  storedColorMode() ?? (matchMedia(DARK).matches ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  const system = matchMedia(DARK);
  listeners.add(listener);
  system.addEventListener('change', listener);
  // a choice in another tab
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
}

/** Chooses light or dark for this browser. */
export function chooseColorMode(mode: ColorMode): void {
  storeColorMode(mode);
  for (const listener of listeners) listener();
}

/** {@link currentColorMode}, kept current. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore(subscribe, currentColorMode, currentColorMode);
}
