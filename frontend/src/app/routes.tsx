import { Button } from '@mui/material';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import type { OutsidePath } from '../admin/index.tsx';
import { DealerSearch } from '../dealer/palette/DealerSearch.tsx';
import { KeptDialogs } from '../shared/form/KeptDialogs.tsx';
import { leaveFor } from '../shared/http/leaving.ts';
import { Guarded } from '../shared/layout/Guarded.tsx';
import { Fault, FullScreenSpinner, Page, PageSpinner } from '../shared/layout/Page.tsx';
import { Shell } from '../shared/layout/Shell.tsx';
import { LiveUpdates } from '../shared/live/LiveUpdates.tsx';
import { StepUpHost } from '../shared/stepUp/StepUpHost.tsx';
import { PAGES } from './pages.ts';

const AdminArea = lazy(() => import('../admin/index.tsx'));
// the first page shows without it
const ToastViewport = lazy(() => import('../shared/toast/ToastViewport.tsx'));

/** The administration at `path`: one of its two addresses (S1-2), or a page outside them. */
const admin = (path: string, props: ComponentProps<typeof AdminArea>): RouteObject => ({
  path,
  element: (
    <Suspense fallback={<FullScreenSpinner />}>
      <AdminArea {...props} />
    </Suspense>
  ),
});

const outside = (page: OutsidePath) => admin(page, { basename: '/admin-dashboard', page });

/** For a fault of a page, or when its code is gone because the portal was updated. */
const fault = (
  <Fault
    title="Something went wrong"
    lead="Loading the page again usually helps."
    action="Reload the page"
    onAction={() => location.reload()}
  />
);

/** S1-2. */
const notFound = (
  <Page title="Page Not Found" lead="Did you forget to add the page to the router?" width="sm">
    <Button variant="contained" href="/">
      Go to the start page
    </Button>
  </Page>
);

/** The landing page is a document of its own and needs a full load. */
function LandingPage() {
  useEffect(() => leaveFor(`/${location.hash}`), []);
  return <PageSpinner />;
}

export const routes: RouteObject[] = [
  {
    element: (
      <>
        <LiveUpdates />
        <StepUpHost />
        <KeptDialogs />
        <Outlet />
        <Suspense>
          <ToastViewport />
        </Suspense>
      </>
    ),
    errorElement: fault,
    children: [
      {
        element: <Guarded />,
        children: [
          {
            element: <Shell search={<DealerSearch />} />,
            children: [
              { path: '/', element: <LandingPage /> },
              ...Object.entries(PAGES).map(([path, load]) => ({ path, Component: lazy(load) })),
              { path: '*', element: notFound },
            ],
          },
          admin('/admin-dashboard/*', { basename: '/admin-dashboard' }),
          admin('/admin/*', { basename: '/admin' }),
          outside('/reports'),
          outside('/dealer-billing/:id'),
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
