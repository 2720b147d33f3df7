import { lazy, Suspense } from 'react';
import { useSession } from '../session/session.ts';

const ViewingBanner = lazy(() => import('./ViewingBanner.tsx'));

/** The banner while an administrator views the portal as a dealer. */
export function Viewing() {
  const { user } = useSession();
  if (user === null || user === 'loading' || user.viewing_as === undefined) return null;
  return (
    <Suspense>
      <ViewingBanner viewing={user.viewing_as} />
    </Suspense>
  );
}
