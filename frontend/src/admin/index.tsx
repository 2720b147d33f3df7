import type { SessionUser } from '@portal/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CoreAdminContext, CoreAdminUI, defaultI18nProvider, localStorageStore, Resource } from 'react-admin';
import { call } from '../shared/http/http.ts';
import { PageSpinner } from '../shared/layout/PageSpinner.tsx';
import { userKey } from '../shared/session/session.ts';
import { companies } from './companies/index.ts';
import { contacts } from './contacts/index.ts';
import { AdminHome } from './home/AdminHome.tsx';
import { AdminLayout } from './layout/AdminLayout.tsx';
import { AccessDenied, NotFound, PageFault } from './layout/pages.tsx';
import { mails } from './mails/index.ts';
import { createAuthProvider } from './providers/authProvider.ts';
import { createDataProvider } from './providers/dataProvider.ts';
import { createHttpClient } from './providers/httpClient.ts';
import { sites } from './sites/index.ts';
import { users } from './users/index.ts';

const dataProvider = createDataProvider(createHttpClient(call));
/** Keeps an administrator's choices (columns) in this browser; the number changes when their meaning does. */
const store = localStorageStore('1', 'PortalAdmin');

/** Who is signed in, as the shell's guard has read it; asked of the server where it hasn't. */
function readUser(queryClient: QueryClient): Promise<SessionUser | null> {
  return queryClient.ensureQueryData<SessionUser | null>({ queryKey: userKey });
}

/**
 * The back office, inside the portal's theme, session, query client and toast. `basename` is the address it is
 * opened under: /admin-dashboard or /admin (spec 2, section 2).
 */
export default function AdminArea({ basename }: { readonly basename: string }) {
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
      <CoreAdminUI
        title="Administration"
        dashboard={AdminHome}
        layout={AdminLayout}
        loading={PageSpinner}
        catchAll={NotFound}
        accessDenied={AccessDenied}
        error={PageFault}
        loginPage={false}
        authCallbackPage={false}
        disableTelemetry
      >
        <Resource {...users} />
        <Resource {...companies} />
        <Resource {...sites} />
        <Resource {...contacts} />
        <Resource {...mails} />
      </CoreAdminUI>
    </CoreAdminContext>
  );
}
