/** @import { Fault } from './cardRules.js' */

let count = 0;

/** A labelled input with its error. */
export class CardField {
  /**
   * @param {{
   *   name: string, label: string, placeholder: string, length: number,
   *   format: (text: string) => string, check: (text: string) => Fault | null,
   *   changed: () => void, entered: () => void, left: () => void, focused: () => void, escaped: () => void,
   * }} options
   */
  constructor(options) {
    this.options = options;
    count += 1;
    const id = `simulated-${options.name}-${count}`;
    this.node = document.createElement('div');
    this.node.className = `field ${options.name}${options.name === 'number' ? ' wide' : ''}`;
    const label = document.createElement('label');
    label.htmlFor = id;
    label.textContent = options.label;
    this.input = document.createElement('input');
    this.input.id = id;
    this.input.name = options.name;
    this.input.inputMode = 'numeric';
    this.input.placeholder = options.placeholder;
    this.input.maxLength = options.length;
    // the browser must not offer a real card
    this.input.autocomplete = 'off';
    this.input.setAttribute('aria-describedby', `${id}-error`);
    this.input.setAttribute('aria-required', 'true');
    this.error = document.createElement('p');
    this.error.className = 'error';
    this.error.id = `${id}-error`;
    this.error.setAttribute('role', 'alert');
    this.node.append(label, this.input, this.error);
    this.listen();
  }

  listen() {
    const { input, options } = this;
    input.addEventListener('input', () => {
      const atEnd = input.selectionStart === input.value.length;
      const formatted = options.format(input.value);
      // keeps the caret in the middle of the text
      if (atEnd && formatted !== input.value) input.value = formatted;
      if (this.fault() === null || input.value === '') this.show(null);
      options.changed();
    });
    input.addEventListener('focus', options.focused);
    input.addEventListener('blur', () => {
      input.value = options.format(input.value);
      if (input.value !== '') this.show(this.fault());
      options.left();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') options.entered();
      if (event.key === 'Escape') options.escaped();
    });
  }

  get value() {
    return this.input.value;
  }

  fault() {
    return this.options.check(this.input.value);
  }

  /** @param {Fault | null} fault */
  show(fault) {
    this.error.textContent = fault?.message ?? '';
    if (fault === null) this.input.removeAttribute('aria-invalid');
    else this.input.setAttribute('aria-invalid', 'true');
  }
}
