import type { Stripe } from '@stripe/stripe-js';
import { vi } from 'vitest';
import * as loader from '../../dealer/card/stripe.ts';

/** Answers to the card form's confirmations, in turn; the last one stays. */
export interface FakeProvider {
  readonly stripe: Stripe;
  readonly confirmPayment: ReturnType<typeof vi.fn>;
  readonly confirmSetup: ReturnType<typeof vi.fn>;
  readonly handleNextAction: ReturnType<typeof vi.fn>;
  /** What the form was drawn with. */
  readonly created: readonly { readonly type: string; readonly options: unknown }[];
}

/** Card forms get a double of the provider in place of its script, until the test ends. */
export function useFakeProvider(): FakeProvider {
  const provider = fakeProvider();
  vi.spyOn(loader, 'stripeFor').mockResolvedValue(provider.stripe);
  return provider;
}

/** The provider's object as far as react-stripe-js and our forms use it. What its form does is the browser specs' to prove. */
function fakeProvider(): FakeProvider {
  const created: { type: string; options: unknown }[] = [];
  const element = () => {
    const listeners = new Map<string, (event: unknown) => void>();
    return {
      on: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
      off: () => undefined,
      once: () => undefined,
      mount: () => queueMicrotask(() => listeners.get('ready')?.({})),
      update: () => undefined,
      destroy: () => undefined,
      unmount: () => undefined,
    };
  };
  const group = {
    create(type: string, options: unknown) {
      created.push({ type, options });
      return element();
    },
    getElement: () => null,
    update: () => undefined,
  };
  const confirmPayment = vi.fn();
  const confirmSetup = vi.fn();
  const handleNextAction = vi.fn();
  const object: unknown = {
    elements: () => group,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    confirmPayment,
    confirmSetup,
    handleNextAction,
  };
  // a double of a third party's object: react-stripe-js looks for these functions and no more
  return { stripe: object as Stripe, confirmPayment, confirmSetup, handleNextAction, created };
}
