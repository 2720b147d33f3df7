import { askOwner } from './bankDialog.js';
import { post } from './calls.js';
import { Elements } from './elements.js';

/** @import { Intent, StripeError } from './calls.js' */
/** @import { GroupOptions } from './elements.js' */
/**
 * @typedef {{
 *   elements?: Elements, clientSecret?: string, redirect?: 'always' | 'if_required',
 *   confirmParams?: {
 *     return_url?: string, payment_method?: string,
 *     payment_method_data?: { billing_details?: unknown, allow_redisplay?: string, metadata?: Record<string, string> },
 *   },
 * }} ConfirmOptions
 * @typedef {{ paymentIntent?: Intent, setupIntent?: Intent, error?: StripeError }} Result
 */

/** A wrong use of the script: thrown, as Stripe's does. @param {string} message */
function misuse(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/** @param {Intent} intent @returns {Result} */
const resultOf = (intent) =>
  intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent };

/** What `Stripe(publishableKey)` makes: the part that the card form and its payments need. */
export class SimulatedStripe {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }

  /** @param {GroupOptions} [options] */
  elements(options = {}) {
    if (options.clientSecret !== undefined && !/^(pi|seti)_\w+_secret_\w+$/.test(options.clientSecret))
      throw misuse(
        'Invalid value for elements(): clientSecret should be a client secret, an id with _secret_ and more behind it.',
      );
    return new Elements(this.key, options);
  }

  /** @param {ConfirmOptions} options */
  confirmPayment(options) {
    return this.confirm(options, 'pi_');
  }

  /** @param {ConfirmOptions} options */
  confirmSetup(options) {
    return this.confirm(options, 'seti_');
  }

  /** @param {ConfirmOptions} options @param {string} prefix @returns {Promise<Result>} */
  async confirm({ elements, clientSecret, redirect = 'always', confirmParams = {} }, prefix) {
    const secret = elements?.options.clientSecret ?? clientSecret;
    if (secret === undefined || !secret.startsWith(prefix))
      throw misuse(`Confirming needs the client secret of an intent whose id begins with ${prefix}.`);
    const { return_url: returnUrl, payment_method: kept, payment_method_data: data = {} } = confirmParams;
    if (redirect === 'always' && returnUrl === undefined)
      throw misuse('confirmParams.return_url is required when the redirect option is not if_required.');
    if (elements !== undefined && elements.options.clientSecret === undefined && !elements.submitted)
      throw misuse('elements.submit() must be called before confirming an intent of a deferred group.');
    if (elements === undefined && kept === undefined)
      throw misuse('Confirming needs elements or a payment_method.');

    const fault = elements?.payment?.check() ?? null;
    if (fault !== null) return { error: { type: 'validation_error', ...fault } };
    const method =
      elements?.payment == null
        ? { payment_method: kept }
        : { payment_method_data: { ...data, ...elements.payment.methodData(data.billing_details) } };
    const answer = await post('confirm', {
      key: this.key,
      client_secret: secret,
      return_url: returnUrl,
      use_stripe_sdk: true,
      ...method,
    });
    const result = await this.proceed(answer);
    if (result.error === undefined && redirect === 'always' && returnUrl !== undefined)
      return this.leave(result.paymentIntent ?? result.setupIntent, returnUrl);
    return result;
  }

  /** Asks the owner where the intent wants it. @param {Awaited<ReturnType<typeof post>>} answer @returns {Promise<Result>} */
  async proceed(answer) {
    if (!answer.ok) return { error: answer.error };
    const intent = answer.answer;
    if (intent.status !== 'requires_action') return resultOf(intent);
    const page = intent.next_action?.redirect_to_url?.url;
    if (page !== undefined) {
      window.location.assign(page);
      return new Promise(() => {});
    }
    const outcome = await askOwner(intent.amount);
    const answered = await post('authenticate', {
      key: this.key,
      client_secret: intent.client_secret,
      authentication: intent.next_action?.use_stripe_sdk?.authentication,
      outcome,
    });
    if (!answered.ok) return { error: answered.error };
    const error = answered.answer.last_payment_error ?? answered.answer.last_setup_error;
    return error == null || answered.answer.status === 'succeeded' ? resultOf(answered.answer) : { error };
  }

  /** @param {Intent | undefined} intent @param {string} returnUrl @returns {Promise<Result>} */
  leave(intent, returnUrl) {
    const to = new URL(returnUrl);
    if (intent !== undefined) {
      to.searchParams.set(intent.object, intent.id);
      to.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
      to.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    }
    window.location.assign(to);
    return new Promise(() => {});
  }

  /** @param {{ clientSecret: string }} options */
  async handleNextAction({ clientSecret }) {
    return this.proceed(await this.look(clientSecret));
  }

  /** @param {string} clientSecret @returns {Promise<Result>} */
  async retrievePaymentIntent(clientSecret) {
    const found = await this.look(clientSecret);
    return found.ok ? { paymentIntent: found.answer } : { error: found.error };
  }

  /** @param {string} clientSecret @returns {Promise<Result>} */
  async retrieveSetupIntent(clientSecret) {
    const found = await this.look(clientSecret);
    return found.ok ? { setupIntent: found.answer } : { error: found.error };
  }

  /** @param {string} clientSecret */
  look(clientSecret) {
    return post('retrieve', { key: this.key, client_secret: clientSecret });
  }

  // react-stripe-js knows a Stripe object by these three as well
  createPaymentMethod() {
    return Promise.reject(misuse('The Stripe simulator makes payment methods by confirmPayment alone.'));
  }

  createToken() {
    return Promise.reject(misuse('The Stripe simulator has no tokens.'));
  }

  confirmCardPayment() {
    return Promise.reject(misuse('The Stripe simulator has no card elements: use confirmPayment.'));
  }

  registerAppInfo() {}

  _registerWrapper() {}
}
