import path from 'node:path';
import { simulatorAssets, startStripeSimulator } from '@portal/stripe-simulator';
import Koa, { type Context, type Next } from 'koa';
import serveStatic from 'koa-static';
import { pino } from 'pino';
import Stripe from 'stripe';
import { listen } from '../../src/platform/http/listen.ts';
import { securityHeaders } from '../../src/platform/http/securityHeaders.ts';

/**
 * For the browser spec: serves a page (from the given folder) and the simulator at one address under the portal's
 * security headers, and makes the portal's calls with the secret key. Prints its address, then its log.
 */
const SECRET_KEY = 'sk_test_sim_cardform';
const PAYMENT = {
  amount: 16_500,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
} satisfies Stripe.PaymentIntentCreateParams;
const [folder = ''] = process.argv.slice(2);

const log = pino({ level: 'debug' });
const simulator = await startStripeSimulator({
  secretKeys: [SECRET_KEY],
  log,
  browserOrigin: () => listening.address,
});
const stripe = new Stripe(SECRET_KEY, { ...simulator.client, telemetry: false });
const app = new Koa();
app.use(securityHeaders({ https: false, scriptHashes: () => [] }));
app.use(async (ctx: Context, next: Next) => {
  await next();
  log.info({ method: ctx.method, path: ctx.path, status: ctx.status }, 'request');
});
app.use(
  simulatorAssets(
    () => simulator.url,
    (_ctx, next) => next(),
  ),
);
app.use(async (ctx: Context, next: Next) => {
  const answer = await answerFor(ctx.path);
  if (answer === null) return next();
  ctx.body = answer;
});
app.use(serveStatic(path.resolve(folder)) as Koa.Middleware);
const listening = await listen(app, '127.0.0.1', 0);
process.stdout.write(`${listening.address}\n`);
process.once('SIGTERM', () => {
  void Promise.all([listening.close(0), simulator.stop()]).then(() => process.exit(0));
});

async function answerFor(address: string): Promise<object | null> {
  const [, area, what, id = ''] = address.split('/');
  if (area !== 'server') return null;
  const formOf = ({ client_secret: clientSecret }: { readonly client_secret: string | null }) => ({
    publicKey: simulator.publishableKey(SECRET_KEY),
    clientSecret,
  });
  if (what === 'payment') {
    return formOf(await stripe.paymentIntents.create({ ...PAYMENT, metadata: { secret: 'not for pages' } }));
  }
  if (what === 'setup') {
    const customer = (await stripe.customers.create()).id;
    return formOf(await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] }));
  }
  if (what === 'asking') {
    const method = { payment_method: 'pm_card_authenticationRequired', confirm: true };
    return formOf(await stripe.paymentIntents.create({ ...PAYMENT, ...method }));
  }
  if (what === 'state') return stripe.paymentIntents.retrieve(id);
  if (what === 'charge-saved') return chargeSaved(id);
  return null;
}

/** Charges the card that a setup intent kept, off session. */
async function chargeSaved(setupIntentId: string): Promise<object> {
  const { customer, payment_method: method } = await stripe.setupIntents.retrieve(setupIntentId);
  try {
    const { status } = await stripe.paymentIntents.create({
      ...PAYMENT,
      customer: String(customer),
      payment_method: String(method),
      off_session: true,
      confirm: true,
    });
    return { status };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { code: error.code };
    throw error;
  }
}
