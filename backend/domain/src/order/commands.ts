import type { FieldsOf } from '../kernel/event.ts';
import type { Details } from '../kernel/shapes.ts';
import type { Day } from '../values/days.ts';
import type { OrderEvent, orderedMigrationShape, orderedSiteShape, orderTaxShape } from './events.ts';

type Fields<Type extends OrderEvent['type']> = FieldsOf<OrderEvent, Type, 'orderId' | 'accountId'>;

export type OrderedSite = Details<typeof orderedSiteShape>;
export type OrderedMigration = Details<typeof orderedMigrationShape>;
export type OrderForm = OrderedSite | OrderedMigration;

/** One site or migration of an order: its future id, the server's price and the form. */
export interface NewOrderEntry {
  readonly id: string;
  readonly priceCents: number;
  readonly form: OrderForm;
}

/** What is taxed of an order in a state, and its tax in cents. */
export type OrderTax = Details<typeof orderTaxShape>;

export type OrderItem = Fields<'OrderPlaced'>['items'][number];

export interface PlaceOrder {
  readonly type: 'PlaceOrder';
  readonly orderId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly entries: readonly NewOrderEntry[];
  readonly items: readonly OrderItem[];
  /** Sales tax in the prices, by state. Default: none. */
  readonly taxes?: readonly OrderTax[];
  readonly placedOn: Day;
  /** The dealer's site that the order is for. */
  readonly siteId?: string | undefined;
  /** The form was changed: replaces the order placed under this id, unless it is paid. */
  readonly replaces?: boolean;
}

export type OrderCommand =
  | PlaceOrder
  | { readonly type: 'StartOrderPayment'; readonly attemptId: string }
  | ({ readonly type: 'EndOrderPayment' } & Fields<'OrderPaymentEnded'>)
  | ({ readonly type: 'PayOrder' } & Omit<Fields<'OrderPaid'>, 'taxCents'>)
  /** `id`: the entry's. */
  | { readonly type: 'FulfilOrderItem'; readonly id: string }
  /** `entryIds` null: all of them. */
  | {
      readonly type: 'RejectOrder';
      readonly entryIds: readonly string[] | null;
      readonly reason: string | null;
      /** Cents of its payment that were neither refunded nor taken back (rule B48); 0 if it was not paid. */
      readonly leftCents: number;
    };
