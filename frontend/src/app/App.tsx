import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, createContext, StrictMode, startTransition, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { PortalTheme } from '../shared/theme/PortalTheme.tsx';
import { ToastViewport } from '../shared/toast/ToastViewport.tsx';

/** Nothing reads it: each part of a first view has to be taken over before a change of it is shown. */
const Complete = createContext(false);

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  readonly client: QueryClient;
  /** Called once each part of a first view has been taken over; parts whose code loads later come last. */
  readonly onComplete?: () => void;
}

/** The portal, in the browser and where the server renders a first view. */
export function App({ client, router, onComplete }: AppProps) {
  const [complete, setComplete] = useState(false);
  useEffect(() => {
    if (complete) onComplete?.();
    // a transition waits for code that loads
    else startTransition(() => setComplete(true));
  }, [complete, onComplete]);
  return (
    <StrictMode>
      <Complete value={complete}>
        <QueryClientProvider client={client}>
          <PortalTheme>
            <RouterProvider router={router} />
            <ToastViewport />
          </PortalTheme>
        </QueryClientProvider>
      </Complete>
    </StrictMode>
  );
}
