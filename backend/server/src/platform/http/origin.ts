import type { Context, Next } from 'koa';
import { HttpProblem } from './errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses mutations from pages of other sites (403), by `Origin` or `Sec-Fetch-Site: cross-site`. Requests with neither header are
 * not from a browser.
 * @param own PUBLIC_URL and ALLOWED_ORIGINS; of a loopback address, its other names count too. Not the request's Host, which a
 *   rebound domain name can make equal to the origin.
 */
export function originCheck(own: () => readonly string[]) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!SAFE_METHODS.has(ctx.method)) {
      if (ctx.get('Sec-Fetch-Site') === 'cross-site') throw foreign();
      const origin = ctx.get('Origin');
      if (origin !== '' && !own().some((one) => isSame(origin, one))) throw foreign();
    }
    await next();
  };
}

const foreign = () => new HttpProblem(403, 'This request came from another site and was refused.');

function isSame(origin: string, own: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(own)];
  if (theirs.origin === ours.origin) return theirs.origin !== 'null';
  const isLoopback = LOOPBACK.has(theirs.hostname) && LOOPBACK.has(ours.hostname);
  return isLoopback && theirs.protocol === ours.protocol && theirs.port === ours.port;
}
