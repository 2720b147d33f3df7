import type { SessionUser } from '@portal/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useMemo } from 'react';
import {
  type AuthProvider,
  CoreAdminContext,
  defaultI18nProvider,
  type HttpError,
  localStorageStore,
} from 'react-admin';
import { refusedRead } from '../../shared/http/queryClient.ts';
import { userKey } from '../../shared/session/session.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { canAccess } from '../kit/access.ts';

/** Redirects of visitors without a session and of dealers (rules G1, G2). */
const TO_AUTH = { redirectTo: '/auth', message: false };
const TO_DEALER = { redirectTo: '/dealer-dashboard', message: false };

/**
 * react-admin's view of the portal's session. `readUser` reads the signed-in user; `hasEnded` opens /auth after a 401 if
 * the session has ended.
 */
export const createAuthProvider = (
  readUser: () => Promise<SessionUser | null>,
  hasEnded: () => Promise<boolean>,
): AuthProvider => ({
  login: () => Promise.reject(new Error('Signing in happens on /auth.')),
  // called when a check fails: the session has already ended
  logout: () => Promise.resolve(),

  checkAuth: async () => {
    const user = await readUser();
    if (user === null) throw TO_AUTH;
    if (!user.is_admin) throw TO_DEALER;
  },

  checkError: async (error: Partial<HttpError>) => {
    if (error.status === 401 && (await hasEnded())) throw { ...TO_AUTH, logoutUser: false };
  },

  getIdentity: async () => {
    const user = await readUser();
    if (user === null) throw TO_AUTH;
    return { id: user.id, fullName: user.name || user.username };
  },

  canAccess: async ({ resource, action, record }) =>
    canAccess(await readUser(), { resource, action, record }),
});

/** Keeps choices, e.g. of columns, in this browser; raise the version when their meaning changes. */
const store = localStorageStore('1', 'PortalAdmin');
// react-admin draws nothing until it has read the language
store.setItem('locale', defaultI18nProvider.getLocale());

/** The signed-in user from the cache, else from the server. */
const readUser = (queryClient: QueryClient): Promise<SessionUser | null> =>
  queryClient.ensureQueryData<SessionUser | null>({ queryKey: userKey });

/** react-admin's providers over the portal's session and query client. `basename` is the base of its links. */
export function AdminProviders({ basename, children }: PropsWithChildren<{ readonly basename: string }>) {
  const queryClient = useQueryClient();
  const authProvider = useMemo(
    () =>
      createAuthProvider(
        () => readUser(queryClient),
        () => refusedRead(queryClient),
      ),
    [queryClient],
  );
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
