import { paths } from '@portal/contract';
import type { Context, Middleware, Next } from 'koa';
import { HttpProblem } from '../../platform/http/errors.ts';
import { stateOf } from '../../platform/http/requestLog.ts';
import type { Payments } from './payments.ts';
import type { ProviderEvents } from './webhooks/providerEvents.ts';

/** The most a webhook may weigh, in bytes (decisions, Trust). */
const MAX_BYTES = 5_000_000;

/**
 * POST /api/stripe/webhook/demo and /live (decisions, Routes 6): the body as it came, its signature and age checked,
 * then stored, then 200. Stands before origin check, sessions and body parsers: its caller is no browser, and what is
 * signed are the bytes.
 */
export function stripeWebhooks(ports: {
  readonly payments: Pick<Payments, 'cardsFor'>;
  readonly providerEvents: Pick<ProviderEvents, 'take'>;
  readonly now: () => Date;
}): Middleware {
  const { demo, live } = paths.stripeWebhook;
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'POST' || (ctx.path !== demo && ctx.path !== live)) return next();
    stateOf(ctx).routePattern = ctx.path;
    const livemode = ctx.path === live;
    const payload = await bytesOf(ctx);
    const cards = ports.payments.cardsFor(livemode);
    if (cards === null) {
      throw new HttpProblem(400, `Stripe not configured for ${livemode ? 'live' : 'demo'} accounts`);
    }
    const event = cards.readEvent(payload, ctx.get('Stripe-Signature'), ports.now());
    if (event === null)
      throw new HttpProblem(400, 'The signature of this webhook is missing, wrong or too old.');
    await ports.providerEvents.take(event, livemode);
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 200;
    ctx.type = 'application/json';
    ctx.body = JSON.stringify({ received: true });
  };
}

/** @throws HttpProblem 413 */
async function bytesOf(ctx: Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    // the rest is read away, so that the sender gets the answer and not a reset
    if (size <= MAX_BYTES) chunks.push(bytes);
  }
  if (size > MAX_BYTES) {
    throw new HttpProblem(413, 'The webhook is too large: at most 5 MB', {
      headers: { Connection: 'close' },
    });
  }
  return Buffer.concat(chunks);
}
