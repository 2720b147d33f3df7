import type { Context, Next } from 'koa';
import { HttpProblem } from './errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses mutations from pages of other sites (403), by `Origin` or `Sec-Fetch-Site: cross-site`. Requests with neither header are
 * not from a browser. Own origins: PUBLIC_URL's and the request's host.
 */
export function originCheck(publicUrl: () => string) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!SAFE_METHODS.has(ctx.method)) {
      if (ctx.get('Sec-Fetch-Site') === 'cross-site') throw foreign();
      const origin = ctx.get('Origin');
      if (origin !== '' && !isOurs(origin, publicUrl(), ctx.get('Host'))) throw foreign();
    }
    await next();
  };
}

const foreign = () => new HttpProblem(403, 'This request came from another site and was refused.');

function isOurs(origin: string, publicUrl: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin === new URL(publicUrl).origin) return true;
  return host !== '' && url.host === host.toLowerCase() && /^https?:$/.test(url.protocol);
}
