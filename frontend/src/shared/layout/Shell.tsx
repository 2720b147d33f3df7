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
  const page = pathname.toLowerCase().replace(/\/+$/, '');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <Header />
      <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, outline: 'none' }}>
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </Box>
      {!BARE.has(page) && <Footer />}
    </Box>
  );
}
