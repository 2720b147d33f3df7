import type { IncomingMessage } from 'node:http';
import Koa, { type Context, type Middleware, type Next } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { clientAddressReader } from './clientAddress.ts';
import { cookieKeys } from './cookieKeys.ts';
import { answerFor } from './errors.ts';
import { originCheck } from './origin.ts';
import type { CountRefusal } from './outages.ts';
import type { staticPages } from './pages.ts';
import { requestLog, stateOf } from './requestLog.ts';
import type { Route } from './route.ts';
import { type RouteTableOptions, routeTable } from './routeTable.ts';
import { securityHeaders } from './securityHeaders.ts';
import type { UntrustedProxy } from './untrustedProxy.ts';

export interface RequestTracing {
  /** The id for a request that comes within a trace of its caller; undefined for any other. */
  requestId(request: IncomingMessage): string | undefined;
  /** Makes a span of each request. Stands after what settles the request's id. */
  readonly requests: Middleware;
}

export interface EdgeOptions extends RouteTableOptions {
  readonly routes: readonly Route[];
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** PUBLIC_URL or, once the server listens, the address itself; and ALLOWED_ORIGINS. */
  readonly ownOrigins: () => readonly string[];
  /** True where PUBLIC_URL is https: HSTS, Secure cookies. */
  readonly https: boolean;
  readonly trustProxy: readonly string[];
  readonly untrustedProxy?: UntrustedProxy | undefined;
  readonly sessions: (app: Koa) => Middleware;
  /** Signs the session cookie. */
  readonly cookieKeys: readonly string[];
  readonly pages: ReturnType<typeof staticPages>;
  readonly countRefusal: CountRefusal;
  /** One span a request; absent where nothing is traced. */
  readonly tracing?: RequestTracing | undefined;
  /** Middleware that runs before pages, origin check, sessions and body parsers. */
  readonly unread?: readonly Middleware[] | undefined;
}

/** The HTTP edge: the middleware around routes, in order. */
export function createEdge(options: EdgeOptions): Koa {
  const app = new Koa();
  app.keys = cookieKeys(options.cookieKeys) as unknown as string[];
  // errors are answered below; Koa only sees clients that left
  app.silent = true;
  const { tracing } = options;
  const addressOf = clientAddressReader(options.trustProxy, options.untrustedProxy?.seen);
  app.use(requestLog({ ...options, addressOf, requestId: tracing?.requestId }));
  if (tracing !== undefined) app.use(tracing.requests);
  app.use(answerErrors(options.countRefusal));
  app.use(securityHeaders({ https: options.https, scriptHashes: options.pages.scriptHashes }));
  for (const middleware of options.unread ?? []) app.use(middleware);
  app.use(options.pages.middleware);
  app.use(apiHeaders(options.https));
  app.use(originCheck(options.ownOrigins));
  app.use(options.sessions(app));
  for (const middleware of routeTable(options.routes, options)) app.use(middleware);
  return app;
}

function answerErrors(countRefusal: CountRefusal) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const answer = answerFor(error);
      const state = stateOf(ctx);
      if (answer.logged === 'fault') state.log.error({ err: error }, 'request failed');
      if (answer.logged === 'outage') {
        state.inOutage = true;
        countRefusal(error, state.requestId);
      }
      ctx.set('Cache-Control', 'no-store');
      ctx.set(answer.headers);
      ctx.status = answer.status;
      ctx.type = 'application/json';
      ctx.body = JSON.stringify(answer.body);
    }
  };
}

function apiHeaders(https: boolean) {
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.set('Cache-Control', 'no-store');
    // behind a TLS proxy the socket is plain, yet the cookie must be Secure
    if (https) ctx.cookies.secure = true;
    await next();
  };
}
