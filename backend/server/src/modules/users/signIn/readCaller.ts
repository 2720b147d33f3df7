import type { ReadCaller } from '../../../platform/http/access.ts';
import { beingSetUp } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { endSession, keepView, type SessionStore, signedInOf, viewOf } from './sessions.ts';

/** Port: the user as the read model knows it now; null for none. */
export type FindCaller = (userId: string) => Promise<Caller | null>;

/**
 * Reads who calls from the session, and what that user may do from the database: a session from before the last
 * change of password, role or approval is over (its login epoch is older than the credentials'). An administrator who
 * looks at a dealer's pages calls as that dealer, `viewedBy` the administrator, as long as both are what they were.
 */
export function callerReader(
  sessions: Pick<SessionStore, 'epochAtRead'>,
  findCaller: FindCaller,
): ReadCaller {
  return async (ctx) => {
    const signedIn = signedInOf(ctx);
    if (signedIn === null) return null;
    if (sessions.epochAtRead(ctx) !== signedIn.authEpoch) {
      endSession(ctx);
      return null;
    }
    const caller = await findCaller(signedIn.userId);
    if (caller === null) {
      // the session is good, so this is no 401: the read model has yet to hear of the registration
      throw beingSetUp();
    }
    const view = viewOf(ctx);
    if (view === null) return caller;
    const dealer = await findCaller(view.userId);
    if (
      !caller.isAdmin ||
      caller.needsSecondFactor ||
      dealer === null ||
      dealer.isAdmin ||
      !dealer.isApproved
    ) {
      await keepView(ctx, null);
      return caller;
    }
    return { ...dealer, viewedBy: { id: caller.id, viewId: view.viewId } };
  };
}
