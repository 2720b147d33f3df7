/** `on`, `once`, `off` as elements have them. */
export class Listeners {
  constructor() {
    /** @type {Map<string, Set<(event: unknown) => void>>} */
    this.handlers = new Map();
  }

  /** @param {string} type @param {(event: unknown) => void} handler */
  on(type, handler) {
    const known = this.handlers.get(type) ?? new Set();
    known.add(handler);
    this.handlers.set(type, known);
  }

  /** @param {string} type @param {(event: unknown) => void} handler */
  once(type, handler) {
    /** @param {unknown} event */
    const first = (event) => {
      this.off(type, first);
      handler(event);
    };
    this.on(type, first);
  }

  /** @param {string} type @param {((event: unknown) => void) | undefined} [handler] all of the type without one */
  off(type, handler) {
    if (handler === undefined) this.handlers.delete(type);
    else this.handlers.get(type)?.delete(handler);
  }

  /** @param {string} type @param {unknown} event */
  emit(type, event) {
    for (const handler of [...(this.handlers.get(type) ?? [])]) handler(event);
  }
}
