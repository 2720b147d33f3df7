import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { routes } from '../../app/routes.tsx';
import { takeCarriedPage } from '../http/askedPage.ts';
import { makeQueryClient } from '../http/queryClient.ts';
import { PortalTheme } from '../theme/PortalTheme.tsx';
import { hands } from './hands.ts';
// pages load it later: no spec waits for its first toast
import '../toast/ToastViewport.tsx';

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

/** Opens the portal at an address, as a browser would, with the state that a page before left; answers a person's hands and where they are. */
export function openPage(path: string, state?: unknown) {
  cleanup();
  fillIn();
  takeCarriedPage();
  const router = createMemoryRouter(routes, { initialEntries: [{ ...parsePath(path), state }] });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PortalTheme>
        <RouterProvider router={router} />
      </PortalTheme>
    </QueryClientProvider>,
  );
  return {
    user: hands(),
    place: () => router.state.location.pathname,
    query: () => router.state.location.search,
    back: () => router.navigate(-1),
  };
}
