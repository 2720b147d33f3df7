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

/**
 * Checks a caller against the route's rule (rule T3): 401 without session; 403 for unapproved dealers, wrong roles and missing
 * second factors. Administrators viewing as a dealer may change nothing and not use the administration.
 * @throws HttpProblem
 */
export function admit(line: Route, caller: Caller | null): void {
  const rule = line.access;
  if (isViewing(line, caller)) {
    if (line.method !== 'GET') throw nothingChanges(caller);
    if (rule === 'admin') {
      const message = `You are viewing as ${caller.username}. Stop viewing to use the administration.`;
      throw new HttpProblem(403, message);
    }
  }
  if (rule === 'public') return;
  if (caller === null) throw new HttpProblem(401, 'Please log in to continue.');
  if (rule === 'session') return;
  if (rule === 'admin' && !caller.isAdmin) throw new HttpProblem(403, 'Only administrators may do this.');
  if (!caller.isAdmin && !caller.isApproved) {
    throw new HttpProblem(403, 'Your account is waiting for approval.');
  }
  if (caller.needsSecondFactor && line.beforeSecondFactor !== true) {
    throw new HttpProblem(403, 'Please set up two-step verification first.');
  }
}
