import { mayStaff, READ_AFTER } from '@portal/contract';
import type { UserAccess } from '@portal/projections';
import type { ReadCaller } from '../../../platform/http/access.ts';
import { beingSetUp } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { endSession, keepView, sessionOf, signedInOf, viewIn } from './sessions.ts';

/** Port: the user as the read model knows it; null for none. */
export type FindCaller = (userId: string) => Promise<Caller | null>;

/**
 * Reads the user from the session, and the user's rights from the database. A session whose login epoch is older than
 * the credentials' has ended: password, role or approval changed. Administrators in a dealer view call as the dealer,
 * `viewedBy` the administrator, while both keep their roles.
 */
export function callerReader(
  findCaller: FindCaller,
  callerOf: (access: UserAccess) => Promise<Caller>,
): ReadCaller {
  return async (ctx) => {
    const signedIn = signedInOf(ctx);
    if (signedIn === null) return null;
    const row = sessionOf(ctx)?.row;
    if (row?.auth_epoch !== signedIn.authEpoch) {
      endSession(ctx);
      return null;
    }
    // read before the request waited for the user's own writes
    const isOld = row.id === null || ctx.get(READ_AFTER) !== '';
    const known = isOld ? await findCaller(signedIn.userId) : await callerOf(row);
    const caller = known && signedIn.byPasskey === true ? { ...known, needsSecondFactor: false } : known;
    // no 401: the session is valid, the read model just does not know the registration yet
    if (caller === null) throw beingSetUp();
    const view = viewIn(ctx.session);
    if (view === null) return caller;
    const dealer = await findCaller(view.userId);
    const mayView = mayStaff(caller.staffRole, 'viewAs') && !caller.needsSecondFactor;
    if (mayView && dealer?.isApproved && !dealer.isAdmin) {
      return { ...dealer, viewedBy: { id: caller.id, viewId: view.viewId } };
    }
    await keepView(ctx, null);
    return caller;
  };
}
