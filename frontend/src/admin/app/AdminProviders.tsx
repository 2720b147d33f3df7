import type { SessionUser } from '@portal/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import {
  type AuthProvider,
  CoreAdminContext,
  defaultI18nProvider,
  type HttpError,
  localStorageStore,
} from 'react-admin';
import { call } from '../../shared/http/http.ts';
import { sessionExpired } from '../../shared/http/sessionExpired.ts';
import { userKey } from '../../shared/session/session.ts';
import { canAccess } from '../kit/access.ts';
import { createDataProvider, createHttpClient } from '../kit/dataProvider.ts';

/** Where the admin pages send somebody without a session, and an administrator's page a dealer (rules G1, G2). */
const TO_AUTH = { redirectTo: '/auth', message: false };
const TO_DEALER = { redirectTo: '/dealer-dashboard', message: false };

/**
 * react-admin's view of the portal's session. Signing in and out stay with the shell; `readUser` answers who is
 * signed in now.
 */
export function createAuthProvider(readUser: () => Promise<SessionUser | null>): AuthProvider {
  return {
    login: () => Promise.reject(new Error('Signing in happens on /auth.')),
    // react-admin calls this when a check fails; there is no session left to end
    logout: () => Promise.resolve(),

    checkAuth: async () => {
      const user = await readUser();
      if (user === null) throw TO_AUTH;
      if (!user.is_admin) throw TO_DEALER;
    },

    checkError: async (error: Partial<HttpError>) => {
      if (error.status !== 401) return;
      // the shell's own answer: a fresh /auth page with the text; it rejects once that is under way
      await sessionExpired().catch(() => undefined);
      throw { ...TO_AUTH, logoutUser: false };
    },

    getIdentity: async () => {
      const user = await readUser();
      if (user === null) throw TO_AUTH;
      return { id: user.id, fullName: user.name || user.username };
    },

    canAccess: async ({ resource, action, record }) =>
      canAccess(await readUser(), { resource, action, record }),
  };
}

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
