import { useSyncExternalStore } from 'react';
import { COLOR_MODE_KEY } from './colorModeMarks.ts';
import type { ColorMode } from './theme.ts';

const DARK = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** Storage may be refused by the browser; the mode then lasts as long as the page. */
let unsaved: ColorMode | null = null;

function remembered(): ColorMode | null {
  try {
    const kept = localStorage.getItem(COLOR_MODE_KEY);
    return kept === 'light' || kept === 'dark' ? kept : unsaved;
  } catch {
    return unsaved;
  }
}

function current(): ColorMode {
  return remembered() ?? (matchMedia(DARK).matches ? 'dark' : 'light');
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(DARK);
  listeners.add(listener);
  system.addEventListener('change', listener);
  // another tab's choice
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
}

/** Chooses light or dark for this browser, whatever the system says. */
export function chooseColorMode(mode: ColorMode): void {
  unsaved = mode;
  try {
    localStorage.setItem(COLOR_MODE_KEY, mode);
  } catch {
    // kept in memory above
  }
  changed();
}

/** The mode to show: the remembered choice, else the system's. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore(subscribe, current);
}
