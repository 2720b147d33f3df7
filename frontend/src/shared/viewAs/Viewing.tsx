import { lazy, Suspense } from 'react';
import { useSession } from '../session/session.ts';

const ViewingBanner = lazy(() => import('./ViewingBanner.tsx'));

/** On every page, while an administrator looks at it with a dealer's eyes: that it is so, and the way back. */
export function Viewing() {
  const { user } = useSession();
  if (user === null || user === 'loading' || user.viewing_as === undefined) return null;
  return (
    <Suspense>
      <ViewingBanner viewing={user.viewing_as} />
    </Suspense>
  );
}
