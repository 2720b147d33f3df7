import { CssBaseline, ThemeProvider } from '@mui/material';
import { MODE_COOKIE } from '@portal/contract';
import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { type ColorMode, DARK, storeColorMode, storedColorMode } from './storedColorMode.ts';
import { portalTheme } from './theme.ts';

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

/** The product's theme in the user's color mode. */
export function PortalTheme({ children }: { readonly children: ReactNode }) {
  const mode = useColorMode();
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = mode;
    // for the server's next first view
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing over http
    document.cookie = `${MODE_COOKIE}=${mode}; path=/; samesite=lax`;
  }, [mode]);
  return (
    <ThemeProvider theme={portalTheme(mode)}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
