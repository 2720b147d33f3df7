import { post } from './calls.js';
import { PaymentElement } from './paymentElement.js';

/** @import { Appearance } from './appearance.js' */
/** @import { StripeError } from './calls.js' */
/**
 * @typedef {{
 *   clientSecret?: string, appearance?: Appearance, mode?: string, amount?: number, currency?: string,
 * }} GroupOptions
 */

/** A group of elements for one intent, as `stripe.elements()` makes it. */
export class Elements {
  /** @param {string} key @param {GroupOptions} options */
  constructor(key, options) {
    this.key = key;
    this.options = options;
    /** @type {PaymentElement | null} */
    this.payment = null;
    /** Set by `submit()`; a group without a client secret must be submitted before it is confirmed. */
    this.submitted = false;
  }

  /** @param {string} type @param {ConstructorParameters<typeof PaymentElement>[1]} [options] */
  create(type, options = {}) {
    if (type !== 'payment')
      throw new Error(`The Stripe simulator has the element 'payment' only, not '${type}'.`);
    if (this.payment !== null)
      throw new Error(
        'Can only create one Element of type payment. If you need more, destroy the first one.',
      );
    this.payment = new PaymentElement(this, options);
    return this.payment;
  }

  /** @param {string} type */
  elementOf(type) {
    return type === 'payment' ? this.payment : null;
  }

  /** @param {string} type */
  getElement(type) {
    return this.elementOf(type);
  }

  /** @param {PaymentElement} element */
  forget(element) {
    if (this.payment === element) this.payment = null;
  }

  /** @param {GroupOptions} options */
  async update(options) {
    this.options = {
      ...this.options,
      ...options,
      ...(this.options.clientSecret === undefined ? {} : { clientSecret: this.options.clientSecret }),
    };
    this.payment?.dress();
  }

  /** Looks the intent up, so that a wrong client secret shows at once. @returns {Promise<StripeError | null>} */
  async load() {
    const { clientSecret } = this.options;
    if (clientSecret === undefined) return null;
    const found = await post('retrieve', { key: this.key, client_secret: clientSecret });
    return found.ok ? null : found.error;
  }

  async fetchUpdates() {
    const error = await this.load();
    return error === null ? {} : { error };
  }

  /** Checks the form. */
  async submit() {
    const fault =
      this.payment === null
        ? { code: 'incomplete', message: 'There is no card form.' }
        : this.payment.check();
    this.submitted = fault === null;
    return fault === null
      ? { selectedPaymentMethod: 'card' }
      : { error: { type: 'validation_error', ...fault } };
  }

  /** @param {string} _type @param {() => void} _handler */
  on(_type, _handler) {}
}
