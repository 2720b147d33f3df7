import { request as httpRequest } from 'node:http';
import type { Context, Next } from 'koa';

const PREFIX = '/stripe-simulator/';
const CALL_MS = 30_000;
/** Without `..` and encoded characters. */
const PLAIN_PATH = /^\/stripe-simulator\/[\w-]+(?:\/[\w-]+)*(?:\.js)?$/;

/**
 * Koa middleware that forwards `/stripe-simulator/` (the card form's script and calls) to the simulator, but never its
 * secret API. Mount it before anything that parses bodies. While there is no simulator (null), all goes to `next`.
 * @param check refuses requests of other sites
 */
export function simulatorAssets(
  simulatorUrl: () => string | null,
  check: (ctx: Context, next: Next) => Promise<void>,
) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const base = simulatorUrl();
    if (base === null || !ctx.path.startsWith(PREFIX)) return next();
    if (!PLAIN_PATH.test(ctx.path) || !['GET', 'HEAD', 'POST'].includes(ctx.method)) {
      ctx.status = 404;
      ctx.body = '';
      return;
    }
    await check(ctx, () => forward(ctx, base));
  };
}

function forward(ctx: Context, base: string): Promise<void> {
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
        const headers = pick(answer.headers, ['content-type', 'cache-control']);
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
