import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';
import type { Access, Caller } from './route.ts';

/** Port: who a request's session belongs to, read from the database; null for none, an expired or an ended one. */
export type ReadCaller = (ctx: Context) => Promise<Caller | null>;

/**
 * Judges a caller by the route's rule (decisions, Trust): no session 401, an unapproved dealer or a wrong role 403.
 * @throws HttpProblem
 */
export function admit(rule: Access, caller: Caller | null): void {
  if (rule === 'public') return;
  if (caller === null) throw new HttpProblem(401, 'Please log in to continue.');
  if (rule === 'session') return;
  if (rule === 'admin' && !caller.isAdmin) throw new HttpProblem(403, 'Only administrators may do this.');
  if (!caller.isAdmin && !caller.isApproved) {
    throw new HttpProblem(403, 'Your account is waiting for approval.');
  }
}
