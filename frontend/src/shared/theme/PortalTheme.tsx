import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { MODE_COOKIE } from '@portal/contract';
import { type ReactNode, useLayoutEffect } from 'react';
import { useColorMode } from './colorMode.ts';
import { portalTheme } from './theme.ts';

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
