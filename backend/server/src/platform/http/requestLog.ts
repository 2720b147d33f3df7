import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { Metrics } from '../metrics/metrics.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** State of a request; `requestId` becomes the correlation id of its events. */
export interface RequestState {
  requestId: string;
  address: string;
  log: Logger;
  /** The route's pattern, for metrics that don't grow with ids. */
  routePattern?: string;
  userId?: string;
  /** The JSON body as it was sent. */
  sentBody?: unknown;
  /** Refused by an outage, which is logged as a whole. */
  inOutage?: true;
}

export const stateOf = (ctx: Context): RequestState => ctx.state as RequestState;

/** Of a request whose caller left before the response was written, as nginx logs it: no fault of the portal. */
const CALLER_LEFT = 499;

/**
 * Gives each request an id (a valid `X-Request-Id` is kept) and logs it: method, path without query (reset links carry their token
 * there), status and milliseconds. Refusals of an outage are logged with LOG_LEVEL=debug only.
 */
export function requestLog(options: {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'request'>;
  readonly addressOf: (request: IncomingMessage) => string;
  /** The id of a request that comes with none of its own; undefined where any will do. */
  readonly requestId?: ((request: IncomingMessage) => string | undefined) | undefined;
}) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const started = performance.now();
    const given = ctx.get('X-Request-Id');
    const state = stateOf(ctx);
    state.requestId = REQUEST_ID.test(given) ? given : (options.requestId?.(ctx.req) ?? v7());
    state.address = options.addressOf(ctx.req);
    state.log = options.logger.child({ requestId: state.requestId });
    ctx.set('X-Request-Id', state.requestId);
    try {
      await next();
    } finally {
      const milliseconds = performance.now() - started;
      const status = ctx.res.closed && !ctx.res.writableEnded ? CALLER_LEFT : ctx.status;
      options.metrics.request(ctx.method, state.routePattern ?? 'page', status, milliseconds / 1_000);
      const level = state.inOutage ? 'debug' : status >= 500 ? 'error' : 'info';
      state.log[level](
        {
          method: ctx.method,
          path: ctx.path,
          status,
          milliseconds: Math.round(milliseconds * 10) / 10,
          ...(state.userId === undefined ? {} : { userId: state.userId }),
        },
        'request',
      );
    }
  };
}
