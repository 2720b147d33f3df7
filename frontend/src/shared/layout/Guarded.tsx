import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { type GuardedUser, guard, isEntry } from '../guard.ts';
import { askedPage, ledBack, rememberPage } from '../http/askedPage.ts';
import { causeOf } from '../http/problem.ts';
import { useSession } from '../session/session.ts';
import { Fault, FullScreenSpinner } from './Page.tsx';

/** A signed-in user leaves /login after this time (S1-2, Login page). */
const LOGIN_REDIRECT_MS = 100;

function NavigateLater({ to }: { readonly to: string }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LOGIN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? <Navigate to={to} replace /> : <Outlet />;
}

/** The page that was asked for before the sign-in, if this user may open it. */
function pageAskedBy(user: GuardedUser): string | null {
  const page = askedPage();
  return page !== null && guard(page, user) === 'stay' ? page : null;
}

interface ToSignInProps {
  readonly to: string;
  /** The page that was asked for. */
  readonly from: string;
}

/** Opens the page to sign in at; the one that was asked for opens afterwards (rule B51). */
function ToSignIn({ to, from }: ToSignInProps) {
  useEffect(() => rememberPage(from), [from]);
  return <Navigate to={to} replace state={to} />;
}

interface FromEntryProps {
  readonly to: string;
  /** Whether it is the page that was asked for. */
  readonly isAsked: boolean;
  readonly isLogin: boolean;
}

/** Leads a signed-in user on from a page for visitors. */
function FromEntry({ to, isAsked, isLogin }: FromEntryProps) {
  useEffect(() => {
    if (isAsked) ledBack();
  }, [isAsked]);
  return isLogin ? <NavigateLater to={to} /> : <Navigate to={to} replace state={to} />;
}

/** Shows the page, the spinner, or redirects, as the guard says. The guard's answer is the redirect's `state`. */
export function Guarded() {
  const { user, problem, reload } = useSession();
  const { pathname, search, hash } = useLocation();
  if (problem !== null) {
    return (
      <Fault
        title="The portal can’t be reached"
        lead={causeOf(problem)}
        action="Try again"
        onAction={reload}
      />
    );
  }
  const answer = guard(pathname, user);
  if (answer === 'loading' || user === 'loading') return <FullScreenSpinner />;
  if (answer === 'stay') return <Outlet />;
  if (user === null) return <ToSignIn to={answer} from={pathname + search + hash} />;
  if (!isEntry(pathname)) return <Navigate to={answer} replace state={answer} />;
  const asked = pageAskedBy(user);
  const isLogin = pathname.toLowerCase().startsWith('/login');
  return <FromEntry to={asked ?? answer} isAsked={asked !== null} isLogin={isLogin} />;
}
