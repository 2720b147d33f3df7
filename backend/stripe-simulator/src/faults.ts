/** A fault of the requests that match. */
export interface Fault {
  /** `POST /v1/payment_intents/[^/]+/confirm`; matched against method and whole path. */
  readonly request: RegExp;
  /**
   * `drop` cuts the connection, `hang` never answers, `error500` answers 500, `delay` answers after `milliseconds`.
   * Stripe's package repeats a request once when its connection is cut, whatever its settings: cut it twice.
   */
  readonly action: 'drop' | 'hang' | 'error500' | 'delay';
  /**
   * `before`: nothing was done. `after` (the default): the work was done; an idempotency key keeps a 500 as its answer,
   * as Stripe's does.
   */
  readonly when?: 'before' | 'after';
  /** Number of requests; default 1. */
  readonly times?: number;
  /** For `delay`. */
  readonly milliseconds?: number;
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let waiting: { readonly fault: Fault; left: number }[] = [];
  return {
    add: (fault: Fault): void => {
      waiting.push({ fault, left: fault.times ?? 1 });
    },
    clear: (): void => {
      waiting = [];
    },
    /** The fault of this request, counted down. */
    take: (method: string, path: string) => {
      const met = waiting.find(({ fault }) =>
        new RegExp(`^(?:${fault.request.source})$`).test(`${method} ${path}`),
      );
      if (met === undefined) return null;
      met.left -= 1;
      if (met.left <= 0) waiting = waiting.filter((other) => other !== met);
      const { action, when = 'after', milliseconds = 0 } = met.fault;
      return { action, when, milliseconds };
    },
  };
}
