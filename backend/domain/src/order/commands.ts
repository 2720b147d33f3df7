import type { Details } from '../kernel/shapes.ts';
import type { Day } from '../values/days.ts';
import type { orderedMigrationShape, orderedSiteShape } from './events.ts';

/** What the New Site form asks for, as the server read it. */
export type OrderedSite = Details<typeof orderedSiteShape>;
export type OrderedMigration = Details<typeof orderedMigrationShape>;
export type OrderForm = OrderedSite | OrderedMigration;

/** One site or migration of an order: the id it will have, its price by the server and its form. */
export interface NewOrderEntry {
  readonly id: string;
  readonly priceCents: number;
  readonly form: OrderForm;
}

export interface OrderItem {
  readonly name: string;
  readonly priceCents: number;
}

export interface PlaceOrder {
  readonly type: 'PlaceOrder';
  readonly orderId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly entries: readonly NewOrderEntry[];
  readonly items: readonly OrderItem[];
  readonly placedOn: Day;
  /** A site of the dealer's that the order is for; left out for none. */
  readonly siteId?: string | undefined;
  /** The form was changed: this takes the place of what was placed under the id, as long as nobody paid for it. */
  readonly replaces?: boolean;
}

export type OrderCommand =
  | PlaceOrder
  | { readonly type: 'StartOrderPayment'; readonly attemptId: string }
  | { readonly type: 'EndOrderPayment'; readonly attemptId: string; readonly message: string }
  | {
      readonly type: 'PayOrder';
      readonly paymentId: string;
      readonly amountCents: number;
      readonly livemode: boolean;
      readonly paidOn: Day;
    }
  /** `id`: the entry's. */
  | { readonly type: 'FulfilOrderItem'; readonly id: string }
  /** `entryIds` null: all of them. */
  | {
      readonly type: 'RejectOrder';
      readonly entryIds: readonly string[] | null;
      readonly reason: string | null;
    };
