import type { Turn } from '../../kernel/fairQueue.ts';
import { HttpProblem } from './errors.ts';
import type { Caller, RouteRequest } from './route.ts';

/** The turn of a request's caller; aborted when the connection ends. */
export function turnFor({ caller, http }: { readonly caller: Caller } & Pick<RouteRequest, 'http'>): Turn {
  const gone = new AbortController();
  const abort = () => gone.abort(new HttpProblem(503, 'The caller is gone'));
  if (http.res.closed) abort();
  else http.res.once('close', abort);
  return { user: caller.id, signal: gone.signal };
}
