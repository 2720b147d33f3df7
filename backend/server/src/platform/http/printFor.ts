import type { PrintFor } from '../pdf/printer.ts';
import { HttpProblem } from './errors.ts';
import type { Caller, RouteRequest } from './route.ts';

/** The caller of a request, for a PDF; aborted when the connection ends before it. */
export function printFor({
  caller,
  http,
}: { readonly caller: Caller } & Pick<RouteRequest, 'http'>): PrintFor {
  const gone = new AbortController();
  const abort = () => gone.abort(new HttpProblem(503, 'The caller is gone'));
  if (http.res.closed) abort();
  else http.res.once('close', abort);
  return { user: caller.id, signal: gone.signal };
}
