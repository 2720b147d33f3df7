import { useSession } from '../session/session.ts';
import { useLiveUpdates } from './liveUpdates.ts';

/** Keeps open pages fresh for those who may listen: approved dealers and administrators. */
export function LiveUpdates() {
  const { user } = useSession();
  const listens =
    user !== null &&
    user !== 'loading' &&
    user.second_factor !== 'required' &&
    (user.is_admin || user.is_approved);
  useLiveUpdates(listens ? user.id : null);
  return null;
}
