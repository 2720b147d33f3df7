import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { PageSpinner } from './Spinner.tsx';

/** First stop of the tab key: past the header, to the page's content. */
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

/** Pages without a footer (S1-2). */
const BARE = new Set(['/login', '/register']);

/** Header, content and footer around every page but the admin area, which brings its own. */
export function Shell() {
  const { pathname } = useLocation();
  const bare = BARE.has(pathname.toLowerCase().replace(/\/+$/, ''));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <Header />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        // fills the window below the header: the footer starts out of sight, so content that comes later can't move it
        sx={{ flex: 1, outline: 'none', minHeight: bare ? 0 : 'calc(100vh - 65px)' }}
      >
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </Box>
      {!bare && <Footer />}
    </Box>
  );
}
