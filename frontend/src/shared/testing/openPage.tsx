import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { routes } from '../../app/routes.tsx';
import { makeQueryClient } from '../http/queryClient.ts';
import { PortalTheme } from '../theme/PortalTheme.tsx';
import { ToastViewport } from '../toast/ToastViewport.tsx';
import { hands } from './hands.ts';

/** What jsdom lacks and the pages ask for. */
function fillIn(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  Element.prototype.scrollIntoView = () => undefined;
}

/** Opens the portal at an address, as a browser would; answers a person's hands and where they are. */
export function openPage(path: string) {
  cleanup();
  fillIn();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PortalTheme>
        <RouterProvider router={router} />
        <ToastViewport />
      </PortalTheme>
    </QueryClientProvider>,
  );
  return {
    user: hands(),
    place: () => router.state.location.pathname,
    query: () => router.state.location.search,
  };
}
