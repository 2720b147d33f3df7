import { stylesFor } from './appearance.js';
import { CardField } from './cardField.js';
import {
  cvcFault,
  expiryFault,
  expiryOf,
  groupedNumber,
  isAmex,
  numberFault,
  onlyDigits,
  slashedExpiry,
  zipFault,
} from './cardRules.js';
import { Listeners } from './listeners.js';

/** @import { Elements } from './elements.js' */
/** @import { Fault } from './cardRules.js' */
/** @typedef {{ fields?: { billingDetails?: unknown }, wallets?: Record<string, string>, readOnly?: boolean }} Options */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null;

/** @param {Options} options @returns {boolean} whether the form asks for the ZIP code */
function asksForZip({ fields }) {
  const details = fields?.billingDetails;
  if (details === 'never') return false;
  const address = isRecord(details) ? details.address : undefined;
  return address !== 'never' && !(isRecord(address) && address.postalCode === 'never');
}

/** @param {Options} options */
function checkOptions(options) {
  for (const [name, value] of Object.entries(options.wallets ?? {}))
    if (!['applePay', 'googlePay', 'link'].includes(name) || !['auto', 'never'].includes(value))
      throw new Error(
        `Invalid value for elements.create('payment'): wallets.${name} should be one of: auto, never.`,
      );
}

/** The card form, as `elements.create('payment')` makes it. Its fields live in a shadow tree, apart from the page's styles. */
export class PaymentElement {
  /** @param {Elements} group @param {Options} options */
  constructor(group, options) {
    checkOptions(options);
    this.group = group;
    this.options = options;
    this.listeners = new Listeners();
    this.host = document.createElement('div');
    this.host.className = '__PrivateStripeElement StripeElement';
    const root = this.host.attachShadow({ mode: 'open' });
    this.style = document.createElement('style');
    this.form = document.createElement('div');
    this.form.className = 'form';
    this.form.setAttribute('role', 'group');
    this.form.setAttribute('aria-label', 'Card details, simulated payments');
    root.append(this.style, this.form);
    this.fields = this.makeFields();
    this.dress();
    this.fill();
    this.wasComplete = false;
  }

  makeFields() {
    const shared = {
      changed: () => this.tell(),
      entered: () => this.host.closest('form')?.requestSubmit(),
      focused: () => this.emit('focus'),
      left: () => this.emit('blur'),
      escaped: () => this.emit('escape'),
    };
    const number = new CardField({
      ...shared,
      name: 'number',
      label: 'Card number',
      placeholder: '1234 1234 1234 1234',
      length: 23,
      format: groupedNumber,
      check: numberFault,
    });
    const expiry = new CardField({
      ...shared,
      name: 'expiry',
      label: 'Expiration date',
      placeholder: 'MM / YY',
      length: 9,
      format: slashedExpiry,
      check: (text) => expiryFault(text, new Date()),
    });
    const cvc = new CardField({
      ...shared,
      name: 'cvc',
      label: 'Security code',
      placeholder: 'CVC',
      length: 4,
      format: (text) => onlyDigits(text, isAmex(number.value) ? 4 : 3),
      check: (text) => cvcFault(text, number.value),
    });
    const zip = new CardField({
      ...shared,
      name: 'zip',
      label: 'ZIP code',
      placeholder: '12345',
      length: 5,
      format: (text) => onlyDigits(text, 5),
      check: zipFault,
    });
    return { number, expiry, cvc, zip };
  }

  shownFields() {
    const { number, expiry, cvc, zip } = this.fields;
    return asksForZip(this.options) ? [number, expiry, cvc, zip] : [number, expiry, cvc];
  }

  fill() {
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.textContent = 'Simulated payments: no money moves. Test card 4242 4242 4242 4242.';
    const shown = this.shownFields();
    for (const field of shown) field.input.disabled = this.options.readOnly === true;
    this.form.replaceChildren(notice, ...shown.map((field) => field.node));
  }

  /** Follows the group's appearance. */
  dress() {
    this.style.textContent = stylesFor(this.group.options.appearance);
  }

  /** @param {string} type @param {Record<string, unknown>} [details] */
  emit(type, details = {}) {
    this.listeners.emit(type, { elementType: 'payment', ...details });
  }

  tell() {
    const shown = this.shownFields();
    this.emit('change', {
      empty: shown.every((field) => field.value === ''),
      complete: shown.every((field) => field.fault() === null),
      collapsed: false,
      value: { type: 'card' },
    });
  }

  /** @param {string | HTMLElement} place */
  mount(place) {
    if (this.group.elementOf('payment') !== this)
      throw new Error('This Element has already been destroyed. Please create a new one.');
    const parent = typeof place === 'string' ? document.querySelector(place) : place;
    if (parent === null)
      throw new Error(
        `The selector you specified (${place}) applies to no DOM elements that are currently on the page.`,
      );
    parent.replaceChildren(this.host);
    this.emit('loaderstart');
    void this.group.load().then((error) => {
      if (!this.host.isConnected) return;
      if (error === null) return this.emit('ready');
      const failure = document.createElement('p');
      failure.className = 'failure';
      failure.setAttribute('role', 'alert');
      failure.textContent = error.message ?? 'The card form could not be loaded.';
      this.form.replaceChildren(failure);
      this.emit('loaderror', { error });
    });
  }

  unmount() {
    this.host.remove();
  }

  destroy() {
    this.unmount();
    this.group.forget(this);
  }

  /** @param {Options} options */
  update(options) {
    checkOptions(options);
    this.options = { ...this.options, ...options };
    this.fill();
    return this;
  }

  focus() {
    this.fields.number.input.focus();
  }

  blur() {
    for (const field of this.shownFields()) field.input.blur();
  }

  clear() {
    for (const field of this.shownFields()) field.clear();
    this.tell();
  }

  collapse() {
    return this;
  }

  /** @param {string} type @param {(event: unknown) => void} handler */
  on(type, handler) {
    this.listeners.on(type, handler);
    return this;
  }

  /** @param {string} type @param {(event: unknown) => void} handler */
  once(type, handler) {
    this.listeners.once(type, handler);
    return this;
  }

  /** @param {string} type @param {(event: unknown) => void} [handler] */
  off(type, handler) {
    this.listeners.off(type, handler);
    return this;
  }

  /** Shows what is wrong and goes to the first of it. @returns {Fault | null} */
  check() {
    const faulty = this.shownFields().filter((field) => field.fault() !== null);
    for (const field of faulty) field.show(field.fault());
    faulty[0]?.input.focus();
    return faulty[0]?.fault() ?? null;
  }

  /** @param {unknown} billingDetails what the page adds to the form's own */
  methodData(billingDetails) {
    const { number, expiry, cvc, zip } = this.fields;
    const date = expiryOf(expiry.value);
    const own = asksForZip(this.options) ? { address: { country: 'US', postal_code: zip.value } } : {};
    return {
      type: 'card',
      card: {
        number: number.value.replace(/\D/g, ''),
        exp_month: date?.month,
        exp_year: date?.year,
        cvc: cvc.value,
      },
      billing_details: { ...own, ...(isRecord(billingDetails) ? billingDetails : {}) },
    };
  }
}
