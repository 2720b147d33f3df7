import { createContext, useContext, useSyncExternalStore } from 'react';
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

/** Where the server renders a first view: the mode of the browser that asks for it. */
export const ModeOfView = createContext<ColorMode | null>(null);

/** {@link currentColorMode}, kept current. */
export function useColorMode(): ColorMode {
  const ofView = useContext(ModeOfView);
  return useSyncExternalStore(subscribe, currentColorMode, () => ofView ?? currentColorMode());
}
