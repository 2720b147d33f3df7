import type { OrderFormInput } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';

/** How a failure is told in a toast. */
export interface Told {
  readonly title: string;
  readonly message: string;
}

/** What a dealer orders: the form as the server takes it, its price, and the call that creates it. */
export interface Order {
  readonly form: OrderFormInput;
  readonly price: Price;
  /** Creates what was ordered; `orderId` where it was paid for. `tell` says how far it has come. */
  readonly create: (orderId: string | null, tell: (message: string) => void) => Promise<unknown>;
  /** Words for a creation that failed (spec 1, section 8, Orders). */
  readonly explain: (error: unknown) => Told;
  /** Shows a refusal in the form, and whatever else it asks for. */
  readonly onRefused?: (error: unknown) => void;
}

/** Two orders are the same where one payment can stand for both. */
export const nameOf = ({ form, price }: Order) => JSON.stringify([form, price.totalCents]);
