import type { OrderFormInput } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';

/** How a failure is told in a toast. */
export interface Told {
  readonly title: string;
  readonly message: string;
}

/** The order that was paid for and the provider's id of its payment; nulls where there was nothing to pay. */
export interface PaidWith {
  readonly orderId: string | null;
  readonly intentId: string | null;
}

/** What a dealer orders: the form as the server takes it, its price, and the call that creates it. */
export interface Order {
  readonly form: OrderFormInput;
  readonly price: Price;
  /** Creates what was ordered. `tell` says how far it has come; a text at the end says what was made. */
  readonly create: (paid: PaidWith, tell: (message: string) => void) => Promise<unknown>;
  /** For what is created by its order alone: places one that costs nothing, and answers its id. */
  readonly placeFree?: () => Promise<string>;
  /** Words for a creation that failed (spec 1, section 8, Orders). */
  readonly explain: (error: unknown) => Told;
  /** Shows a refusal in the form, and whatever else it asks for. */
  readonly onRefused?: (error: unknown) => void;
}

/** Two orders are the same where one payment can stand for both. */
export const nameOf = ({ form, price }: Order) => JSON.stringify([form, price.totalCents]);
