import { type AccountEvent, accountEvents } from './account/events.ts';
import { type BillingRunEvent, billingRunEvents } from './billingRun/events.ts';
import { type ContactEvent, contactEvents } from './contact/events.ts';
import { type DealerIdEvent, dealerIdEvents } from './dealerId/events.ts';
import { type DisputeEvent, disputeEvents } from './dispute/events.ts';
import { type InvoiceEvent, invoiceEvents } from './invoice/events.ts';
import { type InvoiceNumberEvent, invoiceNumberEvents } from './invoiceNumbers/events.ts';
import { type LogSealEvent, logSealEvents } from './logSeal/events.ts';
import { type MigrationEvent, migrationEvents } from './migration/events.ts';
import { type OrderEvent, orderEvents } from './order/events.ts';
import { type PaymentEvent, paymentEvents } from './payment/events.ts';
import { type SiteEvent, siteEvents } from './site/events.ts';
import { type UserEvent, userEvents } from './user/events.ts';
import { type UsernameEvent, usernameEvents } from './username/events.ts';

/** Every event of the portal, by type: the registry the codec, the projections and the event catalogue share. */
export const portalEvents = {
  ...userEvents,
  ...accountEvents,
  ...siteEvents,
  ...migrationEvents,
  ...orderEvents,
  ...paymentEvents,
  ...invoiceEvents,
  ...invoiceNumberEvents,
  ...billingRunEvents,
  ...usernameEvents,
  ...dealerIdEvents,
  ...contactEvents,
  ...disputeEvents,
  ...logSealEvents,
};

export type PortalEvent =
  | UserEvent
  | AccountEvent
  | SiteEvent
  | MigrationEvent
  | OrderEvent
  | PaymentEvent
  | InvoiceEvent
  | InvoiceNumberEvent
  | BillingRunEvent
  | UsernameEvent
  | DealerIdEvent
  | ContactEvent
  | DisputeEvent
  | LogSealEvent;
export type PortalEventType = PortalEvent['type'];
