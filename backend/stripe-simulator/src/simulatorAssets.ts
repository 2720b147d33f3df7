import { Readable } from 'node:stream';
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

async function forward(ctx: Context, base: string): Promise<void> {
  const isPost = ctx.method === 'POST';
  const answer = await fetch(new URL(ctx.path, base), {
    method: ctx.method,
    headers: { 'Content-Type': ctx.get('Content-Type') },
    signal: AbortSignal.timeout(CALL_MS),
    ...(isPost && { body: Readable.toWeb(ctx.req), duplex: 'half' }),
  }).catch(() => null);
  if (answer === null) {
    ctx.status = 502;
    ctx.body = { error: { type: 'api_error', message: 'The Stripe simulator does not answer.' } };
    return;
  }
  ctx.status = answer.status;
  for (const name of ['content-type', 'cache-control']) ctx.set(name, answer.headers.get(name) ?? '');
  ctx.body = Buffer.from(await answer.arrayBuffer());
}
