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

/** @import { Elements } from './elements.js' */
/** @import { Fault } from './cardRules.js' */
/** The card form of `elements.create('payment')`, in a shadow tree apart from the page's styles. */
export class PaymentElement {
  /** @param {Elements} group */
  constructor(group) {
    this.group = group;
    /** @type {Map<string, Set<(event: unknown) => void>>} */
    this.listeners = new Map();
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
    this.applyAppearance();
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.textContent = 'Simulated payments: no money moves. Test card 4242 4242 4242 4242.';
    this.form.append(notice, ...this.allFields().map((field) => field.node));
  }

  makeFields() {
    const shared = {
      changed: () => this.emitChange(),
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

  allFields() {
    return Object.values(this.fields);
  }

  applyAppearance() {
    this.style.textContent = stylesFor(this.group.options.appearance);
  }

  /** @param {string} type @param {Record<string, unknown>} [details] */
  emit(type, details = {}) {
    for (const handler of this.listeners.get(type) ?? []) handler({ elementType: 'payment', ...details });
  }

  emitChange() {
    const shown = this.allFields();
    this.emit('change', {
      empty: shown.every((field) => field.value === ''),
      complete: shown.every((field) => field.fault() === null),
      collapsed: false,
      value: { type: 'card' },
    });
  }

  /** @param {HTMLElement} place */
  mount(place) {
    if (this.group.payment !== this)
      throw new Error('This Element has already been destroyed. Please create a new one.');
    place.replaceChildren(this.host);
    this.emit('loaderstart');
    void this.group.load().then((found) => {
      if (!this.host.isConnected) return;
      if (found.ok) return this.emit('ready');
      const failure = document.createElement('p');
      failure.className = 'failure';
      failure.setAttribute('role', 'alert');
      failure.textContent = found.error.message ?? 'The card form could not be loaded.';
      this.form.replaceChildren(failure);
      this.emit('loaderror', { error: found.error });
    });
  }

  destroy() {
    this.host.remove();
    this.group.remove(this);
  }

  /** @param {string} type @param {(event: unknown) => void} handler */
  on(type, handler) {
    const known = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, known.add(handler));
  }

  /** @param {string} type @param {(event: unknown) => void} handler */
  off(type, handler) {
    this.listeners.get(type)?.delete(handler);
  }

  /** Shows all errors and focuses the first. @returns {Fault | null} */
  check() {
    const faulty = this.allFields().filter((field) => field.fault() !== null);
    for (const field of faulty) field.show(field.fault());
    faulty[0]?.input.focus();
    return faulty[0]?.fault() ?? null;
  }

  methodData() {
    const { number, expiry, cvc, zip } = this.fields;
    const date = expiryOf(expiry.value);
    return {
      type: 'card',
      card: {
        number: number.value.replace(/\D/g, ''),
        exp_month: date?.month,
        exp_year: date?.year,
        cvc: cvc.value,
      },
      billing_details: { address: { country: 'US', postal_code: zip.value } },
    };
  }
}
