import { post } from './calls.js';
import { PaymentElement } from './paymentElement.js';

/** @import { Appearance } from './appearance.js' */
/** @typedef {{ clientSecret: string, appearance?: Appearance }} GroupOptions */

/** The elements of one intent, as `stripe.elements()` returns them. */
export class Elements {
  /** @param {string} key @param {GroupOptions} options */
  constructor(key, options) {
    this.key = key;
    this.options = options;
    /** @type {PaymentElement | null} */
    this.payment = null;
  }

  /** @param {string} type */
  create(type) {
    if (type !== 'payment')
      throw new Error(`The Stripe simulator has the element 'payment' only, not '${type}'.`);
    if (this.payment !== null)
      throw new Error(
        'Can only create one Element of type payment. If you need more, destroy the first one.',
      );
    this.payment = new PaymentElement(this);
    return this.payment;
  }

  /** @param {PaymentElement} element */
  remove(element) {
    if (this.payment === element) this.payment = null;
  }

  /** @param {{ appearance?: Appearance }} options */
  update({ appearance }) {
    if (appearance !== undefined) this.options = { ...this.options, appearance };
    this.payment?.applyAppearance();
  }

  /** Retrieves the intent, so that a wrong client secret shows at once. */
  load() {
    return post('retrieve', { key: this.key, client_secret: this.options.clientSecret });
  }
}
