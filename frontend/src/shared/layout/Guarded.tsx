import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { guard } from '../guard.ts';
import { useSession } from '../session/session.ts';
import { Fault } from './Fault.tsx';
import { FullScreenSpinner } from './Spinner.tsx';

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

/** Shows the page, the spinner, or redirects, as the guard says. The guard's answer is the redirect's `state`. */
export function Guarded() {
  const { user, failed, reload } = useSession();
  const { pathname } = useLocation();
  if (failed) {
    return (
      <Fault
        title="The portal can’t be reached"
        lead="Please check your connection and try again."
        action="Try again"
        onAction={reload}
      />
    );
  }
  const answer = guard(pathname, user);
  if (answer === 'loading') return <FullScreenSpinner />;
  if (answer === 'stay') return <Outlet />;
  if (pathname.toLowerCase().startsWith('/login')) return <NavigateLater to={answer} />;
  return <Navigate to={answer} replace state={answer} />;
}
