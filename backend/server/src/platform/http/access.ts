import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';
import type { Caller, Route } from './route.ts';

/** Port: who a request's session belongs to, read from the database; null for none, an expired or an ended one. */
export type ReadCaller = (ctx: Context) => Promise<Caller | null>;

/** Told to administrators who may do nothing else yet (setting ADMIN_SECOND_FACTOR). */
export const SECOND_FACTOR_FIRST = 'Please set up two-step verification first.';

/** Whether this is a call of an administrator who looks at a dealer's pages, by a route that must change nothing. */
export const isViewing = (line: Pick<Route, 'whileViewing'>, caller: Caller | null): caller is Caller =>
  caller?.viewedBy !== undefined && line.whileViewing !== true;

/** Told to administrators who look at a dealer's pages, whatever they try to change. */
export const nothingChanges = ({ username }: Pick<Caller, 'username'>) =>
  new HttpProblem(403, `You are viewing as ${username}. Nothing can be changed.`);

/**
 * Keeps an administrator who looks at a dealer's pages from changing anything, whatever the route, and from the
 * administration meanwhile.
 * @throws HttpProblem 403
 */
export function admitViewer(
  line: Pick<Route, 'access' | 'method' | 'whileViewing'>,
  caller: Caller | null,
): void {
  if (!isViewing(line, caller)) return;
  if (line.method !== 'GET') throw nothingChanges(caller);
  if (line.access === 'admin')
    throw new HttpProblem(
      403,
      `You are viewing as ${caller.username}. Stop viewing to use the administration.`,
    );
}

/**
 * Judges a caller by the route's rule (rule T3): no session 401, an unapproved dealer, a wrong role or a
 * second factor that has to be set up first 403.
 * @throws HttpProblem
 */
export function admit(line: Pick<Route, 'access' | 'beforeSecondFactor'>, caller: Caller | null): void {
  const rule = line.access;
  if (rule === 'public') return;
  if (caller === null) throw new HttpProblem(401, 'Please log in to continue.');
  if (rule === 'session') return;
  if (rule === 'admin' && !caller.isAdmin) throw new HttpProblem(403, 'Only administrators may do this.');
  if (!caller.isAdmin && !caller.isApproved) {
    throw new HttpProblem(403, 'Your account is waiting for approval.');
  }
  if (caller.needsSecondFactor && line.beforeSecondFactor !== true) {
    throw new HttpProblem(403, SECOND_FACTOR_FIRST);
  }
}
