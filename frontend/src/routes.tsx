import { type ComponentType, lazy, Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { FullScreenSpinner } from './shared/layout/FullScreenSpinner.tsx';
import { Guarded } from './shared/layout/Guarded.tsx';
import { LandingLink } from './shared/layout/LandingLink.tsx';
import { RouteFault } from './shared/layout/RouteFault.tsx';
import { Shell } from './shared/layout/Shell.tsx';
import { LiveUpdates } from './shared/live/LiveUpdates.tsx';

/** A page whose code is fetched when it is first opened, after the guard has let it through. */
const page = (path: string, load: () => Promise<{ readonly default: ComponentType }>): RouteObject => ({
  path,
  Component: lazy(load),
});

const AdminArea = lazy(() => import('./admin/index.tsx'));

/** The back office, under each of its two addresses (spec 1, section 2). */
const admin = (basename: '/admin-dashboard' | '/admin'): RouteObject => ({
  path: `${basename}/*`,
  element: (
    <Suspense fallback={<FullScreenSpinner />}>
      <AdminArea basename={basename} />
    </Suspense>
  ),
});

/** The map of the portal: every page but the landing page, which is a document of its own. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <LiveUpdates />
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
              page('/login', () => import('./public/login/LoginPage.tsx')),
              page('/register', () => import('./public/register/RegisterPage.tsx')),
              page('/auth', () => import('./public/auth/AuthPage.tsx')),
              page('/reset-password', () => import('./public/resetPassword/ResetPasswordPage.tsx')),
              page(
                '/dealer-approval-pending',
                () => import('./public/approvalPending/ApprovalPendingPage.tsx'),
              ),
              page('/dealer-dashboard', () => import('./dealer/dashboard/DashboardPage.tsx')),
              page('/new-site', () => import('./dealer/newSite/NewSitePage.tsx')),
              page('/settings', () => import('./dealer/settings/SettingsPage.tsx')),
              page('/resources', () => import('./dealer/resources/ResourcesPage.tsx')),
              page('*', () => import('./public/notFound/NotFoundPage.tsx')),
            ],
          },
          admin('/admin-dashboard'),
          admin('/admin'),
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
