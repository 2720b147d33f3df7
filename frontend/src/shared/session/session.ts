import { type DealerPermission, mayDealer, paths, type SessionUser } from '@portal/contract';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { mayBeSignedIn } from '../guard.ts';
import { causeOf, read } from '../http/http.ts';
import { dropOthersEntries } from '../http/keptEntries.ts';
import { afterAsking, leaveFor } from '../http/leaving.ts';
import { localDay } from '../text.ts';
import { toast } from '../toast/toasts.ts';
import { LOGOUT_FAILED, logOut } from './logOut.ts';

/**
 * The user that a session call returned; throws where it is none. Checks by hand what the guard needs: the schema would
 * bring zod to every page.
 */
export function asSessionUser(json: unknown): SessionUser {
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

export const userKey = [paths.user] as const;

const userQuery = {
  queryKey: userKey,
  queryFn: async ({ client }: { readonly client: QueryClient }): Promise<SessionUser | null> => {
    const json = mayBeSignedIn() ? await read(paths.user, 'null') : null;
    const user = json === null ? null : asSessionUser(json);
    const before = client.getQueryData<SessionUser | null>(userKey);
    // another tab signed in another user, or began to view the portal as a dealer
    if (before && before.id !== user?.id) forgetOthersData(client);
    if (user !== null) dropOthersEntries(user.id);
    return user;
  },
};

/** Reads the current user before anything is rendered. */
export function prefetchUser(client: QueryClient): void {
  void client.prefetchQuery(userQuery);
}

interface Session {
  /** Null when signed out; `loading` until the first answer. */
  readonly user: SessionUser | null | 'loading';
  /** Why the user could not be read; null if it was. */
  readonly problem: Error | null;
  readonly reload: () => Promise<unknown>;
}

/** Reads the user again at this interval (ms) while there is a session and the tab is shown, and when it is shown again. */
export function useSessionAgain(interval: number): void {
  useQuery({
    ...userQuery,
    refetchInterval: ({ state }) => (state.data ? interval : false),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  });
}

export function useSession(): Session {
  const query = useQuery(userQuery);
  return {
    user: query.isPending ? 'loading' : (query.data ?? null),
    problem: query.data === undefined ? query.error : null,
    reload: query.refetch,
  };
}

/** The signed-in user; null for a visitor, and until it is known. */
export function useUserOrNull(): SessionUser | null {
  const { user } = useSession();
  return user === 'loading' ? null : user;
}

/** The signed-in user; for pages behind the guard. */
export function useUser(): SessionUser {
  const user = useUserOrNull();
  if (user === null) throw new Error('This page was opened without a session.');
  return user;
}

/** Whether the user's role in the company has a permission; staff, who are no dealers, are not limited by it. */
export const useDealerMay = (permission: DealerPermission): boolean =>
  mayDealer(useUser().dealer_role, permission);

/** The billing day it is by the portal's clock, `YYYY-MM-DD`; the browser's day where the user was read without it. */
export function useToday(): string {
  const { data, dataUpdatedAt } = useQuery(userQuery);
  const clock = data?.clock;
  if (clock === undefined) return localDay(new Date());
  return localDay(new Date(Date.parse(clock.now) + Date.now() - dataUpdatedAt), clock.time_zone);
}

/** Drops what another user has read. */
export function forgetOthersData(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== paths.user });
}

/**
 * Ends the session and goes to /login; unsaved entries are asked about first (`logOut` returns whether they are), and a
 * failure shows a toast.
 */
export function useLogout() {
  const { isPending, mutate } = useMutation({
    mutationFn: logOut,
    onError(error) {
      toast({ title: LOGOUT_FAILED, description: causeOf(error), variant: 'destructive' });
    },
  });
  return { isPending, logOut: () => !isPending && afterAsking(mutate) };
}

/**
 * A page that the browser brings back from memory (Back after Logout) shows what a user saw. Without that session it is
 * hidden and loaded anew; with one, whose it is is asked.
 */
export function watchRestored(client: QueryClient): () => void {
  const check = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !client.getQueryData(userKey)) return;
    if (mayBeSignedIn()) {
      void client.invalidateQueries({ queryKey: userKey });
      return;
    }
    document.body.hidden = true;
    leaveFor(location.pathname + location.search);
  };
  window.addEventListener('pageshow', check);
  return () => window.removeEventListener('pageshow', check);
}

/** Whether the browser has passkeys for this address: WebAuthn takes names alone, e.g. `localhost`, and no IP addresses. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
