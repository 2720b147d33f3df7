import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, StrictMode, startTransition, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { MayChange } from '../shared/live/LiveUpdates.tsx';
import { PortalTheme } from '../shared/theme/PortalTheme.tsx';

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  readonly client: QueryClient;
  /** Whether the app takes over a first view. */
  readonly takesOver?: boolean;
  /** Called once it is drawn, and each part of a first view taken over; parts whose code loads later come last. */
  readonly onComplete?: () => void;
}

/** The portal, in the browser and where the server renders a first view. */
export function App({ client, router, takesOver = false, onComplete }: AppProps) {
  const [complete, setComplete] = useState(!takesOver);
  useEffect(() => {
    if (complete) onComplete?.();
    // a transition waits for code that loads, and every part is taken over before it sees another value
    else startTransition(() => setComplete(true));
  }, [complete, onComplete]);
  return (
    <StrictMode>
      <MayChange value={complete}>
        <QueryClientProvider client={client}>
          <PortalTheme>
            <RouterProvider router={router} />
          </PortalTheme>
        </QueryClientProvider>
      </MayChange>
    </StrictMode>
  );
}
