import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { PageSpinner } from './PageSpinner.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Pages without a footer (spec 1, section 2). */
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
