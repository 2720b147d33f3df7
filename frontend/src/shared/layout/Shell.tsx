import { Box, Link } from '@mui/material';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { PageSpinner } from './Spinner.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

/** First tab stop: skips the header. */
export function SkipLink() {
  return (
    <Link
      href="#content"
      sx={{
        position: 'absolute',
        left: 8,
        top: -80,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus': { top: 8 },
      }}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      Skip to content
    </Link>
  );
}

/** Enables the controls of a first view (docs/adr/0036) once the app has taken it over: a press before would be lost. */
function EnableControls() {
  useEffect(() => document.querySelector('fieldset:has(> #root)')?.removeAttribute('disabled'), []);
  return null;
}

/** Pages without a footer (S1-2). */
const BARE = new Set(['/login', '/register']);

/** Header, content and footer of every page outside the admin area. @param search a button of the header */
export function Shell({ search }: { readonly search: ReactNode }) {
  useKeptFocus();
  const { pathname } = useLocation();
  const bare = BARE.has(pathname.toLowerCase().replace(/\/+$/, ''));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <Header search={search} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        // fills the window below the header, so that late content moves no visible footer
        sx={{ flex: 1, outline: 'none', minHeight: bare ? 0 : 'calc(100vh - 65px)' }}
      >
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
          <EnableControls />
        </Suspense>
      </Box>
      {!bare && <Footer />}
    </Box>
  );
}
