import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../shared/http/queryClient.ts';
import { prefetchUser } from '../shared/session/session.ts';
import { PortalTheme } from '../shared/theme/PortalTheme.tsx';
import { ToastViewport } from '../shared/toast/ToastViewport.tsx';
import { showCarriedToast } from '../shared/toast/toasts.ts';
import { makeRouter } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root element.');

prefetchUser(queryClient);
showCarriedToast();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PortalTheme>
        <RouterProvider router={makeRouter()} />
        <ToastViewport />
      </PortalTheme>
    </QueryClientProvider>
  </StrictMode>,
);
