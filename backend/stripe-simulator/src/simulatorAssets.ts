import { request as httpRequest } from 'node:http';
import type { Context, Next } from 'koa';

const PREFIX = '/stripe-simulator/';
const CALL_MS = 30_000;
/** No `..`, nothing encoded: what is let through is exactly what it looks like. */
const PLAIN_PATH = /^\/stripe-simulator\/[\w-]+(?:\/[\w-]+)*(?:\.js)?$/;

/**
 * Koa middleware that serves the card form at `/stripe-simulator/` from the portal's own address: script, the form's
 * calls and the bank's page, handed to the simulator at `simulatorUrl` unread. The secret API is out of its reach.
 * Mount it before anything that parses bodies. Other paths go on to `next`,
 * and all of them while there is no simulator (null).
 * @param check refuses what pages of other sites send
 */
export function simulatorAssets(
  simulatorUrl: string | (() => string | null),
  check: (ctx: Context, next: Next) => Promise<void> = (_ctx, next) => next(),
) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const base = typeof simulatorUrl === 'string' ? simulatorUrl : simulatorUrl();
    if (base === null || !ctx.path.startsWith(PREFIX)) return next();
    if (!PLAIN_PATH.test(ctx.path) || !['GET', 'HEAD', 'POST'].includes(ctx.method)) {
      ctx.status = 404;
      ctx.body = '';
      return;
    }
    await check(ctx, () => handOn(ctx, base));
  };
}

function handOn(ctx: Context, base: string): Promise<void> {
  return new Promise<void>((resolve) => {
    const call = httpRequest(
      new URL(ctx.path, base),
      {
        method: ctx.method,
        timeout: CALL_MS,
        headers: pick(ctx.req.headers, ['content-type', 'content-length']),
      },
      (answer) => {
        ctx.status = answer.statusCode ?? 502;
        const headers = pick(answer.headers, [
          'content-type',
          'cache-control',
          'location',
          'referrer-policy',
        ]);
        for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
        ctx.body = answer;
        resolve();
      },
    );
    call.on('timeout', () => call.destroy(new Error('timeout')));
    call.on('error', () => {
      ctx.status = 502;
      ctx.body = { error: { type: 'api_error', message: 'The Stripe simulator does not answer.' } };
      resolve();
    });
    ctx.req.pipe(call);
  });
}

function pick(headers: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
