import { lazy, Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import type { OutsidePath } from '../admin/app/outsidePages.tsx';
import { FullScreenSpinner } from '../shared/layout/FullScreenSpinner.tsx';
import { Guarded } from '../shared/layout/Guarded.tsx';
import { LandingLink } from '../shared/layout/LandingLink.tsx';
import { RouteFault } from '../shared/layout/RouteFault.tsx';
import { Shell } from '../shared/layout/Shell.tsx';
import { LiveUpdates } from '../shared/live/LiveUpdates.tsx';
import { Viewing } from '../shared/viewAs/Viewing.tsx';
import { PAGES } from './pages.ts';

const AdminArea = lazy(() => import('../admin/index.tsx'));

/** The back office, under each of its two addresses (spec 1, section 2). */
const admin = (basename: '/admin-dashboard' | '/admin'): RouteObject => ({
  path: `${basename}/*`,
  element: (
    <Suspense fallback={<FullScreenSpinner />}>
      <AdminArea basename={basename} />
    </Suspense>
  ),
});

/** Its pages at addresses of their own. */
const outside = (path: OutsidePath): RouteObject => ({
  path,
  element: (
    <Suspense fallback={<FullScreenSpinner />}>
      <AdminArea basename="/admin-dashboard" page={path} />
    </Suspense>
  ),
});

/** The map of the portal: every page but the landing page, which is a document of its own. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <LiveUpdates />
        <Viewing />
        <Outlet />
      </>
    ),
    errorElement: <RouteFault />,
    children: [
      {
        element: <Guarded />,
        children: [
          {
            element: <Shell />,
            children: [
              { path: '/', element: <LandingLink /> },
              ...Object.entries(PAGES).map(([path, load]) => ({ path, Component: lazy(load) })),
              { path: '*', Component: lazy(() => import('../public/notFound/NotFoundPage.tsx')) },
            ],
          },
          admin('/admin-dashboard'),
          admin('/admin'),
          outside('/reports'),
          outside('/dealer-billing/:id'),
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
