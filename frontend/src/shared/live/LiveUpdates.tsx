import { useSession } from '../session/session.ts';
import { useLiveUpdates } from './liveUpdates.ts';

/** Keeps open pages fresh for those who may listen: approved dealers and administrators. */
export function LiveUpdates() {
  const { user } = useSession();
  useLiveUpdates(
    user !== null &&
      user !== 'loading' &&
      user.second_factor !== 'required' &&
      (user.is_admin || user.is_approved),
  );
  return null;
}
