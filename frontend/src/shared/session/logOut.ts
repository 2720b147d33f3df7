import { paths } from '@portal/contract';
import { request } from '../http/http.ts';
import { dropEntries } from '../http/keptEntries.ts';
import { leaveFor, whileLeaving } from '../http/leaving.ts';
import { toastAfterNavigation } from '../toast/toasts.ts';

export const LOGOUT_FAILED = 'Logout failed';

/** POST /api/logout; success loads /login, which drops all data (S1-4). */
export async function logOut(): Promise<void> {
  await whileLeaving(() => request('POST', paths.logout));
  dropEntries();
  toastAfterNavigation({ title: 'Logged out', description: 'You have been successfully logged out.' });
  leaveFor('/login');
}
