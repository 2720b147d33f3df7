import {
  type DealerPermission,
  isDealerPermission,
  isPermission,
  mayDealer,
  mayStaff,
  type Permission,
} from '@portal/contract';
import { DEALER_ROLES, STAFF_ROLES } from '@portal/domain/values';
import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';
import type { Caller, Route } from './route.ts';

/** Port: the caller of a request's session, read from the database; null for none, an expired or an ended one. */
export type ReadCaller = (ctx: Context) => Promise<Caller | null>;

/** Whether an administrator viewing as a dealer calls a route that is not open to viewers. */
export const isViewing = (line: Route, caller: Caller | null): caller is Caller =>
  caller?.viewedBy !== undefined && line.whileViewing !== true;

export const nothingChanges = ({ username }: Pick<Caller, 'username'>) =>
  new HttpProblem(403, `You are viewing as ${username}. Nothing can be changed.`);

/** @throws HttpProblem 403 unless the caller's role has the permission */
export function need({ staffRole }: Pick<Caller, 'staffRole'>, permission: Permission): void {
  if (mayStaff(staffRole, permission)) return;
  throw new HttpProblem(
    403,
    staffRole === null
      ? 'Only administrators may do this.'
      : `Your role, ${STAFF_ROLES[staffRole]}, doesn't allow this. Please ask an administrator.`,
  );
}

/** @throws HttpProblem 403 unless the caller's role in the company has the permission */
function needInCompany({ dealerRole }: Caller, permission: DealerPermission): void {
  if (dealerRole === null || mayDealer(dealerRole, permission)) return;
  const message = `Your role, ${DEALER_ROLES[dealerRole]}, doesn't allow this. Please ask an owner of your company.`;
  throw new HttpProblem(403, message);
}

/**
 * Checks a caller against the route's rule (rule T3): 401 without session; 403 for unapproved dealers, missing permissions and missing
 * second factors. Administrators viewing as a dealer may change nothing and not use the administration.
 * @throws HttpProblem
 */
export function admit(line: Route, caller: Caller | null): void {
  const rule = line.access;
  if (isViewing(line, caller)) {
    if (line.method !== 'GET') throw nothingChanges(caller);
    if (isPermission(rule)) {
      const message = `You are viewing as ${caller.username}. Stop viewing to use the administration.`;
      throw new HttpProblem(403, message);
    }
  }
  if (rule === 'public') return;
  if (caller === null) throw new HttpProblem(401, 'Please log in to continue.');
  if (rule === 'session') return;
  if (isPermission(rule)) need(caller, rule);
  if (!caller.isAdmin && !caller.isApproved) {
    throw new HttpProblem(403, 'Your account is waiting for approval.');
  }
  if (isDealerPermission(rule)) needInCompany(caller, rule);
  if (caller.needsSecondFactor && line.beforeSecondFactor !== true) {
    throw new HttpProblem(403, 'Please set up two-step verification first.');
  }
}
