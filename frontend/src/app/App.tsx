import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, StrictMode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { PortalTheme } from '../shared/theme/PortalTheme.tsx';

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  readonly client: QueryClient;
}

/** The portal, in the browser and where the server renders a first view. */
export function App({ client, router }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <PortalTheme>
          <RouterProvider router={router} />
        </PortalTheme>
      </QueryClientProvider>
    </StrictMode>
  );
}
