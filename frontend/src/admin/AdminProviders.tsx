import type { SessionUser } from '@portal/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { CoreAdminContext, defaultI18nProvider, localStorageStore } from 'react-admin';
import { call } from '../shared/http/http.ts';
import { userKey } from '../shared/session/session.ts';
import { createAuthProvider } from './providers/authProvider.ts';
import { createDataProvider } from './providers/dataProvider.ts';
import { createHttpClient } from './providers/httpClient.ts';

const dataProvider = createDataProvider(createHttpClient(call));
/** Keeps an administrator's choices (columns) in this browser; the number changes when their meaning does. */
const store = localStorageStore('1', 'PortalAdmin');

/** Who is signed in, as the shell's guard has read it; asked of the server where it hasn't. */
function readUser(queryClient: QueryClient): Promise<SessionUser | null> {
  return queryClient.ensureQueryData<SessionUser | null>({ queryKey: userKey });
}

/** react-admin's providers inside the portal's session and query client. `basename`: where its links lead. */
export function AdminProviders({
  basename,
  children,
}: {
  readonly basename: string;
  readonly children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const authProvider = useMemo(() => createAuthProvider(() => readUser(queryClient)), [queryClient]);
  return (
    <CoreAdminContext
      basename={basename}
      queryClient={queryClient}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={defaultI18nProvider}
      store={store}
    >
      {children}
    </CoreAdminContext>
  );
}
