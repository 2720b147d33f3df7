import type { SessionUser } from '@portal/contract';
import type { AuthProvider, HttpError } from 'react-admin';
import { sessionExpired } from '../../shared/http/sessionExpired.ts';
import { canAccess } from '../canAccess.ts';

/** Where the admin pages send somebody without a session, and an administrator's page a dealer (decisions, Routes). */
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
