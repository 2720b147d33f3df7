import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { LOOK_COOKIE, lookText } from '@portal/contract';
import { type ReactNode, useLayoutEffect } from 'react';
import { useColorMode } from './colorMode.ts';
import { portalTheme } from './theme.ts';

/** The product's theme in the user's color mode. */
export function PortalTheme({ children }: { readonly children: ReactNode }) {
  const mode = useColorMode();
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = mode;
    const narrow = matchMedia('(max-width: 599.95px)').matches;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // for the server's next first view
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing over http
    document.cookie = `${LOOK_COOKIE}=${lookText({ mode, narrow, zone })}; path=/; samesite=lax`;
  }, [mode]);
  return (
    <ThemeProvider theme={portalTheme(mode)}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
