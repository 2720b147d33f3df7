import { askOwner } from './bankDialog.js';
import { post } from './calls.js';
import { Elements } from './elements.js';

/** @import { Intent, StripeError } from './calls.js' */
/** @import { GroupOptions } from './elements.js' */
/**
 * @typedef {{ elements: Elements, redirect?: string, confirmParams?: { return_url?: string } }} ConfirmOptions
 * @typedef {{ paymentIntent?: Intent, setupIntent?: Intent, error?: StripeError }} Result
 */

/** @param {string} message */
function misuse(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/** @param {Intent} intent @returns {Result} */
const resultOf = (intent) =>
  intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent };

/** The object of `Stripe(publishableKey)`, as far as the portal uses it. */
export class SimulatedStripe {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }

  /** @param {GroupOptions} options */
  elements(options) {
    if (!/^(pi|seti)_\w+_secret_\w+$/.test(options.clientSecret))
      throw misuse('Invalid value for elements(): clientSecret should be a client secret.');
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
  async confirm({ elements, redirect, confirmParams }, prefix) {
    const { clientSecret } = elements.options;
    if (!clientSecret.startsWith(prefix))
      throw misuse(`Confirming needs the client secret of an intent whose id begins with ${prefix}.`);
    if (redirect !== 'if_required')
      throw misuse("The Stripe simulator does not leave the page: redirect must be 'if_required'.");
    if (elements.payment === null) throw misuse('Confirming needs a mounted payment element.');
    const fault = elements.payment.check();
    if (fault !== null) return { error: { type: 'validation_error', ...fault } };
    const answer = await post('confirm', {
      key: this.key,
      client_secret: clientSecret,
      return_url: confirmParams?.return_url,
      payment_method_data: elements.payment.methodData(),
    });
    return this.proceed(answer);
  }

  /** Asks the owner if the intent requires it. @param {Awaited<ReturnType<typeof post>>} answer @returns {Promise<Result>} */
  async proceed(answer) {
    if (!answer.ok) return { error: answer.error };
    const intent = answer.answer;
    if (intent.status !== 'requires_action') return resultOf(intent);
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

  /** @param {{ clientSecret: string }} options */
  async handleNextAction({ clientSecret }) {
    return this.proceed(await post('retrieve', { key: this.key, client_secret: clientSecret }));
  }

  // react-stripe-js checks for the next three
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
