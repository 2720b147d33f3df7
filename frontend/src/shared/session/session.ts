import { type LoginRequest, paths, type RegisterRequest, type SessionUser } from '@portal/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HttpError, messageOf, read, request } from '../http/http.ts';
import { mayBeSignedIn } from '../mayBeSignedIn.ts';
import { toast } from '../toast/toasts.ts';
import { LOGOUT_FAILED, logOut, logoutProblem } from './logOut.ts';

/**
 * What the session calls answered, as a user. Checks by hand what the guard decides by: the contract's schema would
 * bring its library to every page, forms or not. Throws where the answer is no user.
 */
function asSessionUser(json: unknown): SessionUser {
  const user = json as Partial<SessionUser> | null;
  if (
    typeof user?.id === 'string' &&
    typeof user.is_admin === 'boolean' &&
    typeof user.is_approved === 'boolean'
  ) {
    return json as SessionUser;
  }
  throw new Error('The server returned no user.');
}

/** The current user is read again this long after login (S1-8-session). */
const REREAD_MS = 100;
export const userKey = [paths.user] as const;

const userOf = (json: unknown): SessionUser | null => (json === null ? null : asSessionUser(json));

const userQuery = {
  queryKey: userKey,
  queryFn: async ({ client }: { readonly client: QueryClient }): Promise<SessionUser | null> => {
    const user = mayBeSignedIn() ? userOf(await read(paths.user, 'null')) : null;
    const before = client.getQueryData<SessionUser | null>(userKey);
    // another tab signed somebody else in, or began to look at a dealer's pages
    if (before && before.id !== user?.id) forgetOthersData(client);
    return user;
  },
};

/** Starts reading the current user before anything is drawn. */
export function prefetchUser(client: QueryClient): void {
  void client.prefetchQuery(userQuery);
}

export interface Session {
  /** The person signed in, null when signed out; `loading` until the first answer. */
  readonly user: SessionUser | null | 'loading';
  /** The server could not say who is signed in: it is away or answers nonsense. */
  readonly failed: boolean;
  /** Asks the server again who is signed in. */
  readonly reload: () => Promise<unknown>;
}

/** Who is signed in. */
export function useSession(): Session {
  const query = useQuery(userQuery);
  return {
    user: query.isPending ? 'loading' : (query.data ?? null),
    failed: query.isError && query.data === undefined,
    reload: query.refetch,
  };
}

/** The person signed in; for pages behind the guard, which opens them to nobody else. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (user === null || user === 'loading') throw new Error('This page was opened without a session.');
  return user;
}

/** What another person read before belongs to them. */
function forgetOthersData(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== paths.user });
}

function loginProblem(error: unknown): string {
  if (error instanceof HttpError && error.status === 401) return 'Invalid username or password';
  return messageOf(error, 'Login failed');
}

/** Whether a login was right so far and needs a code, or another one. */
export function asksForCode(error: unknown): boolean {
  return error instanceof HttpError && error.errors.some(({ path }) => path === 'code');
}

/** POST /api/login with its toasts; a failure clears the user (S1-4, S1-8). A code is the form's to ask for. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: LoginRequest) =>
      asSessionUser(await request('POST', paths.login, credentials, { unauthorized: 'own' })),
    onSuccess(user) {
      forgetOthersData(client);
      client.setQueryData(userKey, user);
      setTimeout(() => void client.invalidateQueries({ queryKey: userKey }), REREAD_MS);
      toast({ title: 'Login Successful', description: 'Welcome back!' });
    },
    onError(error) {
      client.setQueryData(userKey, null);
      if (asksForCode(error)) return;
      toast({ title: 'Login failed', description: loginProblem(error), variant: 'destructive' });
    },
  });
}

/** POST /api/register with its toasts; success sets the user. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (registration: RegisterRequest) =>
      asSessionUser(await request('POST', paths.register, registration, { unauthorized: 'own' })),
    onSuccess(user) {
      forgetOthersData(client);
      client.setQueryData(userKey, user);
      toast({ title: 'Registration Successful', description: 'Your account has been created.' });
    },
    onError(error) {
      toast({
        title: 'Registration failed',
        description: messageOf(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      });
    },
  });
}

/** Ends the session, with the toast of a failure; success leaves for /login. */
export function useLogout() {
  return useMutation({
    mutationFn: logOut,
    onError(error) {
      toast({ title: LOGOUT_FAILED, description: logoutProblem(error), variant: 'destructive' });
    },
  });
}
